// SPDX-License-Identifier: Apache-2.0
/** ACLs of the source are followed in a declared scope. */
@NullMarked
package io.kmirrord.it.acls;

import org.jspecify.annotations.NullMarked;
