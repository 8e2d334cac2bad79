// SPDX-License-Identifier: Apache-2.0
/** Tests of the duties of a mirror. */
@NullMarked
package io.kmirrord.daemon.duty.mirror;

import org.jspecify.annotations.NullMarked;
