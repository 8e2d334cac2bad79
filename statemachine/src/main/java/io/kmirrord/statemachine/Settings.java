// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.statemachine;

import io.kmirrord.statemachine.decision.CutLimits;
import io.kmirrord.statemachine.decision.RetryPolicy;

/**
 * Settings of the mirror and the topic that decisions read. They come with events and are never persisted with a state.
 * Immutable.
 *
 * @param limits largest cut without confirmation
 * @param retry of failures
 * @param supportUncleanElection {@code mirror.support.unclean.leader.election}
 * @param onGap {@code on.gap}
 * @param onLongPause what a compacted topic does whose tombstones may be gone at the source (F20)
 * @param compacted cleanup.policy of the topic holds {@code compact}
 * @param deleteRetentionMs {@code delete.retention.ms} of the topic
 */
public record Settings(
        CutLimits limits,
        RetryPolicy retry,
        boolean supportUncleanElection,
        OnGap onGap,
        OnLongPause onLongPause,
        boolean compacted,
        long deleteRetentionMs) {

    /** What happens when retention at the source overtook the mirror. */
    public enum OnGap {
        CONTINUE,
        FAIL
    }

    /** What happens after a pause so long that deletions may have been missed. */
    public enum OnLongPause {
        FULL_COPY,
        FAIL
    }

    /**
     * Returns whether a compacted topic may have lost tombstones at the source that were never copied (F20).
     *
     * @param lastContactMs when the source was last read, 0 if not known
     */
    public boolean tombstonesMayBeGone(long lastContactMs, long nowMs) {
        return compacted && lastContactMs > 0 && nowMs - lastContactMs > deleteRetentionMs / 2;
    }
}
