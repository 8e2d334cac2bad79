// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.statemachine.decision;

import static io.kmirrord.statemachine.decision.FailureCode.CUT_OVER_LIMIT;
import static io.kmirrord.statemachine.decision.FailureCode.CUT_TO_EMPTY;
import static io.kmirrord.statemachine.decision.FailureCode.SOURCE_LOST_DATA;

import org.jspecify.annotations.Nullable;

/** What may be cut from a log that parts from its source at some offset. */
public sealed interface CutDecision {

    /** Nothing lies above the agreed offset. */
    record Nothing() implements CutDecision {}

    /** Cut, once the limits allow it; see {@link #overLimit}. */
    record Cut(PlannedCut cut) implements CutDecision {}

    /** Not without an operator. Nothing was touched. */
    record Refused(Failure failure) implements CutDecision {}

    /**
     * What the operator agreed to.
     *
     * @param recovery the copy was good until the source changed: it is never emptied for that (F10)
     */
    record Consent(boolean overwriteLocal, boolean confirmCut, boolean recovery) {}

    /**
     * Decides on a cut at the offset up to which log and source agree.
     *
     * @param sourceLogStart first offset of the source, where a full copy begins
     */
    static CutDecision decide(LocalLog log, long agreed, long sourceLogStart, Consent consent) {
        if (agreed >= log.leo()) {
            return new Nothing();
        }
        boolean fullCopy = log.cleanedBeyond(agreed);
        boolean empties = fullCopy || agreed <= log.logStart() || log.epochBefore(agreed) < 0;
        if (!empties) {
            return new Cut(new PlannedCut(agreed, false, log.lastEpoch(), -1));
        }
        String what = "the cut at " + agreed + " empties the log [" + log.logStart() + ".." + log.leo() + ")"
                + (fullCopy ? " because a cleaner has passed it and keys below it may be gone" : "");
        if (consent.recovery()) {
            return new Refused(new Failure(SOURCE_LOST_DATA, what));
        }
        if (!consent.overwriteLocal()) {
            return new Refused(new Failure(CUT_TO_EMPTY, what));
        }
        return new Cut(new PlannedCut(Math.max(sourceLogStart, 0), true, log.lastEpoch(), -1));
    }

    /** Decides on copying a partition in full though nothing parts, as after a pause that lost tombstones (F20). */
    static CutDecision fullCopy(LocalLog log, long sourceLogStart, Consent consent) {
        return log.isEmpty() ? new Nothing() : decide(log, log.logStart(), sourceLogStart, consent);
    }

    /**
     * Returns why a cut needs confirmation, null if it needs none.
     *
     * @param bytes size of what is removed
     */
    static @Nullable Failure overLimit(LocalLog log, PlannedCut cut, long bytes, CutLimits limits, Consent consent) {
        long records = cut.restart() ? log.leo() - log.logStart() : log.leo() - cut.offset();
        if (consent.confirmCut() || limits.allow(records, bytes)) {
            return null;
        }
        return new Failure(
                CUT_OVER_LIMIT,
                "the cut at " + cut.offset() + " removes " + records + " records, " + bytes + " bytes; limits: "
                        + limits.maxRecords() + " records, " + limits.maxBytes() + " bytes");
    }
}
