// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.daemon.groups;

import io.kmirrord.daemon.groups.GroupPlan.Outcome;
import io.kmirrord.daemon.groups.GroupPlan.Pair;
import io.kmirrord.daemon.groups.GroupPlan.Place;
import io.kmirrord.statemachine.StateName;
import io.kmirrord.statemachine.decision.GroupOffset;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
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

    /**
     * Groups whose offsets at the destination are needed: after a cut also of those that the source does not have, and always
     * of those that a record names.
     */
    static Set<String> wanted(GroupFacts facts, GroupScope scope, GroupOffsets committed, GroupList local) {
        Set<String> groups = new HashSet<>(committed.offsets().keySet());
        facts.named().stream().filter(scope::means).forEach(groups::add);
        if (!facts.cuts().isEmpty()) {
            local.groups().forEach((group, kind) -> {
                if (kind != GroupList.Kind.OTHER && scope.means(group)) {
                    groups.add(group);
                }
            });
        }
        return groups;
    }

    /** Partitions in which a group is as at the source, of which only the start of the log can ask for more. */
    Set<TopicPartition> settled() {
        return mirroring(this::settled);
    }

    /**
     * Partitions about which something may have to be committed.
     *
     * @param starts of {@link #settled()}; one that failed is not asked again
     */
    Set<TopicPartition> needed(LogStarts starts) {
        Set<TopicPartition> needed = mirroring(pair -> !isLeft(pair, starts));
        needed.removeAll(starts.failed().keySet());
        return needed;
    }

    private Set<TopicPartition> mirroring(Predicate<Pair> of) {
        Set<TopicPartition> found = new HashSet<>();
        for (String group : groups()) {
            for (TopicPartition partition : partitions(group)) {
                if (facts.states().get(partition) == StateName.MIRRORING && of.test(new Pair(group, partition))) {
                    found.add(partition);
                }
            }
        }
        return found;
    }

    private boolean settled(Pair pair) {
        CommittedOffset theirs = committed(pair.group(), pair.partition());
        return theirs != null && theirs.equals(present(pair.group(), pair.partition())) && facts.cutTo(pair) < 0;
    }

    /** Settled, and retention here did not pass it. */
    private boolean isLeft(Pair pair, LogStarts starts) {
        CommittedOffset theirs = committed(pair.group(), pair.partition());
        return theirs != null && settled(pair) && starts.starts().getOrDefault(pair.partition(), 0L) <= theirs.offset();
    }

    /**
     * Decides.
     *
     * @param starts of {@link #settled()}
     * @param logs of the destination, of {@link #needed}
     * @param memory of what was taken over before
     */
    GroupPlan plan(LogStarts starts, LogRanges logs, GroupMemory memory) {
        GroupPlanner planner = new GroupPlanner();
        failures(planner);
        starts.failed().forEach(planner::logUnread);
        logs.failed().forEach(planner::logUnread);
        for (String group : groups()) {
            for (TopicPartition partition : partitions(group)) {
                Pair pair = new Pair(group, partition);
                StateName state = facts.states().get(partition);
                LogRange range = logs.ranges().get(partition);
                if (local.groups().get(group) == GroupList.Kind.OTHER) {
                    planner.otherKind(group);
                } else if (state != StateName.MIRRORING) {
                    planner.notMirroring(partition, state);
                } else if (isLeft(pair, starts)) {
                    planner.outcome(pair, outcome(pair, isActive(group) ? Place.UNTOLD : Place.THE_SOURCES));
                } else if (range != null) {
                    decide(planner, pair, range, memory);
                }
            }
        }
        return planner.plan();
    }

    private boolean isActive(String group) {
        return local.groups().get(group) == GroupList.Kind.ACTIVE;
    }

    private void decide(GroupPlanner planner, Pair pair, LogRange range, GroupMemory memory) {
        CommittedOffset theirs = committed(pair.group(), pair.partition());
        CommittedOffset ours = present(pair.group(), pair.partition());
        GroupOffset decision = GroupOffset.decide(new GroupOffset.Situation(
                StateName.MIRRORING,
                range.start(),
                range.end(),
                value(theirs),
                value(ours),
                theirs == null ? -1 : memory.last(facts, pair, theirs, ours),
                isActive(pair.group()),
                facts.cutTo(pair)));
        if (decision instanceof GroupOffset.Commit commit) {
            planner.commit(pair, commit(commit, theirs));
            planner.outcome(pair, outcome(pair, Place.COMMITTED));
        } else if (decision instanceof GroupOffset.Leave leave) {
            leave(planner, pair, leave.reason());
        }
    }

    private void leave(GroupPlanner planner, Pair pair, GroupOffset.Reason reason) {
        CommittedOffset theirs = committed(pair.group(), pair.partition());
        CommittedOffset ours = present(pair.group(), pair.partition());
        switch (reason) {
            case GROUP_ACTIVE -> {
                planner.active(pair);
                planner.outcome(pair, outcome(pair, Place.MEMBERS));
            }
            case LOG_MOVED -> planner.logMoved(pair.partition());
            case LOCAL_AHEAD -> {
                planner.ahead(pair);
                boolean further = theirs != null && ours != null && theirs.offset() < ours.offset();
                planner.outcome(pair, outcome(pair, further ? Place.AHEAD : Place.UNTOLD));
            }
            case UP_TO_DATE -> {
                if (theirs != null
                        && ours != null
                        && theirs.offset() == ours.offset()
                        && !theirs.metadata().equals(ours.metadata())) {
                    planner.commit(pair, commit(new GroupOffset.Commit(theirs.offset(), true), theirs));
                    planner.outcome(pair, outcome(pair, Place.COMMITTED));
                } else {
                    planner.outcome(pair, outcome(pair, Place.THE_SOURCES));
                }
            }
            case NOT_AT_SOURCE, NOT_MIRRORING, WITHIN_LOG -> planner.outcome(pair, outcome(pair, Place.UNTOLD));
        }
    }

    private Outcome outcome(Pair pair, Place place) {
        CommittedOffset theirs = committed(pair.group(), pair.partition());
        CommittedOffset ours = present(pair.group(), pair.partition());
        long cut = facts.cutTo(pair);
        return new Outcome(
                place,
                theirs == null ? -1 : theirs.offset(),
                ours != null && cut >= 0 && cut < ours.offset() ? cut : -1);
    }

    /** Whether it is not known where a group is here: it is none of ours any more, or could not be read. */
    boolean isUnread(String group) {
        return !scope.means(group) || present.failed().containsKey(group);
    }

    /** Partitions of a topic in which a group has an offset on either side. */
    Set<TopicPartition> ofTopic(String group, String topic) {
        Set<TopicPartition> partitions =
                new HashSet<>(committed.offsets().getOrDefault(group, Map.of()).keySet());
        partitions.addAll(present.offsets().getOrDefault(group, Map.of()).keySet());
        partitions.removeIf(partition -> !partition.topic().equals(topic));
        return partitions;
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
        groups.addAll(present.offsets().keySet());
        groups.removeAll(present.failed().keySet());
        return groups;
    }

    /** Those of the mirror; and of what the source does not have only where there was a cut. */
    private Set<TopicPartition> partitions(String group) {
        Set<TopicPartition> partitions =
                new HashSet<>(committed.offsets().getOrDefault(group, Map.of()).keySet());
        for (TopicPartition partition :
                present.offsets().getOrDefault(group, Map.of()).keySet()) {
            if (facts.cutTo(new Pair(group, partition)) >= 0) {
                partitions.add(partition);
            }
        }
        partitions.removeIf(partition -> !facts.generations().containsKey(partition.topic()));
        return partitions;
    }

    private @Nullable CommittedOffset committed(String group, TopicPartition partition) {
        return committed.offsets().getOrDefault(group, Map.of()).get(partition);
    }

    @Nullable
    CommittedOffset present(String group, TopicPartition partition) {
        return present.offsets().getOrDefault(group, Map.of()).get(partition);
    }
}
