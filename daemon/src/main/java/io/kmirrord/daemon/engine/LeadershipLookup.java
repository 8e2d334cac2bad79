// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.daemon.engine;

import io.kmirrord.bridge.wire.Fence;
import io.kmirrord.bridge.wire.Request;
import io.kmirrord.bridge.wire.Response;
import io.kmirrord.bridge.wire.TopicIdPartition;
import io.kmirrord.statemachine.FencePhase;
import io.kmirrord.statemachine.FenceSeen;
import io.kmirrord.statemachine.Recorded;
import io.kmirrord.statemachine.Settings;
import io.kmirrord.statemachine.Wish;
import io.kmirrord.statemachine.settings.MirrorSettings;
import io.kmirrord.statemachine.view.StatePartitions;
import io.kmirrord.statemachine.view.StateView;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** Finds what is known of partitions whose leadership began. Thread-safe. */
final class LeadershipLookup {
    private final EngineParts parts;
    /** Whether topics are compacted, as the local logs were described last. */
    private final Map<String, Boolean> compacted = new ConcurrentHashMap<>();

    LeadershipLookup(EngineParts parts) {
        this.parts = parts;
    }

    /**
     * What is known of a partition.
     *
     * @param wish null if nothing is wished any more
     * @param ownedByAnother the fence belongs to another mirror that is not older
     */
    record Found(
            @Nullable Wish wish,
            @Nullable Recorded recorded,
            @Nullable FenceSeen fence,
            boolean ownedByAnother) {}

    /**
     * Asks the bridge for the fences and then reads the state topic to its end: in this order, since the fence is the stronger
     * of the two, and what led to a fence was written before it.
     */
    CompletableFuture<Map<Place, Found>> find(Set<Place> places) {
        List<TopicIdPartition> partitions =
                places.stream().map(Place::partition).distinct().toList();
        Set<Integer> where = new HashSet<>();
        for (Place place : places) {
            where.add(StatePartitions.of(place.id().mirror()));
            where.add(StatePartitions.of(place.id()));
        }
        return parts.bridge()
                .send(new Request.Describe(partitions), Response.Description.class)
                .thenCompose(description -> parts.topic().readToEnd(where, view -> join(places, view, description)));
    }

    private Map<Place, Found> join(Set<Place> places, StateView view, Response.Description description) {
        for (Response.PartitionDescription log : description.partitions()) {
            compacted.put(log.topicName(), log.compacted());
        }
        Map<Place, Found> found = new HashMap<>();
        for (Place place : places) {
            Wish wish = view.wish(place.id().mirror(), place.topic()).orElse(null);
            Fence fence = description.fences().get(place.id().topicId());
            Recorded recorded = view.partition(place.id()).orElse(null);
            if (fence == null || fence.mirror().equals(place.id().mirror())) {
                FenceSeen seen = fence == null ? null : seen(fence, place.id().partition());
                found.put(place, new Found(wish, recorded, seen, false));
            } else {
                boolean newer = wish == null || fence.generation() >= wish.generation();
                found.put(place, new Found(wish, recorded, null, newer));
            }
        }
        return found;
    }

    private static FenceSeen seen(Fence fence, int partition) {
        return new FenceSeen(
                fence.generation(), FencePhase.valueOf(fence.phaseOf(partition).name()), fence.stopEpoch());
    }

    /** What decisions about a topic read. */
    Settings settings(MirrorInfo info, String topic) {
        String own = info.config().get("topic.config.delete.retention.ms");
        long retention = own == null || !own.matches("[0-9]{1,18}")
                ? MirrorSettings.DEFAULT_DELETE_RETENTION_MS
                : Long.parseLong(own);
        return info.settings(compacted.getOrDefault(topic, false), retention);
    }
}
