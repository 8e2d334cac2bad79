// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.daemon.engine;

import io.kmirrord.daemon.copy.CopySettings;
import io.kmirrord.daemon.source.SourceView;
import io.kmirrord.daemon.source.SourceWatcher;
import io.kmirrord.daemon.source.TopicConfigs;
import io.kmirrord.protocol.WireClient;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;

/** A mirror in this daemon: its source and what the shards need of it. Confined to the node queue, but for {@link #copy}. */
final class MirrorRuntime implements AutoCloseable {
    private final String name;
    private final MirrorSource source;
    private final SourcePositions positions;
    private final WireClient client;
    private final TopicConfigs configs;
    private final SourceWatcher watcher;
    private final Set<String> topics = ConcurrentHashMap.newKeySet();
    private SourceView view = SourceView.NONE;

    /**
     * Makes and starts it.
     *
     * @param listener told of each new view, on the node queue
     */
    MirrorRuntime(
            String name,
            EngineParts parts,
            WireClient client,
            TopicConfigs configs,
            SourcePositions positions,
            long pollMs,
            Consumer<SourceView> listener) {
        this.name = name;
        this.client = client;
        this.configs = configs;
        this.positions = positions;
        source = new MirrorSource(client, configs, positions);
        watcher = new SourceWatcher(
                parts.node(), client, () -> Set.copyOf(topics), java.time.Duration.ofMillis(pollMs), seen -> {
                    view = seen;
                    listener.accept(seen);
                });
        watcher.start();
    }

    String name() {
        return name;
    }

    MirrorSource source() {
        return source;
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
        return new CopySettings(
                parts.bridge(),
                client,
                parts.limits(),
                parts.fetchOptions(),
                parts.partitionMaxBytes(),
                watcher::refresh,
                new java.util.SplittableRandom(),
                parts.metrics()::appended);
    }

    @Override
    public void close() {
        watcher.stop();
        positions.close();
        configs.close();
        client.close();
    }
}
