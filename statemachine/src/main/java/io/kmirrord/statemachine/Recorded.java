// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.statemachine;

import io.kmirrord.statemachine.decision.Failure;
import org.jspecify.annotations.Nullable;

/**
 * What is persisted of a state: the value of a MirrorPartitionState record. Enough for another daemon to go on, and for
 * an operator to read. Immutable.
 *
 * @param id order of the record among all of its partition: the greatest wins
 * @param job name of the job or step within the state, for the reader; empty if there is none
 * @param resume state to resume: that of {@code state}, or of FAILED the previous one
 * @param sourceLeaderEpoch of EPOCH_FENCING, else -1
 * @param position LME and LMO, from STOPPING on
 * @param stopEpoch E, -1 if not known
 * @param mark offset of the mark, -1 if there is none
 * @param failure of FAILED
 * @param attempt of FAILED, else 0
 * @param nextRetryMs of FAILED, else -1
 * @param sinceMs wall clock of the move
 */
public record Recorded(
        EffectId id,
        StateName state,
        String job,
        StateName resume,
        Memory memory,
        int sourceLeaderEpoch,
        @Nullable Position position,
        int stopEpoch,
        long mark,
        @Nullable Failure failure,
        int attempt,
        long nextRetryMs,
        long sinceMs) {}
