// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.daemon.groups;

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
    private final Map<Pair, Long> taken = new HashMap<>();
    private final Set<TopicPartition> undecided = new HashSet<>();
    private final Map<String, Skipped> skipped = new TreeMap<>();
    private final Map<String, Set<String>> notMirroring = new TreeMap<>();

    void commit(Pair pair, OffsetAndMetadata offset, @Nullable CommittedOffset theirs) {
        commits.computeIfAbsent(pair.group(), name -> new HashMap<>()).put(pair.partition(), offset);
        taken(pair, theirs == null ? -1 : theirs.offset());
    }

    void taken(Pair pair, long offset) {
        if (offset >= 0) {
            taken.put(pair, offset);
        }
    }

    void leave(Pair pair, Reason reason, @Nullable CommittedOffset theirs) {
        if (reason == Reason.GROUP_ACTIVE) {
            skip("group", pair.group(), reason.name(), "has members at the destination, whose place is theirs");
        } else if (reason == Reason.LOG_MOVED) {
            undecided.add(pair.partition());
        } else {
            if (reason == Reason.LOCAL_AHEAD) {
                skip(
                        "group",
                        pair.group() + " in " + pair.partition(),
                        reason.name(),
                        "is ahead of the source's, which did not go back");
            }
            taken(pair, theirs == null ? -1 : theirs.offset());
        }
    }

    void notMirroring(TopicPartition partition, @Nullable StateName state) {
        notMirroring
                .computeIfAbsent(partition.topic(), name -> new TreeSet<>())
                .add(state == null ? StateName.UNKNOWN.name() : state.name());
    }

    void otherKind(String group) {
        skip("group", group, "OTHER_KIND", "is a group of another type at the destination; rename one of the two");
    }

    void undecided(TopicPartition partition) {
        undecided.add(partition);
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
        return new GroupPlan(commits, taken, List.copyOf(skipped.values()), undecided);
    }
}
