// SPDX-License-Identifier: Apache-2.0
/** What a comparison of a mirror's source with its destination found, as the daemons tell it to mirrorctl. Values only. */
@NullMarked
package io.kmirrord.statemachine.diff;

import org.jspecify.annotations.NullMarked;
