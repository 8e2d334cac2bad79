// SPDX-License-Identifier: Apache-2.0
/** Tests of the drain. */
@NullMarked
package io.kmirrord.daemon.duty.ids;

import org.jspecify.annotations.NullMarked;
