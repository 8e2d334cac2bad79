// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.daemon.duty.mirror;

import io.kmirrord.daemon.configs.ConfigPlan;
import io.kmirrord.daemon.configs.ConfigSync;
import io.kmirrord.daemon.groups.GroupType;
import io.kmirrord.daemon.sync.PresentStates;
import io.kmirrord.statemachine.Desired;
import io.kmirrord.statemachine.StateName;
import io.kmirrord.statemachine.settings.MirrorSettings;
import io.kmirrord.statemachine.view.RecordKey;
import io.kmirrord.statemachine.view.RecordValue;
import io.kmirrord.statemachine.view.StateView;
import io.kmirrord.statemachine.view.StateView.TopicWish;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;

/**
 * What the state topic says that a comparison depends on, copied out of the view. Immutable.
 *
 * @param settings null if the mirror's settings cannot be used
 * @param states of the partitions of the mirror's topics, of their present generation
 * @param memories what was taken over of topics' configs in their present generation
 * @param configNotes what the last round told of configs, by topic and key
 * @param groupNotes what the last round told of groups, by group, and by group and partition
 */
record ComparisonFacts(
        MirrorFacts mirror,
        @Nullable MirrorSettings settings,
        Map<TopicPartition, StateName> states,
        Map<String, RecordValue.ConfigSync> memories,
        Map<String, String> configNotes,
        Map<String, String> groupNotes) {
    ComparisonFacts {
        states = Map.copyOf(states);
        memories = Map.copyOf(memories);
        configNotes = Map.copyOf(configNotes);
        groupNotes = Map.copyOf(groupNotes);
    }

    /** Reads a view, on its thread; empty if the mirror does not exist. */
    static Optional<ComparisonFacts> read(StateView view, String mirror, long nowMs) {
        return MirrorFacts.read(view, mirror, nowMs).map(facts -> {
            Map<String, RecordValue.ConfigSync> memories = new HashMap<>();
            Map<RecordKey.ConfigSync, RecordValue.ConfigSync> all = view.configSyncs(mirror);
            facts.own().forEach((topic, wish) -> {
                RecordValue.ConfigSync memory = all.get(
                        new RecordKey.ConfigSync(mirror, topic, wish.wish().generation()));
                if (memory != null) {
                    memories.put(topic, memory);
                }
            });
            Map<String, RecordValue.SyncReport> reports = view.newestSyncReports(mirror);
            return new ComparisonFacts(
                    facts,
                    MirrorSettings.usable(facts.definition().config()).orElse(null),
                    PresentStates.of(view, mirror, facts.own()),
                    memories,
                    notes(reports.get(ConfigSync.SUBJECT)),
                    notes(reports.get(GroupType.CONSUMER.subject())));
        });
    }

    private static Map<String, String> notes(RecordValue.@Nullable SyncReport report) {
        Map<String, String> notes = new HashMap<>();
        if (report != null) {
            report.skipped().forEach(one -> notes.put(one.name(), one.reason() + ": " + one.text()));
        }
        return notes;
    }

    /** Topics that are wished to be mirror topics, of those that are meant. */
    Set<String> mirrored(Predicate<String> meant) {
        Set<String> names = new TreeSet<>();
        mirror.own().forEach((name, wish) -> {
            if (wish.wish().desired() != Desired.STOPPED && meant.test(name)) {
                names.add(name);
            }
        });
        return names;
    }

    /** Topics whose configs are followed at present. */
    Set<String> followed() {
        Set<String> names = new TreeSet<>();
        states.forEach((partition, state) -> {
            TopicWish wish = mirror.own().get(partition.topic());
            if (state == StateName.MIRRORING && wish != null && wish.wish().desired() == Desired.MIRRORING) {
                names.add(partition.topic());
            }
        });
        return names;
    }

    /** What was taken over of a topic's configs. */
    RecordValue.ConfigSync memory(String topic) {
        return memories.getOrDefault(topic, ConfigPlan.NOTHING_TAKEN);
    }
}
