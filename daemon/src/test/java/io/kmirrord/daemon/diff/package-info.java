// SPDX-License-Identifier: Apache-2.0
/** Tests of what counts as a difference. */
@NullMarked
package io.kmirrord.daemon.diff;

import org.jspecify.annotations.NullMarked;
