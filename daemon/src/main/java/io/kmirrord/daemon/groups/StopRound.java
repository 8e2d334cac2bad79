// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.daemon.groups;

import io.kmirrord.statemachine.StateName;
import io.kmirrord.statemachine.decision.GroupOffset;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;

/** What a stop commits before partitions open. Pure. */
final class StopRound {

    private StopRound() {}

    /** Groups whose offsets could lie outside of the log. */
    static Set<String> wanted(@Nullable GroupScope scope, GroupList local) {
        Set<String> groups = new HashSet<>();
        local.groups().forEach((group, kind) -> {
            if (kind == GroupList.Kind.EMPTY && (scope == null || scope.means(group))) {
                groups.add(group);
            }
        });
        return groups;
    }

    /** Decides for partitions of a known range; one without is left as it is. */
    static Map<String, Map<TopicPartition, OffsetAndMetadata>> commits(
            GroupFacts facts, GroupOffsets present, Map<TopicPartition, LogRange> ranges) {
        Map<String, Map<TopicPartition, OffsetAndMetadata>> commits = new HashMap<>();
        present.offsets()
                .forEach((group, offsets) -> offsets.forEach((partition, ours) -> {
                    LogRange range = ranges.get(partition);
                    if (range != null
                            && decide(facts, new GroupPlan.Pair(group, partition), ours, range)
                                    instanceof GroupOffset.Commit commit) {
                        commits.computeIfAbsent(group, name -> new HashMap<>())
                                .put(partition, new OffsetAndMetadata(commit.offset()));
                    }
                }));
        return commits;
    }

    /** What could not be read and may be in a moment; a group that our principal may not read stays as it is. */
    static List<String> unseen(GroupList local, GroupOffsets present, LogRanges logs) {
        List<String> unseen = new ArrayList<>(local.problems());
        present.unreadNow()
                .forEach(group ->
                        unseen.add("group " + group + ": " + present.failed().get(group)));
        logs.failed().forEach((partition, why) -> unseen.add("log of " + partition + ": " + why));
        return unseen;
    }

    private static GroupOffset decide(GroupFacts facts, GroupPlan.Pair pair, CommittedOffset ours, LogRange range) {
        return GroupOffset.beforeOpening(new GroupOffset.Situation(
                facts.states().getOrDefault(pair.partition(), StateName.UNKNOWN),
                range.start(),
                range.end(),
                null,
                new GroupOffset.Committed(ours.offset(), ours.leaderEpoch()),
                -1,
                false,
                facts.cutTo(pair)));
    }
}
