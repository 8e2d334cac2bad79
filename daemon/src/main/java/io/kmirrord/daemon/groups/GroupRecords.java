// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.daemon.groups;

import io.kmirrord.daemon.groups.GroupPlan.Outcome;
import io.kmirrord.daemon.groups.GroupPlan.Pair;
import io.kmirrord.daemon.groups.GroupPlan.Place;
import io.kmirrord.statemachine.StateName;
import io.kmirrord.statemachine.view.RecordValue;
import io.kmirrord.statemachine.view.RecordValue.CutOwed;
import io.kmirrord.statemachine.view.StateRecord;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.apache.kafka.common.TopicPartition;

/**
 * What is recorded of a round. Nothing in the steady state. Pure.
 *
 * <p>A partition had its first round once its log was seen: a group that could not be read then is remembered by the holder
 * as one that may still go back ({@link GroupMemory}), and to the next holder it is a group like any other.
 *
 * <p>A cut is followed once all coordinators told their groups and the log was seen. Groups above it that have members, or
 * were refused, or could not be read for the time being, are named in the record, and the cut stays open for them alone until
 * one is seen clamped, below it, as at the source, or gone. A group that our principal may not read here cannot be committed
 * either, and does not count.
 */
final class GroupRecords {
    /** If more groups of a topic owed cuts, the newest stay open for all, so that the record stays small. */
    private static final int MOST_OWED = 1_000;

    private static final Comparator<CutOwed> IN_ORDER =
            Comparator.comparing(CutOwed::group).thenComparing(CutOwed::partition);

    private final GroupRound round;
    private final GroupFacts facts;
    private final GroupPlan plan;
    private final Map<String, Refusal> refused;
    private final Map<TopicPartition, List<CutOwed>> owing = new HashMap<>();
    private final Map<String, Set<String>> own = new HashMap<>();

    private GroupRecords(GroupRound round, GroupPlan plan, Map<String, Refusal> refused) {
        this.round = round;
        this.facts = round.facts();
        this.plan = plan;
        this.refused = refused;
        plan.outcomes().forEach(this::sort);
    }

    /**
     * Returns what a round has seen to.
     *
     * @param refused groups whose commits were
     */
    static List<StateRecord> progress(
            GroupRound round, String mirror, GroupType type, GroupPlan plan, Map<String, Refusal> refused, long nowMs) {
        return new GroupRecords(round, plan, refused).records(mirror, type, nowMs);
    }

    private void sort(Pair pair, Outcome outcome) {
        TopicPartition partition = pair.partition();
        if (outcome.cutTo() >= 0 && !done(pair, outcome)) {
            owing.computeIfAbsent(partition, name -> new ArrayList<>())
                    .add(new CutOwed(pair.group(), partition.partition(), outcome.cutTo()));
        }
        if (outcome.theirs() >= 0 && hasOwnPlace(pair, outcome)) {
            own.computeIfAbsent(partition.topic(), name -> new HashSet<>()).add(pair.group());
        }
    }

    /** Whether the group is where it was decided to be. */
    private boolean done(Pair pair, Outcome outcome) {
        return outcome.place() != Place.MEMBERS
                && (outcome.place() != Place.COMMITTED || !refused.containsKey(pair.group()));
    }

    private boolean hasOwnPlace(Pair pair, Outcome outcome) {
        Refusal refusal = refused.get(pair.group());
        return outcome.place() == Place.MEMBERS
                || outcome.place() == Place.AHEAD
                || (outcome.place() == Place.COMMITTED && refusal != null && refusal.hasMembers());
    }

    private List<StateRecord> records(String mirror, GroupType type, long nowMs) {
        Map<String, TreeSet<Integer>> mirroring = new TreeMap<>();
        facts.states().forEach((partition, state) -> {
            if (state == StateName.MIRRORING) {
                mirroring
                        .computeIfAbsent(partition.topic(), name -> new TreeSet<>())
                        .add(partition.partition());
            }
        });
        List<StateRecord> records = new ArrayList<>();
        mirroring.forEach((topic, partitions) -> {
            RecordValue.GroupSync before = facts.recorded(topic);
            RecordValue.GroupSync after = after(topic, partitions, before);
            if (!after.equals(before)) {
                records.add(new StateRecord(
                        type.key(mirror, topic, facts.generations().getOrDefault(topic, -1L)),
                        new RecordValue.GroupSync(
                                before.revision() + 1,
                                after.partitions(),
                                after.cutsFollowed(),
                                after.cutsOwed(),
                                after.ownPlaces(),
                                nowMs)));
            }
        });
        facts.outdated().forEach(key -> records.add(new StateRecord(key, null)));
        return records;
    }

    /** With revision and time of what was before. */
    private RecordValue.GroupSync after(String topic, Set<Integer> mirroring, RecordValue.GroupSync before) {
        TreeSet<Integer> begun = new TreeSet<>(before.partitions());
        List<String> followed = new ArrayList<>(before.cutsFollowed());
        TreeSet<CutOwed> owed = new TreeSet<>(IN_ORDER);
        before.cutsOwed().stream().filter(one -> isStillOwed(topic, one)).forEach(owed::add);
        for (int number : mirroring) {
            TopicPartition partition = new TopicPartition(topic, number);
            if (!plan.undecided().contains(partition)) {
                begun.add(number);
                follow(partition, followed, owed);
            }
        }
        return new RecordValue.GroupSync(
                before.revision(),
                List.copyOf(begun),
                followed,
                List.copyOf(owed),
                ownPlaces(topic, before.ownPlaces()),
                before.atMs());
    }

    /** What was not seen this time still is. */
    private boolean isStillOwed(String topic, CutOwed one) {
        Pair pair = new Pair(one.group(), new TopicPartition(topic, one.partition()));
        Outcome outcome = plan.outcomes().get(pair);
        if (outcome != null) {
            return outcome.cutTo() >= 0 && !done(pair, outcome);
        }
        return round.isUnread(one.group()) || round.present(pair.group(), pair.partition()) != null;
    }

    private void follow(TopicPartition partition, List<String> followed, Set<CutOwed> owed) {
        List<GroupFacts.Cut> cuts = facts.cuts().getOrDefault(partition, List.of());
        if (cuts.isEmpty() || !round.local().problems().isEmpty()) {
            return;
        }
        TreeSet<CutOwed> then = new TreeSet<>(IN_ORDER);
        then.addAll(owing.getOrDefault(partition, List.of()));
        round.present()
                .unreadNow()
                .forEach(group ->
                        then.add(new CutOwed(group, partition.partition(), facts.cutTo(new Pair(group, partition)))));
        owed.stream().filter(one -> !then.contains(one)).forEach(then::add);
        if (then.size() <= MOST_OWED) {
            owed.clear();
            owed.addAll(then);
            cuts.forEach(cut -> followed.add(cut.salvageId()));
        }
    }

    private List<String> ownPlaces(String topic, List<String> before) {
        Set<String> now = own.getOrDefault(topic, Set.of());
        TreeSet<String> places = new TreeSet<>();
        before.stream()
                .filter(group -> now.contains(group) || staysOwn(topic, group))
                .forEach(places::add);
        new TreeSet<>(now)
                .stream()
                        .filter(group -> !places.contains(group))
                        .limit(RecordValue.GroupSync.MOST_OWN_PLACES - (long) places.size())
                        .forEach(places::add);
        return List.copyOf(places);
    }

    /** Until all of it is seen as at the source again, or gone. */
    private boolean staysOwn(String topic, String group) {
        if (round.isUnread(group)) {
            return true;
        }
        Set<TopicPartition> partitions = round.ofTopic(group, topic);
        return !partitions.stream().map(partition -> new Pair(group, partition)).allMatch(this::isAsAtSource);
    }

    private boolean isAsAtSource(Pair pair) {
        Outcome outcome = plan.outcomes().get(pair);
        return outcome != null && outcome.theirs() >= 0 && outcome.place() != Place.UNTOLD && done(pair, outcome);
    }
}
