// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.daemon.engine;

import io.kmirrord.bridge.wire.TopicIdPartition;
import io.kmirrord.daemon.copy.MirrorCopies;
import io.kmirrord.daemon.shard.EventQueue;
import io.kmirrord.daemon.source.SourceView;
import io.kmirrord.statemachine.Event;
import io.kmirrord.statemachine.PartitionId;
import io.kmirrord.statemachine.decision.Failure;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** Owns the actors of its partitions. Its state is confined to its queue; methods post and are thread-safe. */
final class EngineShard implements AutoCloseable {
    private static final Duration HIGH_WATERMARK_POLL = Duration.ofMillis(100);

    private final EventQueue queue;
    private final EngineParts parts;
    private final EffectRunner effects;
    private final SplittableRandom random = new SplittableRandom();
    private final Map<PartitionId, PartitionActor> actors = new HashMap<>();
    private final Map<String, MirrorCopies> copies = new HashMap<>();
    /** Topics that may not be copied into, by mirror. */
    private final Map<String, Map<String, Failure>> barred = new HashMap<>();

    EngineShard(EventQueue queue, EngineParts parts, EffectRunner effects) {
        this.queue = queue;
        this.parts = parts;
        this.effects = effects;
        queue.repeat(() -> copies.values().forEach(MirrorCopies::pollHighWatermarks), HIGH_WATERMARK_POLL);
    }

    /**
     * The local broker leads a partition; makes its actor where there is none.
     *
     * @param mirror null where its settings cannot be used: the actor can stop, and never copies
     */
    void gained(Place place, @Nullable MirrorRuntime mirror, SourceView view, Event.LeadershipGained event) {
        queue.post(() -> {
            MirrorCopies shared = mirror == null ? null : copies(mirror, view);
            actors.computeIfAbsent(
                            place.id(),
                            id -> new PartitionActor(
                                    queue,
                                    place,
                                    shared,
                                    effects,
                                    parts.metrics(),
                                    parts.observer(),
                                    parts.nowMs(),
                                    random))
                    .handle(event);
        });
    }

    private MirrorCopies copies(MirrorRuntime mirror, SourceView view) {
        return copies.computeIfAbsent(mirror.name(), name -> {
            MirrorCopies made = new MirrorCopies(queue, mirror.copy(parts));
            made.view(view);
            made.barred(barred.getOrDefault(name, Map.of()));
            return made;
        });
    }

    /** Another wish or other settings, for a partition that has an actor. */
    void wished(PartitionId id, Event.WishChanged event) {
        queue.post(() -> {
            PartitionActor actor = actors.get(id);
            if (actor != null) {
                actor.handle(event);
            }
        });
    }

    /** The local broker leads partitions no more. */
    void lost(Collection<TopicIdPartition> partitions) {
        queue.post(() -> List.copyOf(actors.values()).stream()
                .filter(actor -> partitions.contains(actor.place().partition()))
                .forEach(actor -> {
                    actor.handle(new Event.LeadershipLost());
                    actor.close();
                    actors.remove(actor.place().id());
                }));
    }

    /**
     * A mirror was deleted, or its source is another: whatever runs for it ends.
     *
     * @return completes on the queue when it has ended, and counts no more; never when the queue is closed
     */
    CompletableFuture<Void> drop(String mirror) {
        CompletableFuture<Void> dropped = new CompletableFuture<>();
        queue.post(() -> {
            actors.values().removeIf(actor -> {
                boolean mine = actor.place().id().mirror().equals(mirror);
                if (mine) {
                    actor.close();
                }
                return mine;
            });
            MirrorCopies shared = copies.remove(mirror);
            if (shared != null) {
                shared.close();
            }
            dropped.complete(null);
        });
        return dropped;
    }

    /** A newer view of a mirror's source. */
    void view(String mirror, SourceView view) {
        queue.post(() -> {
            MirrorCopies shared = copies.get(mirror);
            if (shared != null) {
                shared.view(view);
            }
        });
    }

    /** Which topics of a mirror may not be copied into by now, and why. */
    void barred(String mirror, Map<String, Failure> topics) {
        queue.post(() -> {
            barred.put(mirror, topics);
            MirrorCopies shared = copies.get(mirror);
            if (shared != null) {
                shared.barred(topics);
            }
        });
    }

    /** What its actors do; never completes when the queue is closed. */
    CompletableFuture<List<ActorStatus>> statuses() {
        CompletableFuture<List<ActorStatus>> statuses = new CompletableFuture<>();
        queue.post(() -> statuses.complete(
                actors.values().stream().map(PartitionActor::status).toList()));
        return statuses;
    }

    /** Ends copies; what is being appended is left to the bridge. */
    @Override
    public void close() {
        queue.post(() -> {
            actors.values().forEach(PartitionActor::close);
            copies.values().forEach(MirrorCopies::close);
        });
        queue.close();
    }
}
