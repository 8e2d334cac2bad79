// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.statemachine;

import io.kmirrord.statemachine.decision.PlannedCut;
import org.jspecify.annotations.Nullable;

/**
 * What a generation knows of itself and of the one before it. Persisted inside every state. Immutable.
 *
 * @param touch what was done to the log
 * @param sourceClusterId cluster read by this generation, null until first read
 * @param lastStop stop of the generation before, null if none is known
 * @param plannedCut a cut whose barrier was not reached yet
 * @param failures consecutive ones, 0 after progress
 * @param contactMs when the source was last read, 0 if never
 * @param openEpoch leader epoch under which the fence of this generation came into force: no local batch of any replica is
 *     newer; -1 before
 * @param gaps what this generation misses of the source
 * @param failedRevision revision of the wish under which it FAILED last, -1 if it never did
 * @param cuts what this generation removed from the log
 */
public record Memory(
        Touch touch,
        @Nullable String sourceClusterId,
        @Nullable Position lastStop,
        @Nullable PlannedCut plannedCut,
        int failures,
        long contactMs,
        int openEpoch,
        Gaps gaps,
        int failedRevision,
        Cuts cuts) {

    /** Memory of a generation that begins. */
    public static Memory beginning(@Nullable Position lastStop) {
        return new Memory(Touch.UNTOUCHED, null, lastStop, null, 0, 0, -1, Gaps.NONE, -1, Cuts.NONE);
    }

    public Memory withTouch(Touch newTouch) {
        Touch later = newTouch.compareTo(touch) > 0 ? newTouch : touch;
        return new Memory(
                later,
                sourceClusterId,
                lastStop,
                plannedCut,
                failures,
                contactMs,
                openEpoch,
                gaps,
                failedRevision,
                cuts);
    }

    public Memory withContact(String cluster, long nowMs) {
        return new Memory(touch, cluster, lastStop, plannedCut, failures, nowMs, openEpoch, gaps, failedRevision, cuts);
    }

    public Memory withContactMs(long nowMs) {
        return new Memory(
                touch, sourceClusterId, lastStop, plannedCut, failures, nowMs, openEpoch, gaps, failedRevision, cuts);
    }

    public Memory withPlannedCut(@Nullable PlannedCut cut) {
        return new Memory(
                touch, sourceClusterId, lastStop, cut, failures, contactMs, openEpoch, gaps, failedRevision, cuts);
    }

    public Memory withFailures(int count) {
        return new Memory(
                touch, sourceClusterId, lastStop, plannedCut, count, contactMs, openEpoch, gaps, failedRevision, cuts);
    }

    public Memory withOpenEpoch(int epoch) {
        return new Memory(
                touch, sourceClusterId, lastStop, plannedCut, failures, contactMs, epoch, gaps, failedRevision, cuts);
    }

    public Memory withGap(long from, long to) {
        return new Memory(
                touch,
                sourceClusterId,
                lastStop,
                plannedCut,
                failures,
                contactMs,
                openEpoch,
                gaps.with(from, to),
                failedRevision,
                cuts);
    }

    public Memory withFailedRevision(int revision) {
        return new Memory(
                touch, sourceClusterId, lastStop, plannedCut, failures, contactMs, openEpoch, gaps, revision, cuts);
    }

    Memory withCuts(Cuts made) {
        return new Memory(
                touch,
                sourceClusterId,
                lastStop,
                plannedCut,
                failures,
                contactMs,
                openEpoch,
                gaps,
                failedRevision,
                made);
    }
}
