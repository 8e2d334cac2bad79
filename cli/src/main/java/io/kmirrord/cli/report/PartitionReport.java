// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.cli.report;

import io.kmirrord.cli.Durations;
import io.kmirrord.cli.cluster.TopicFacts;
import io.kmirrord.cli.facts.Reason;
import io.kmirrord.cli.facts.Signs;
import io.kmirrord.statemachine.Gaps;
import io.kmirrord.statemachine.Recorded;
import io.kmirrord.statemachine.StateName;
import io.kmirrord.statemachine.view.StateView;
import io.kmirrord.statetopic.PartitionProgress;
import org.jspecify.annotations.Nullable;

/**
 * What is known of a mirror partition. Immutable. Unknown values are null.
 *
 * @param sourceOffset HW at the source
 * @param destinationOffset LEO at the destination
 * @param lag records
 * @param gaps what the copy misses because the source removed it first; null if nothing
 * @param leader node id at the destination
 * @param since in UTC, when the state was entered
 * @param reason why it is not where it was wished; empty if it is
 * @param note what the daemon says besides
 * @param generation of the state
 * @param leaderEpoch of the state
 * @param lastMirrorEpoch from STOPPING on
 * @param lastMirrorOffset from STOPPING on
 * @param markOffset of the mark
 */
record PartitionReport(
        int partition,
        String state,
        @Nullable Long sourceOffset,
        @Nullable Long destinationOffset,
        @Nullable Long lag,
        @Nullable Long lagMs,
        @Nullable Gaps gaps,
        @Nullable Integer leader,
        @Nullable String since,
        String reason,
        @Nullable String note,
        @Nullable String job,
        @Nullable Long generation,
        @Nullable Integer leaderEpoch,
        @Nullable Integer lastMirrorEpoch,
        @Nullable Long lastMirrorOffset,
        @Nullable Integer stopEpoch,
        @Nullable Long markOffset,
        @Nullable FailureReport failure) {

    static PartitionReport of(
            StateView.TopicWish wish,
            int partition,
            @Nullable Recorded state,
            @Nullable TopicFacts topic,
            @Nullable PartitionProgress progress,
            Signs signs,
            int maxAttempts) {
        var position = state == null ? null : state.position();
        var gaps = state == null ? Gaps.NONE : state.memory().gaps();
        return new PartitionReport(
                partition,
                (state == null ? StateName.UNKNOWN : state.state()).name(),
                progress == null ? null : known(progress.sourceEnd()),
                progress == null ? null : known(progress.localEnd()),
                progress == null || progress.sourceEnd() < 0
                        ? null
                        : Math.max(0L, progress.sourceEnd() - gaps.reached(progress.localEnd())),
                progress == null ? null : known(progress.lagMs()),
                gaps.count() == 0 ? null : gaps,
                leader(topic, partition),
                state == null ? null : Durations.utc(state.sinceMs()),
                Reason.ofPartition(wish, partition, state, topic, signs),
                progress == null || progress.note().isEmpty() ? null : progress.note(),
                state == null || state.job().isEmpty() ? null : state.job(),
                state == null ? null : state.id().generation(),
                state == null ? null : state.id().leaderEpoch(),
                position == null ? null : position.lme(),
                position == null ? null : known(position.lmo()),
                state == null || state.stopEpoch() < 0 ? null : Integer.valueOf(state.stopEpoch()),
                state == null ? null : known(state.mark()),
                state == null ? null : FailureReport.of(state, maxAttempts));
    }

    boolean isFailed() {
        return failure != null || reason.startsWith(Reason.DELETED);
    }

    private static @Nullable Long known(long value) {
        return value < 0 ? null : value;
    }

    private static @Nullable Integer leader(@Nullable TopicFacts topic, int partition) {
        if (topic == null || partition >= topic.leaders().size()) {
            return null;
        }
        var leader = topic.leaders().get(partition);
        return leader == TopicFacts.NO_LEADER ? null : leader;
    }
}
