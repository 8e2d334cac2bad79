// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.daemon.groups;

import io.kmirrord.daemon.groups.GroupPlan.Outcome;
import io.kmirrord.daemon.groups.GroupPlan.Pair;
import io.kmirrord.statemachine.StateName;
import io.kmirrord.statemachine.decision.GroupOffset.Reason;
import io.kmirrord.statemachine.view.RecordValue.Skipped;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;

/** Gathers what a round decides. Confined to one thread. */
final class GroupPlanner {
    private final Map<String, Map<TopicPartition, OffsetAndMetadata>> commits = new HashMap<>();
    private final Map<Pair, Outcome> outcomes = new HashMap<>();
    private final Set<TopicPartition> undecided = new HashSet<>();
    private final Map<String, Skipped> skipped = new TreeMap<>();
    private final Map<String, Set<String>> notMirroring = new TreeMap<>();

    void commit(Pair pair, OffsetAndMetadata offset) {
        commits.computeIfAbsent(pair.group(), name -> new HashMap<>()).put(pair.partition(), offset);
    }

    void outcome(Pair pair, Outcome outcome) {
        outcomes.put(pair, outcome);
    }

    void active(Pair pair) {
        skip(
                "group",
                pair.group(),
                Reason.GROUP_ACTIVE.name(),
                "has members at the destination, whose place is theirs");
    }

    void ahead(Pair pair) {
        skip(
                "group",
                pair.group() + " in " + pair.partition(),
                Reason.LOCAL_AHEAD.name(),
                "is ahead of what the copy has of the source's: it stays until that goes beyond it, or is seen to go back");
    }

    void notMirroring(TopicPartition partition, @Nullable StateName state) {
        notMirroring
                .computeIfAbsent(partition.topic(), name -> new TreeSet<>())
                .add(state == null ? StateName.UNKNOWN.name() : state.name());
    }

    void otherKind(String group) {
        skip("group", group, "OTHER_KIND", "is a group of another type at the destination; rename one of the two");
    }

    void logMoved(TopicPartition partition) {
        undecided.add(partition);
        skip(
                "partition",
                partition.toString(),
                Reason.LOG_MOVED.name(),
                "its log began above its end when it was looked at, as just after a restart of its mirroring: its groups"
                        + " wait for the next round");
    }

    void logUnread(TopicPartition partition, String why) {
        undecided.add(partition);
        skip(
                "partition",
                partition.toString(),
                "LOG_UNREADABLE",
                "its groups wait, as it cannot be read at the destination where its log begins and ends: " + why);
    }

    void unreadable(String group, String where, String why) {
        skip("group", group, "UNREADABLE", "its offsets cannot be read at " + where + ": " + why);
    }

    void unlisted(String where, String why) {
        skip("coordinator", where, "UNREADABLE", "groups of a coordinator cannot be listed: " + why);
    }

    private void skip(String kind, String name, String reason, String text) {
        skipped.putIfAbsent(kind + " " + name + " " + reason, new Skipped(kind, name, reason, text));
    }

    GroupPlan plan() {
        notMirroring.forEach((topic, states) -> skip(
                "topic",
                topic,
                Reason.NOT_MIRRORING.name(),
                "group offsets are left alone where partitions are " + String.join(", ", states)));
        return new GroupPlan(commits, outcomes, List.copyOf(skipped.values()), undecided);
    }
}
