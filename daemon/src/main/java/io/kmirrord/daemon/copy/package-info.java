// SPDX-License-Identifier: Apache-2.0
/**
 * The mirror of one partition as a pure function: {@code step(state, event) -> next state, effects, reason}. No clock,
 * no thread, no I/O, no log; randomness is an argument. All types are immutable.
 *
 * <p>How late answers are told apart: whatever gives up what is under way raises the <em>attempt</em>; effects carry
 * it, their outcomes bring it back, and an outcome of another attempt than the present one is ignored.
 *
 * <p>Order of effects: as listed. {@link io.kmirrord.daemon.copy.CopyEffect.Append} comes before the fetch of what
 * follows it, and always speaks of the records of the event that is being stepped.
 */
@NullMarked
package io.kmirrord.daemon.copy;

import org.jspecify.annotations.NullMarked;
