// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.daemon.duty.mirror;

import io.kmirrord.statemachine.Desired;
import io.kmirrord.statemachine.PartitionId;
import io.kmirrord.statemachine.StateName;
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
 * @param settled topics that were settled before and are wished the same still; nothing else is read of them
 * @param generations of the newest state, by partition, of the topics
 * @param stopped partitions whose newest state is STOPPED
 */
record WatchFacts(
        List<Wished> wished, Set<Wished> settled, Map<PartitionId, Long> generations, Set<PartitionId> stopped) {

    /**
     * A topic that is wished something, a stop included.
     *
     * @param stop it is wished STOPPED: until it is, each partition needs an actor (R4)
     */
    record Wished(String mirror, String topic, @Nullable UUID topicId, long generation, boolean stop) {}

    WatchFacts {
        wished = List.copyOf(wished);
        settled = Set.copyOf(settled);
        generations = Map.copyOf(generations);
        stopped = Set.copyOf(stopped);
    }

    /**
     * Reads a view, on its thread.
     *
     * @param settled topics of which nothing is awaited any more: there may be many, for ever
     */
    static WatchFacts read(StateView view, Collection<String> mirrors, Set<Wished> settled) {
        List<Wished> wished = new ArrayList<>();
        Set<Wished> still = new HashSet<>();
        Set<UUID> ids = new HashSet<>();
        for (String mirror : mirrors) {
            view.topics(mirror).values().forEach(own -> {
                Wished one = new Wished(
                        mirror,
                        own.topic(),
                        own.topicId(),
                        own.wish().generation(),
                        own.wish().desired() == Desired.STOPPED);
                if (settled.contains(one)) {
                    still.add(one);
                    return;
                }
                wished.add(one);
                if (own.topicId() != null) {
                    ids.add(own.topicId());
                }
            });
        }
        Map<PartitionId, Long> generations = new HashMap<>();
        Set<PartitionId> stopped = new HashSet<>();
        for (PartitionId id : view.partitions()) {
            if (ids.contains(id.topicId())) {
                view.partition(id).ifPresent(state -> {
                    generations.put(id, state.id().generation());
                    if (state.state() == StateName.STOPPED) {
                        stopped.add(id);
                    }
                });
            }
        }
        return new WatchFacts(wished, still, generations, stopped);
    }

    Set<String> topics() {
        Set<String> topics = new TreeSet<>();
        wished.forEach(topic -> topics.add(topic.topic()));
        return topics;
    }

    /** Whether a partition has arrived at the stop that is wished. */
    boolean isStopped(Wished topic, PartitionId partition) {
        return topic.stop()
                && stopped.contains(partition)
                && generations.getOrDefault(partition, -1L) >= topic.generation();
    }

    /** Whether nothing is awaited any more of a topic that is wished STOPPED: all of it is, or it is gone. */
    boolean isSettled(Wished topic, Destination.@Nullable Topic there) {
        if (!topic.stop()) {
            return false;
        }
        if (there == null || !there.id().equals(topic.topicId())) {
            return lived(topic);
        }
        return there.partitions().stream()
                .allMatch(
                        partition -> isStopped(topic, new PartitionId(topic.mirror(), there.id(), partition.number())));
    }

    /** Whether any partition of a topic ever had a state. */
    boolean lived(Wished topic) {
        return generations.keySet().stream()
                .anyMatch(
                        id -> id.mirror().equals(topic.mirror()) && id.topicId().equals(topic.topicId()));
    }
}
