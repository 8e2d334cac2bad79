// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.daemon.groups;

import io.kmirrord.daemon.groups.GroupPlan.Pair;
import io.kmirrord.statemachine.StateName;
import io.kmirrord.statemachine.decision.GroupOffset;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;

/**
 * What both sides look like in a round. Immutable; all of it is pure.
 *
 * @param source groups there
 * @param committed at the source, of {@link #atSource}
 * @param local groups at the destination
 * @param present at the destination, of {@link #wanted}
 */
record GroupRound(
        GroupFacts facts,
        GroupScope scope,
        GroupList source,
        GroupOffsets committed,
        GroupList local,
        GroupOffsets present) {

    /**
     * Groups of the source whose offsets are asked for: those that it lists, and those that were synced before and are not
     * listed any more. A group that our principal may no longer describe is not listed, like one that was deleted: only the
     * question tells one from the other.
     *
     * @param before groups that were synced
     */
    static Set<String> atSource(GroupScope scope, GroupList source, Set<String> before) {
        Set<String> groups = new HashSet<>();
        before.forEach(group -> {
            if (!source.groups().containsKey(group) && scope.means(group)) {
                groups.add(group);
            }
        });
        source.groups().forEach((group, kind) -> {
            if (kind != GroupList.Kind.OTHER && scope.means(group)) {
                groups.add(group);
            }
        });
        return groups;
    }

    /** Groups whose offsets at the destination are needed: after a cut also of those that the source does not have. */
    static Set<String> wanted(GroupFacts facts, GroupScope scope, GroupOffsets committed, GroupList local) {
        Set<String> groups = new HashSet<>(committed.offsets().keySet());
        if (!facts.cuts().isEmpty()) {
            local.groups().forEach((group, kind) -> {
                if (kind != GroupList.Kind.OTHER && scope.means(group)) {
                    groups.add(group);
                }
            });
        }
        return groups;
    }

    /** Partitions about which something may have to be committed. */
    Set<TopicPartition> needed() {
        Set<TopicPartition> needed = new HashSet<>();
        for (String group : groups()) {
            for (TopicPartition partition : partitions(group)) {
                if (facts.states().get(partition) == StateName.MIRRORING && !settled(group, partition)) {
                    needed.add(partition);
                }
            }
        }
        return needed;
    }

    private boolean settled(String group, TopicPartition partition) {
        CommittedOffset theirs = committed(group, partition);
        return theirs != null
                && theirs.equals(present(group, partition))
                && !facts.cuts().containsKey(partition);
    }

    /**
     * Decides.
     *
     * @param ranges of the destination's logs, of {@link #needed}
     * @param lastSynced what was taken over before
     */
    GroupPlan plan(Map<TopicPartition, LogRange> ranges, Map<Pair, Long> lastSynced) {
        GroupPlanner planner = new GroupPlanner();
        failures(planner);
        for (String group : groups()) {
            for (TopicPartition partition : partitions(group)) {
                StateName state = facts.states().get(partition);
                if (local.groups().get(group) == GroupList.Kind.OTHER) {
                    planner.otherKind(group);
                } else if (state != StateName.MIRRORING) {
                    planner.notMirroring(partition, state);
                } else if (settled(group, partition)) {
                    CommittedOffset theirs = committed(group, partition);
                    planner.taken(new Pair(group, partition), theirs == null ? -1 : theirs.offset());
                } else {
                    decide(planner, new Pair(group, partition), ranges.get(partition), lastSynced);
                }
            }
        }
        return planner.plan();
    }

    private void decide(GroupPlanner planner, Pair pair, @Nullable LogRange range, Map<Pair, Long> lastSynced) {
        if (range == null) {
            planner.undecided(pair.partition());
            return;
        }
        CommittedOffset theirs = committed(pair.group(), pair.partition());
        CommittedOffset ours = present(pair.group(), pair.partition());
        // At first sight in a life of the log its groups may go back; later only where the source did meanwhile.
        long last =
                !facts.begun(pair.partition()) || theirs == null ? -1 : lastSynced.getOrDefault(pair, theirs.offset());
        GroupOffset decision = GroupOffset.decide(new GroupOffset.Situation(
                StateName.MIRRORING,
                range.start(),
                range.end(),
                value(theirs),
                value(ours),
                last,
                local.groups().get(pair.group()) == GroupList.Kind.ACTIVE,
                facts.cutTo(pair.partition())));
        if (decision instanceof GroupOffset.Commit commit) {
            planner.commit(pair, commit(commit, theirs), theirs);
        } else if (decision instanceof GroupOffset.Leave leave) {
            if (leave.reason() == GroupOffset.Reason.UP_TO_DATE
                    && theirs != null
                    && ours != null
                    && theirs.offset() == ours.offset()
                    && !theirs.metadata().equals(ours.metadata())) {
                planner.commit(pair, commit(new GroupOffset.Commit(theirs.offset(), true), theirs), theirs);
            } else {
                planner.leave(pair, leave.reason(), theirs);
            }
        }
    }

    /** Whether nothing of it was unreadable for the time being: then what it saw to counts. */
    boolean isWhole() {
        return source.problems().isEmpty()
                && local.problems().isEmpty()
                && present.failed().isEmpty();
    }

    private void failures(GroupPlanner planner) {
        committed.failed().forEach((group, why) -> planner.unreadable(group, "the source", why));
        present.failed().forEach((group, why) -> planner.unreadable(group, "the destination", why));
        source.problems().forEach(why -> planner.unlisted("the source", why));
        local.problems().forEach(why -> planner.unlisted("the destination", why));
    }

    /** Without epoch and metadata where the source's would not be true of the offset. */
    private static OffsetAndMetadata commit(GroupOffset.Commit commit, @Nullable CommittedOffset theirs) {
        if (!commit.asAtSource() || theirs == null) {
            return new OffsetAndMetadata(commit.offset());
        }
        Optional<Integer> epoch = theirs.leaderEpoch() < 0 ? Optional.empty() : Optional.of(theirs.leaderEpoch());
        return new OffsetAndMetadata(commit.offset(), epoch, theirs.metadata());
    }

    private static GroupOffset.@Nullable Committed value(@Nullable CommittedOffset offset) {
        return offset == null ? null : new GroupOffset.Committed(offset.offset(), offset.leaderEpoch());
    }

    private Set<String> groups() {
        Set<String> groups = new TreeSet<>(committed.offsets().keySet());
        if (!facts.cuts().isEmpty()) {
            groups.addAll(present.offsets().keySet());
        }
        groups.removeAll(present.failed().keySet());
        return groups;
    }

    /** Those of the mirror; and of what the source does not have only where there was a cut. */
    private Set<TopicPartition> partitions(String group) {
        Set<TopicPartition> partitions =
                new HashSet<>(committed.offsets().getOrDefault(group, Map.of()).keySet());
        for (TopicPartition partition :
                present.offsets().getOrDefault(group, Map.of()).keySet()) {
            if (facts.cuts().containsKey(partition)) {
                partitions.add(partition);
            }
        }
        partitions.removeIf(partition -> !facts.generations().containsKey(partition.topic()));
        return partitions;
    }

    private @Nullable CommittedOffset committed(String group, TopicPartition partition) {
        return committed.offsets().getOrDefault(group, Map.of()).get(partition);
    }

    private @Nullable CommittedOffset present(String group, TopicPartition partition) {
        return present.offsets().getOrDefault(group, Map.of()).get(partition);
    }
}
