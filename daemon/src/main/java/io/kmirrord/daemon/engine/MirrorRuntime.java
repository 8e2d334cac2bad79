// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.daemon.engine;

import io.kmirrord.daemon.copy.CopySettings;
import io.kmirrord.daemon.source.AdminSource;
import io.kmirrord.daemon.source.SourceAdmin;
import io.kmirrord.daemon.source.SourceView;
import io.kmirrord.daemon.source.SourceWatcher;
import io.kmirrord.protocol.WireClient;
import io.kmirrord.statemachine.settings.SourceSettings;
import io.kmirrord.statetopic.StateTopicConfig;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** A mirror in this daemon: its source and what the shards need of it. Confined to the node queue, but for {@link #copy}. */
final class MirrorRuntime implements AutoCloseable {
    private final String name;
    private final MirrorSource source;
    private final SourcePositions positions;
    private final WireClient client;
    private final SourceAdmin admin;
    private final SourceWatcher watcher;
    private final Set<String> topics = ConcurrentHashMap.newKeySet();
    private SourceView view = SourceView.NONE;

    private MirrorRuntime(
            String name,
            EngineParts parts,
            WireClient client,
            SourceAdmin admin,
            SourcePositions positions,
            long pollMs,
            Consumer<SourceView> listener) {
        this.name = name;
        this.client = client;
        this.admin = admin;
        this.positions = positions;
        source = new MirrorSource(client, admin, positions);
        watcher = new SourceWatcher(
                parts.node(), client, () -> Set.copyOf(topics), java.time.Duration.ofMillis(pollMs), seen -> {
                    view = seen;
                    listener.accept(seen);
                });
        watcher.start();
    }

    /**
     * Makes and starts it.
     *
     * @param clusterId the only cluster that may answer, null: the one that answers first
     * @param listener told of each new view, on the node queue
     * @throws IllegalArgumentException when the settings cannot be used
     */
    static MirrorRuntime start(
            String name,
            SourceSettings settings,
            @Nullable String clusterId,
            EngineParts parts,
            Consumer<SourceView> listener) {
        WireClient client = parts.sources().open(name, settings, clusterId);
        StateTopicConfig there = StateTopicConfig.of(
                        Map.of("bootstrap.servers", String.join(",", settings.bootstrap())))
                .withStateTopic(parts.stateConfig().stateTopic())
                .withProgressTopic(parts.stateConfig().progressTopic());
        SourcePositions positions = new SourcePositions(there, parts.topic().clusterId());
        SourceAdmin admin = new AdminSource(Map.of(
                "bootstrap.servers",
                String.join(",", settings.bootstrap()),
                "client.id",
                "kmirrord-" + name,
                "default.api.timeout.ms",
                String.valueOf(2 * settings.requestTimeoutMs()),
                "request.timeout.ms",
                String.valueOf(settings.requestTimeoutMs())));
        return new MirrorRuntime(name, parts, client, admin, positions, settings.metadataPollMs(), listener);
    }

    String name() {
        return name;
    }

    MirrorSource source() {
        return source;
    }

    /** Whether its client may have listened to another cluster. */
    boolean mayKnowAnother(String clusterId) {
        return !source.clusterId().equals(clusterId);
    }

    SourceView view() {
        return view;
    }

    /** Follows topics from now on. */
    void follow(List<String> more) {
        if (topics.addAll(more)) {
            watcher.refresh();
        }
    }

    /** What the copies of one shard share. */
    CopySettings copy(EngineParts parts) {
        SourceEffects comparisons = new SourceEffects(
                new BridgeEffects(parts.bridge()), mirror -> CompletableFuture.completedFuture(source));
        return new CopySettings(
                parts.bridge(),
                client,
                target -> comparisons.lastBatch(Place.of(target)),
                parts.limits(),
                parts.fetchOptions(),
                parts.partitionMaxBytes(),
                watcher::refresh,
                watcher::answer,
                new java.util.SplittableRandom(),
                parts.metrics());
    }

    @Override
    public void close() {
        watcher.stop();
        positions.close();
        admin.close();
        client.close();
    }
}
