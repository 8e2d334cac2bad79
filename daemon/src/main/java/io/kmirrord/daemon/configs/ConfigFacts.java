// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.daemon.configs;

import io.kmirrord.daemon.sync.PresentStates;
import io.kmirrord.daemon.sync.SyncReports;
import io.kmirrord.statemachine.Desired;
import io.kmirrord.statemachine.StateName;
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
import java.util.TreeMap;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * What the state topic says that configs of a mirror's topics depend on, copied out of the view. Immutable.
 *
 * @param settings null if the mirror's settings cannot be used
 * @param topics of the mirror that are wished to be its topics, by name; none that another mirror has by now
 * @param elsewhere names of the mirrors that have topics by now which this one is wished to have too, by topic
 * @param outdated keys of other generations, which nobody needs
 * @param reports about configs, one of each daemon that ever had the duties
 */
record ConfigFacts(
        @Nullable MirrorSettings settings,
        Map<String, Topic> topics,
        Map<String, String> elsewhere,
        List<RecordKey> outdated,
        Map<RecordKey.SyncReport, RecordValue.SyncReport> reports) {
    static final ConfigFacts NONE = new ConfigFacts(null, Map.of(), Map.of(), List.of(), Map.of());

    ConfigFacts {
        topics = Map.copyOf(topics);
        elsewhere = Map.copyOf(elsewhere);
        outdated = List.copyOf(outdated);
        reports = Map.copyOf(reports);
    }

    /**
     * A topic.
     *
     * @param followed it is wished MIRRORING and some of it is: not while it is PAUSED, and not while all of it is FAILED, as
     *     where the source has another topic of that name
     */
    record Topic(UUID id, long generation, boolean followed, RecordValue.ConfigSync memory) {
        Topic with(RecordValue.ConfigSync other) {
            return new Topic(id, generation, followed, other);
        }
    }

    /** The same with what was recorded since. */
    ConfigFacts with(Map<String, RecordValue.ConfigSync> recorded) {
        Map<String, Topic> now = new HashMap<>(topics);
        recorded.forEach((name, memory) -> now.computeIfPresent(name, (same, topic) -> topic.with(memory)));
        return new ConfigFacts(settings, now, elsewhere, outdated, reports);
    }

    /** Whether a topic is still to be followed as it was before. */
    boolean stillFollows(String name, @Nullable Topic before) {
        Topic topic = topics.get(name);
        return topic != null && before != null && topic.followed() && topic.generation() == before.generation();
    }

    /** Reads a view, on its thread; empty if the mirror does not exist. */
    static Optional<ConfigFacts> read(StateView view, String mirror) {
        return view.mirror(mirror).map(definition -> {
            Map<String, TopicWish> wishes = view.topics(mirror);
            Map<String, Other> others = elsewhere(view, mirror);
            Map<String, String> elsewhere = new TreeMap<>();
            Set<String> mirroring = new HashSet<>();
            PresentStates.of(view, mirror, wishes).forEach((partition, state) -> {
                if (state == StateName.MIRRORING) {
                    mirroring.add(partition.topic());
                }
            });
            Map<RecordKey.ConfigSync, RecordValue.ConfigSync> memories = view.configSyncs(mirror);
            Map<String, Topic> topics = new TreeMap<>();
            wishes.forEach((name, wish) -> {
                UUID id = wish.topicId();
                long generation = wish.wish().generation();
                if (id == null || wish.wish().desired() == Desired.STOPPED) {
                    return;
                }
                Other other = others.get(name);
                if (other != null && other.generation() >= generation) {
                    elsewhere.put(name, other.mirror());
                } else {
                    RecordValue.ConfigSync memory = memories.get(new RecordKey.ConfigSync(mirror, name, generation));
                    topics.put(
                            name,
                            new Topic(
                                    id,
                                    generation,
                                    wish.wish().desired() == Desired.MIRRORING && mirroring.contains(name),
                                    memory == null ? ConfigPlan.NOTHING_TAKEN : memory));
                }
            });
            List<RecordKey> outdated = new ArrayList<>();
            memories.keySet().forEach(key -> {
                TopicWish wish = wishes.get(key.topic());
                if (wish == null || wish.wish().generation() != key.generation()) {
                    outdated.add(key);
                }
            });
            return new ConfigFacts(
                    MirrorSettings.usable(definition.config()).orElse(null),
                    topics,
                    elsewhere,
                    outdated,
                    SyncReports.of(view, mirror, ConfigSync.SUBJECT));
        });
    }

    /** Another mirror that has a topic. */
    private record Other(String mirror, long generation) {
        Other newer(Other than) {
            return generation >= than.generation() ? this : than;
        }
    }

    /** Topics that another mirror has: the one that has them by the newest wish. */
    private static Map<String, Other> elsewhere(StateView view, String mirror) {
        Map<String, Other> taken = new HashMap<>();
        view.mirrors().stream()
                .filter(other -> !other.equals(mirror))
                .sorted()
                .forEach(other -> view.topics(other).forEach((topic, wish) -> {
                    if (wish.wish().desired() != Desired.STOPPED) {
                        taken.merge(topic, new Other(other, wish.wish().generation()), Other::newer);
                    }
                }));
        return taken;
    }
}
