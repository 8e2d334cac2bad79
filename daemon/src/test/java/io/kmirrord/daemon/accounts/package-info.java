// SPDX-License-Identifier: Apache-2.0
/** Tests of the names of quota entities. */
@NullMarked
package io.kmirrord.daemon.accounts;

import org.jspecify.annotations.NullMarked;
