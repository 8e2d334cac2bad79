// SPDX-License-Identifier: Apache-2.0
/** Tests of the package of the same name. */
@NullMarked
package io.kmirrord.daemon.acls;

import org.jspecify.annotations.NullMarked;
