// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.daemon.diff;

import io.kmirrord.daemon.groups.CommittedOffset;
import io.kmirrord.daemon.groups.GroupList;
import io.kmirrord.statemachine.StateName;
import io.kmirrord.statemachine.diff.Difference;
import io.kmirrord.statemachine.diff.Subject;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeSet;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;

/**
 * Compares what groups have committed for partitions of mirror topics. Epochs and metadata of offsets are not compared: one
 * that was brought into the log has neither. Immutable; pure.
 *
 * @param states of the partitions that are compared
 * @param source what groups that the mirror means have committed there, by group; read before those here
 * @param here the same of the destination
 * @param kinds of groups here
 * @param reported what the last round of the sync left alone, by group, and by group and partition
 * @param syncing the last round is not longer ago than some intervals
 * @param intervalMs between two rounds
 */
public record GroupComparison(
        Map<TopicPartition, StateName> states,
        Map<String, Map<TopicPartition, CommittedOffset>> source,
        Map<String, Map<TopicPartition, CommittedOffset>> here,
        Map<String, GroupList.Kind> kinds,
        Map<String, String> reported,
        boolean syncing,
        long intervalMs) {
    private static final Comparator<TopicPartition> BY_NAME =
            Comparator.comparing(TopicPartition::topic).thenComparingInt(TopicPartition::partition);

    public GroupComparison {
        states = Map.copyOf(states);
        source = Map.copyOf(source);
        here = Map.copyOf(here);
        kinds = Map.copyOf(kinds);
        reported = Map.copyOf(reported);
    }

    /** Compares the groups that are known on both sides, or known to be on one only. */
    public List<Difference> differences() {
        SortedSet<String> groups = new TreeSet<>(source.keySet());
        groups.addAll(here.keySet());
        List<Difference> found = new ArrayList<>();
        for (String group : groups) {
            Map<TopicPartition, CommittedOffset> theirs = source.getOrDefault(group, Map.of());
            Map<TopicPartition, CommittedOffset> ours = here.getOrDefault(group, Map.of());
            SortedSet<TopicPartition> partitions = new TreeSet<>(BY_NAME);
            partitions.addAll(theirs.keySet());
            partitions.addAll(ours.keySet());
            partitions.retainAll(states.keySet());
            for (TopicPartition partition : partitions) {
                compare(found, group, partition, theirs.get(partition), ours.get(partition));
            }
        }
        return found;
    }

    private void compare(
            List<Difference> found,
            String group,
            TopicPartition partition,
            @Nullable CommittedOffset theirs,
            @Nullable CommittedOffset ours) {
        if (theirs != null && ours != null && theirs.offset() == ours.offset()) {
            return;
        }
        long behind = theirs == null || ours == null ? 0 : theirs.offset() - ours.offset();
        String known = reported.getOrDefault(group, reported.get(group + " in " + partition));
        boolean mirroring = states.get(partition) == StateName.MIRRORING;
        boolean ordinary = behind > 0
                && mirroring
                && syncing
                && known == null
                && kinds.get(group) != GroupList.Kind.ACTIVE
                && kinds.get(group) != GroupList.Kind.OTHER;
        found.add(Difference.of(
                Subject.GROUPS,
                group + " " + partition,
                offset(theirs),
                offset(ours),
                note(group, partition, behind, ordinary, known),
                ordinary));
    }

    private String note(String group, TopicPartition partition, long behind, boolean ordinary, @Nullable String known) {
        List<String> words = new ArrayList<>();
        if (behind != 0) {
            words.add(behind > 0 ? "behind by " + behind : "ahead by " + -behind);
        }
        if (ordinary) {
            words.add("synced every " + intervalMs + " ms");
        } else if (kinds.get(group) == GroupList.Kind.ACTIVE) {
            words.add("has members here, whose place is theirs");
        } else if (kinds.get(group) == GroupList.Kind.OTHER) {
            words.add("is no consumer group here; rename one of the two");
        } else if (states.get(partition) != StateName.MIRRORING) {
            words.add("not synced while the partition is " + states.get(partition));
        } else if (known != null) {
            words.add(known);
        } else if (!syncing) {
            words.add(
                    "no round of the sync of groups has ended lately: the log of the daemon with the duties tells why");
        } else if (behind < 0) {
            words.add("the sync leaves it until the source goes back itself");
        }
        return String.join("; ", words);
    }

    private static @Nullable String offset(@Nullable CommittedOffset committed) {
        return committed == null ? null : "offset " + committed.offset();
    }
}
