// SPDX-License-Identifier: Apache-2.0
/** Tests of the duties of a daemon. */
@NullMarked
package io.kmirrord.daemon.duty;

import org.jspecify.annotations.NullMarked;
