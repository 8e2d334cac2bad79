// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.daemon.engine;

import io.kmirrord.bridge.wire.TopicIdPartition;
import io.kmirrord.daemon.bridge.Leadership;
import io.kmirrord.daemon.shard.EventQueue;
import io.kmirrord.daemon.source.SourceAdmin;
import io.kmirrord.daemon.source.SourceView;
import io.kmirrord.protocol.ClusterMetadata;
import io.kmirrord.statemachine.Event;
import io.kmirrord.statemachine.PartitionId;
import io.kmirrord.statemachine.decision.Failure;
import io.kmirrord.statemachine.decision.FailureCode;
import io.kmirrord.statemachine.settings.MirrorSettings;
import io.kmirrord.statemachine.view.RecordKey;
import io.kmirrord.statemachine.view.RecordValue.Hop;
import io.kmirrord.statemachine.view.StateRecord;
import io.kmirrord.statemachine.view.StateView;
import io.kmirrord.statetopic.Health;
import io.kmirrord.statetopic.StateTopic;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Brings together what the broker leads and what the state topic wishes: each mirror partition of both has an actor. Its
 * state is confined to the node queue; {@link StateTopic.Listener} posts there.
 */
public final class Engine implements StateTopic.Listener, AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Engine.class);
    private static final Duration LOOK_AGAIN = Duration.ofMillis(500);

    private final EngineParts parts;
    private final List<EngineShard> shards = new ArrayList<>();
    private final LeadershipLookup lookup;
    private final Map<String, CompletableFuture<SourceHandle>> sources = new ConcurrentHashMap<>();
    private final Map<TopicIdPartition, Leadership> led = new HashMap<>();
    private final Map<String, MirrorInfo> mirrors = new HashMap<>();
    private final Map<String, MirrorRuntime> runtimes = new HashMap<>();
    /** Have an actor, by the leader epoch that it was told. */
    private final Map<Place, Integer> acting = new HashMap<>();

    private final Set<Place> wanted = new LinkedHashSet<>();
    private boolean looking;
    private boolean stopped;

    public Engine(EngineParts parts, List<EventQueue> queues) {
        this.parts = parts;
        BridgeEffects local = new BridgeEffects(parts.bridge());
        Effects effects = new Effects(
                local,
                new SourceEffects(local, this::source),
                new ControllerEffects(parts.controller(), local, parts.nowMs()),
                new StateEffects(parts.topic(), parts.writer()),
                new Salvage(parts.salvages(), parts.salvaged(), local, parts.io()),
                parts.settling());
        queues.forEach(queue -> shards.add(new EngineShard(queue, parts, effects)));
        lookup = new LeadershipLookup(parts);
    }

    private CompletableFuture<SourceHandle> source(String mirror) {
        return sources.getOrDefault(
                mirror,
                CompletableFuture.failedFuture(new EffectFailure(
                        FailureCode.SOURCE_UNREACHABLE, "this daemon knows no mirror '" + mirror + "'")));
    }

    private EngineShard shardOf(PartitionId id) {
        return shards.get(Math.floorMod(id.hashCode(), shards.size()));
    }

    @Override
    public void changed(StateView view, List<StateRecord> records) {
        Set<String> touched = new HashSet<>();
        Set<String> found = new HashSet<>();
        if (records.isEmpty()) {
            touched.addAll(view.mirrors());
        }
        for (StateRecord record : records) {
            if (record.key() instanceof RecordKey.Mirror key) {
                touched.add(key.mirror());
            } else if (record.key() instanceof RecordKey.MirrorTopic key) {
                touched.add(key.mirror());
            } else if (record.key() instanceof RecordKey.Lineage key) {
                found.add(key.mirror());
            } else if (record.key() instanceof RecordKey.ConfigSync key) {
                found.add(key.mirror());
            }
        }
        // With the wishes too: what was found of another generation does not count.
        found.addAll(touched);
        found.forEach(name -> {
            Map<String, Failure> barred =
                    BarredTopics.of(view, name, parts.topic().clusterId());
            shards.forEach(shard -> shard.barred(name, barred));
        });
        Map<String, Optional<MirrorInfo>> news = new HashMap<>();
        for (String name : touched) {
            news.put(name, view.mirror(name).map(definition -> MirrorInfo.of(name, definition, view.topics(name))));
        }
        if (!news.isEmpty()) {
            parts.node().post(() -> mirrors(news));
        }
    }

    @Override
    public void health(Health health) {
        if (health.state() == Health.State.LOST) {
            LOG.error("the state topic is lost, nothing is done any more: {}", health.text());
            parts.node().post(this::stopActing);
        }
    }

    /** What is recorded cannot be trusted any more: a copy on its grounds would be the worst. To be called on the node queue. */
    public void stopActing() {
        stopped = true;
        wanted.clear();
        shards.forEach(shard -> shard.lost(Set.copyOf(led.keySet())));
        acting.clear();
    }

    private void mirrors(Map<String, Optional<MirrorInfo>> news) {
        news.forEach((name, info) -> {
            MirrorInfo before = mirrors.get(name);
            if (info.isEmpty()) {
                mirrors.remove(name);
                // Behind the last copy of the mirror: a count after it would begin its counters anew.
                CompletableFuture<Void> unused =
                        end(name).thenRun(() -> parts.metrics().forget(name));
                return;
            }
            MirrorInfo now = info.get();
            if (before != null && !before.config().equals(now.config())) {
                LOG.info("mirror {}: other settings", name);
                CompletableFuture<Void> unused = end(name);
            } else if (listensElsewhere(now)) {
                LOG.info(
                        "mirror {}: its source is cluster {}, nobody else is listened to", name, now.sourceClusterId());
                CompletableFuture<Void> unused = end(name);
            }
            mirrors.put(name, now);
            if (!sources.containsKey(name)) {
                start(now);
            }
            wish(now, before);
        });
        look();
    }

    /** The first cluster that answered this daemon may be another than the one that answered where the mirror was started. */
    private boolean listensElsewhere(MirrorInfo info) {
        MirrorRuntime runtime = runtimes.get(info.name());
        String source = info.sourceClusterId();
        return runtime != null && source != null && runtime.mayKnowAnother(source);
    }

    /** Ends whatever runs for a mirror; completes when nothing of it counts any more. */
    private CompletableFuture<Void> end(String name) {
        acting.keySet().removeIf(place -> place.id().mirror().equals(name));
        wanted.removeIf(place -> place.id().mirror().equals(name));
        CompletableFuture<?>[] dropped =
                shards.stream().map(shard -> shard.drop(name)).toArray(CompletableFuture[]::new);
        sources.remove(name);
        MirrorRuntime runtime = runtimes.remove(name);
        if (runtime != null) {
            runtime.close();
        }
        return CompletableFuture.allOf(dropped);
    }

    /** Without settings that can be used a mirror gets no runtime, and a source that fails with the reason. */
    private void start(MirrorInfo info) {
        String name = info.name();
        String problem = info.problem();
        MirrorSettings settings = info.settings();
        if (settings != null) {
            try {
                MirrorRuntime runtime = MirrorRuntime.start(
                        name, settings.source(), info.sourceClusterId(), parts, view -> viewed(name, view));
                runtimes.put(name, runtime);
                sources.put(name, CompletableFuture.completedFuture(runtime.source()));
                return;
            } catch (IllegalArgumentException e) {
                problem = String.valueOf(e.getMessage());
            }
        }
        LOG.error("mirror {}: its settings cannot be used, it can only be stopped: {}", name, problem);
        sources.put(name, CompletableFuture.failedFuture(new EffectFailure(FailureCode.SETTINGS_UNUSABLE, problem)));
    }

    private void viewed(String mirror, SourceView view) {
        shards.forEach(shard -> shard.view(mirror, view));
    }

    /** Tells actors of other wishes, and wants actors where there are none. */
    private void wish(MirrorInfo info, @Nullable MirrorInfo before) {
        for (Leadership leadership : led.values()) {
            StateView.TopicWish wish = wishFor(info, leadership);
            if (wish == null) {
                continue;
            }
            Place place = place(info.name(), leadership);
            if (!acting.containsKey(place)) {
                wanted.add(place);
            } else if (before == null
                    || !wish.equals(before.topics().get(leadership.topic()))
                    || !java.util.Objects.equals(before.settings(), info.settings())) {
                shardOf(place.id())
                        .wished(
                                place.id(),
                                new Event.WishChanged(wish.wish(), lookup.settings(info, leadership.topic())));
            }
        }
    }

    private static StateView.@Nullable TopicWish wishFor(MirrorInfo info, Leadership leadership) {
        StateView.TopicWish wish = info.topics().get(leadership.topic());
        boolean other = wish != null
                && wish.topicId() != null
                && !wish.topicId().equals(leadership.partition().topicId());
        return other ? null : wish;
    }

    private static Place place(String mirror, Leadership leadership) {
        TopicIdPartition partition = leadership.partition();
        return new Place(new PartitionId(mirror, partition.topicId(), partition.partition()), leadership.topic());
    }

    /** Leaderships that changed. To be called on the node queue. */
    public void leaderships(Collection<Leadership> changed) {
        Set<TopicIdPartition> lost = new HashSet<>();
        for (Leadership leadership : changed) {
            if (leadership.isLed()) {
                led.put(leadership.partition(), leadership);
                mirrors.values().stream()
                        .filter(info -> wishFor(info, leadership) != null)
                        .forEach(info -> wanted.add(place(info.name(), leadership)));
            } else {
                led.remove(leadership.partition());
                lost.add(leadership.partition());
            }
        }
        if (!lost.isEmpty()) {
            acting.keySet().removeIf(place -> lost.contains(place.partition()));
            wanted.removeIf(place -> lost.contains(place.partition()));
            shards.forEach(shard -> shard.lost(lost));
        }
        look();
    }

    /** Looks up what is recorded about the partitions that want an actor, all in one go. */
    private void look() {
        if (looking || stopped || wanted.isEmpty()) {
            return;
        }
        looking = true;
        Set<Place> asked = Set.copyOf(wanted);
        wanted.clear();
        parts.node().then(lookup.find(asked), (found, problem) -> {
            looking = false;
            if (found == null) {
                LOG.warn("what is recorded cannot be read, tries again: {}", String.valueOf(problem));
                wanted.addAll(asked);
                parts.node().schedule(this::look, LOOK_AGAIN);
                return;
            }
            asked.forEach(place -> begin(place, found.get(place)));
            look();
        });
    }

    private void begin(Place place, LeadershipLookup.@Nullable Found found) {
        Leadership leadership = led.get(place.partition());
        MirrorInfo info = mirrors.get(place.id().mirror());
        if (stopped || leadership == null || info == null || found == null || found.wish() == null) {
            return;
        }
        if (found.ownedByAnother()) {
            LOG.info("{}: left alone, the fence belongs to another mirror", place);
            return;
        }
        Integer told = acting.put(place, leadership.leaderEpoch());
        if (told != null && told == leadership.leaderEpoch()) {
            // The wish changed while it was looked up for the first time: the leadership is not new, the wish is.
            shardOf(place.id())
                    .wished(place.id(), new Event.WishChanged(found.wish(), lookup.settings(info, place.topic())));
            return;
        }
        MirrorRuntime runtime = runtimes.get(info.name());
        if (runtime != null) {
            runtime.follow(List.of(place.topic()));
        }
        shardOf(place.id())
                .gained(
                        place,
                        runtime,
                        runtime == null ? SourceView.NONE : runtime.view(),
                        new Event.LeadershipGained(
                                leadership.leaderEpoch(),
                                found.wish(),
                                lookup.settings(info, place.topic()),
                                found.recorded(),
                                found.fence()));
    }

    /** Asks a mirror's source for every topic that its principal may describe. Thread-safe. */
    public CompletableFuture<ClusterMetadata> allTopics(String mirror) {
        return source(mirror).thenCompose(SourceHandle::allTopics);
    }

    /** A mirror's source, to be asked for what surrounds its records. Thread-safe. */
    public CompletableFuture<SourceAdmin> admin(String mirror) {
        return source(mirror).thenApply(SourceHandle::admin);
    }

    /** Asks by which mirrors a mirror's source has topics. Thread-safe. */
    public CompletableFuture<Map<String, List<Hop>>> upstream(String mirror, Map<String, UUID> topics) {
        return source(mirror).thenCompose(source -> source.upstream(topics));
    }

    /** What all actors do. Thread-safe. */
    public CompletableFuture<List<ActorStatus>> statuses() {
        CompletableFuture<List<ActorStatus>> all = CompletableFuture.completedFuture(List.of());
        for (EngineShard shard : shards) {
            all = all.thenCombine(shard.statuses(), (some, more) -> {
                List<ActorStatus> sum = new ArrayList<>(some);
                sum.addAll(more);
                return sum;
            });
        }
        return all;
    }

    /** Ends copies and sources; 2 s for each shard at most. */
    @Override
    public void close() {
        parts.node().post(() -> runtimes.values().forEach(MirrorRuntime::close));
        shards.forEach(EngineShard::close);
    }
}
