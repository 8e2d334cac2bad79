// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.statemachine;

import io.kmirrord.statemachine.decision.EpochExchange;
import io.kmirrord.statemachine.decision.LocalLog;
import io.kmirrord.statemachine.decision.PlannedCut;

/** Where a partition stands in making its log a prefix of the source's: jobs 3 to 6 of PREPARING, all of ULE_RECOVERY. */
public sealed interface Alignment {

    /** What the jobs before found. */
    Base base();

    /**
     * Where to begin.
     *
     * @param position what the source says; Absent in recovery
     * @param sourceLeaderEpoch confirmed by source metadata, -1 if not asked
     * @param sourceLogStart first offset of the source, -1 if not asked
     * @param recovery the log was a copy until the source changed
     * @param fullCopy copy anew though nothing parts (F20)
     */
    record Base(
            SourcePosition position, int sourceLeaderEpoch, long sourceLogStart, boolean recovery, boolean fullCopy) {

        /** From here nothing of the log is kept. */
        Base copiedAnew() {
            return new Base(position, sourceLeaderEpoch, sourceLogStart, recovery, true);
        }
    }

    /** Job 3: the log of the leader is being described. */
    record Describing(Base base) implements Alignment {}

    /** Job 4: the source was asked where an epoch ends. */
    record Asking(Base base, LocalLog log, EpochExchange.Ask asked) implements Alignment {}

    /** Job 5: how much a cut removes, and what follows it, is being measured. */
    record Measuring(Base base, LocalLog log, PlannedCut cut) implements Alignment {}

    /** Job 5: what a cut removes is being saved. */
    record Salvaging(Base base, PlannedCut cut, long from) implements Alignment {}

    /** Job 5: the cut runs. */
    record Cutting(Base base, PlannedCut cut) implements Alignment {}

    /** Job 5: every replica must have made the cut. */
    record AwaitingBarrier(Base base, PlannedCut cut) implements Alignment {}

    /** Job 6: the last local batch is compared with the source's. */
    record ComparingTail(Base base) implements Alignment {}
}
