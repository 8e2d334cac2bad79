// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.daemon.duty.mirror;

import io.kmirrord.statemachine.Desired;
import io.kmirrord.statemachine.PartitionId;
import io.kmirrord.statemachine.view.StateView;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * What the watchdog reads of the view. Immutable.
 *
 * @param wished topics that are not wished STOPPED
 * @param generations of the newest state, by partition, of these topics
 */
record WatchFacts(List<Wished> wished, Map<PartitionId, Long> generations) {

    record Wished(String mirror, String topic, @Nullable UUID topicId, long generation) {}

    WatchFacts {
        wished = List.copyOf(wished);
        generations = Map.copyOf(generations);
    }

    /** Reads a view, on its thread. */
    static WatchFacts read(StateView view, Collection<String> mirrors) {
        List<Wished> wished = new ArrayList<>();
        Set<UUID> ids = new HashSet<>();
        for (String mirror : mirrors) {
            view.topics(mirror).values().forEach(own -> {
                if (own.wish().desired() != Desired.STOPPED) {
                    wished.add(new Wished(
                            mirror, own.topic(), own.topicId(), own.wish().generation()));
                    if (own.topicId() != null) {
                        ids.add(own.topicId());
                    }
                }
            });
        }
        Map<PartitionId, Long> generations = new HashMap<>();
        for (PartitionId id : view.partitions()) {
            if (ids.contains(id.topicId())) {
                view.partition(id)
                        .ifPresent(state -> generations.put(id, state.id().generation()));
            }
        }
        return new WatchFacts(wished, generations);
    }

    Set<String> topics() {
        Set<String> topics = new TreeSet<>();
        wished.forEach(topic -> topics.add(topic.topic()));
        return topics;
    }

    /** Whether any partition of a topic ever had a state. */
    boolean lived(Wished topic) {
        return generations.keySet().stream()
                .anyMatch(
                        id -> id.mirror().equals(topic.mirror()) && id.topicId().equals(topic.topicId()));
    }
}
