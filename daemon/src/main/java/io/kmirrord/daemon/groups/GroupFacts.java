// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.daemon.groups;

import io.kmirrord.daemon.groups.GroupPlan.Pair;
import io.kmirrord.daemon.sync.PresentStates;
import io.kmirrord.daemon.sync.SyncReports;
import io.kmirrord.statemachine.StateName;
import io.kmirrord.statemachine.settings.GroupSettings;
import io.kmirrord.statemachine.settings.MirrorSettings;
import io.kmirrord.statemachine.view.RecordKey;
import io.kmirrord.statemachine.view.RecordValue;
import io.kmirrord.statemachine.view.StateView;
import io.kmirrord.statemachine.view.StateView.TopicWish;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;

/**
 * What the state topic says that group offsets of a mirror depend on, copied out of the view. Immutable.
 *
 * @param settings of groups, null if the mirror's settings cannot be used
 * @param generations of the mirror's topics
 * @param states of its partitions in the topic's present generation
 * @param cuts of the present generation that no round has followed; groups that one could not clamp are with {@code owed}
 * @param owed where cuts are not followed yet by a group in a partition, the lowest end that they left to the log
 * @param synced what was recorded of topics in their present generation
 * @param outdated keys of earlier generations, which nobody needs
 * @param reports about groups that are not synced, one of each daemon that ever had the duties
 */
record GroupFacts(
        @Nullable GroupSettings settings,
        Map<String, Long> generations,
        Map<TopicPartition, StateName> states,
        Map<TopicPartition, List<Cut>> cuts,
        Map<Pair, Long> owed,
        Map<String, RecordValue.GroupSync> synced,
        List<RecordKey> outdated,
        Map<RecordKey.SyncReport, RecordValue.SyncReport> reports) {

    static final GroupFacts NONE =
            new GroupFacts(null, Map.of(), Map.of(), Map.of(), Map.of(), Map.of(), List.of(), Map.of());

    GroupFacts {
        generations = Map.copyOf(generations);
        states = Map.copyOf(states);
        cuts = Map.copyOf(cuts);
        owed = Map.copyOf(owed);
        synced = Map.copyOf(synced);
        outdated = List.copyOf(outdated);
        reports = Map.copyOf(reports);
    }

    /** Whether any of its groups is to be followed. */
    boolean mirrors() {
        return settings != null && states.containsValue(StateName.MIRRORING);
    }

    /** A cut that left the log's end at an offset. */
    record Cut(String salvageId, long to) {}

    /** The lowest of those that a group has not followed in a partition, -1 if there is none. */
    long cutTo(Pair pair) {
        long open = cuts.getOrDefault(pair.partition(), List.of()).stream()
                .mapToLong(Cut::to)
                .min()
                .orElse(Long.MAX_VALUE);
        long to = Math.min(open, owed.getOrDefault(pair, Long.MAX_VALUE));
        return to == Long.MAX_VALUE ? -1 : to;
    }

    /** What is recorded of a topic. */
    RecordValue.GroupSync recorded(String topic) {
        return synced.getOrDefault(topic, RecordValue.GroupSync.NONE);
    }

    /** Whether a partition had its first round, after which its groups go back only where the source's do. */
    boolean begun(TopicPartition partition) {
        return recorded(partition.topic()).partitions().contains(partition.partition());
    }

    /** Whether a group is recorded to have a place of its own in a topic here. */
    boolean ownPlace(String group, String topic) {
        List<String> own = recorded(topic).ownPlaces();
        return own.size() >= RecordValue.GroupSync.MOST_OWN_PLACES || own.contains(group);
    }

    /** Groups that a record names: only what they have here tells whether they are to stay in it. */
    Set<String> named() {
        Set<String> named = new HashSet<>();
        owed.keySet().forEach(pair -> named.add(pair.group()));
        synced.values().forEach(sync -> named.addAll(sync.ownPlaces()));
        return named;
    }

    /** Reads a view, on its thread; empty if the mirror does not exist. */
    static Optional<GroupFacts> read(StateView view, String mirror, GroupType type) {
        return view.mirror(mirror).map(definition -> {
            Map<String, TopicWish> wishes = view.topics(mirror);
            Map<String, Long> generations = new HashMap<>();
            wishes.forEach((topic, wish) -> generations.put(topic, wish.wish().generation()));
            Map<String, RecordValue.GroupSync> synced = new HashMap<>();
            List<RecordKey> outdated = new ArrayList<>();
            type.recorded(view, mirror).forEach((key, value) -> {
                if (generations.getOrDefault(key.topic(), -1L) == key.generation()) {
                    synced.put(key.topic(), value);
                } else {
                    outdated.add(key.key());
                }
            });
            return new GroupFacts(
                    MirrorSettings.usable(definition.config())
                            .map(MirrorSettings::groups)
                            .orElse(null),
                    generations,
                    PresentStates.of(view, mirror, wishes),
                    cuts(view, mirror, generations, synced),
                    owed(synced),
                    synced,
                    outdated,
                    SyncReports.of(view, mirror, type.subject()));
        });
    }

    private static Map<Pair, Long> owed(Map<String, RecordValue.GroupSync> synced) {
        Map<Pair, Long> owed = new HashMap<>();
        synced.forEach((topic, sync) -> sync.cutsOwed()
                .forEach(one -> owed.merge(
                        new Pair(one.group(), new TopicPartition(topic, one.partition())), one.to(), Math::min)));
        return owed;
    }

    private static Map<TopicPartition, List<Cut>> cuts(
            StateView view, String mirror, Map<String, Long> generations, Map<String, RecordValue.GroupSync> synced) {
        Map<TopicPartition, List<Cut>> cuts = new HashMap<>();
        view.salvages().forEach((key, salvage) -> {
            RecordValue.GroupSync sync = synced.get(salvage.topic());
            Set<String> followed = sync == null ? Set.of() : new HashSet<>(sync.cutsFollowed());
            if (key.mirror().equals(mirror)
                    && generations.getOrDefault(salvage.topic(), -1L) == salvage.generation()
                    && !followed.contains(key.salvageId())) {
                cuts.computeIfAbsent(
                                new TopicPartition(salvage.topic(), salvage.partition()), name -> new ArrayList<>())
                        .add(new Cut(key.salvageId(), salvage.fromOffset()));
            }
        });
        return cuts;
    }
}
