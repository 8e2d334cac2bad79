// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.cli.report;

import io.kmirrord.cli.Durations;
import io.kmirrord.cli.cluster.TopicFacts;
import io.kmirrord.cli.facts.MirrorFacts;
import io.kmirrord.cli.facts.Reason;
import io.kmirrord.cli.facts.Signs;
import io.kmirrord.statemachine.PartitionId;
import io.kmirrord.statemachine.view.StateView;
import io.kmirrord.statetopic.PartitionProgress;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * What is known of a mirror topic. Immutable.
 *
 * @param wished the state that the operator wished
 * @param since in UTC, when it was wished
 * @param reason why it cannot be mirrored as a whole; empty if it can
 */
record TopicReport(
        String topic,
        @Nullable String topicId,
        String wished,
        long generation,
        int revision,
        boolean overwriteLocal,
        boolean confirmCut,
        String since,
        String reason,
        List<PartitionReport> partitions) {

    static TopicReport of(
            MirrorFacts facts,
            StateView.TopicWish wish,
            @Nullable TopicFacts topic,
            Map<PartitionId, PartitionProgress> progress,
            Signs signs,
            int maxAttempts) {
        var states = facts.statesOf(wish.topicId());
        var count = Math.max(topic == null ? 0 : topic.leaders().size(), states.isEmpty() ? 0 : states.lastKey() + 1);
        var id = wish.topicId();
        var partitions = IntStream.range(0, count)
                .mapToObj(partition -> PartitionReport.of(
                        wish,
                        partition,
                        states.get(partition),
                        topic,
                        id == null ? null : progress.get(new PartitionId(facts.mirror(), id, partition)),
                        signs,
                        maxAttempts))
                .toList();
        return new TopicReport(
                wish.topic(),
                id == null ? null : id.toString(),
                wish.wish().desired().name(),
                wish.wish().generation(),
                wish.wish().revision(),
                wish.wish().overwriteLocal(),
                wish.wish().confirmCut(),
                Durations.utc(wish.atMs()),
                Reason.ofTopic(wish, !states.isEmpty(), topic),
                partitions);
    }

    TopicReport onlyFailed() {
        return new TopicReport(
                topic,
                topicId,
                wished,
                generation,
                revision,
                overwriteLocal,
                confirmCut,
                since,
                reason,
                partitions.stream().filter(PartitionReport::isFailed).toList());
    }

    boolean isFailed() {
        return reason.startsWith(Reason.DELETED) || partitions.stream().anyMatch(PartitionReport::isFailed);
    }
}
