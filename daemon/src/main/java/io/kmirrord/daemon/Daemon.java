// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.daemon;

import io.kmirrord.bridge.client.BridgeClient;
import io.kmirrord.bridge.wire.TopicIdPartition;
import io.kmirrord.daemon.bridge.Leadership;
import io.kmirrord.daemon.bridge.LeadershipListener;
import io.kmirrord.daemon.bridge.NodeWatch;
import io.kmirrord.daemon.config.DaemonConfig;
import io.kmirrord.daemon.mirror.MirrorShard;
import io.kmirrord.daemon.mirror.ShardSettings;
import io.kmirrord.daemon.partition.Limits;
import io.kmirrord.daemon.report.Summary;
import io.kmirrord.daemon.shard.EventQueue;
import io.kmirrord.daemon.source.SourceView;
import io.kmirrord.daemon.source.SourceWatcher;
import io.kmirrord.daemon.source.TopicConfigs;
import io.kmirrord.daemon.topics.TopicKeeper;
import io.kmirrord.protocol.FetchOptions;
import io.kmirrord.protocol.WireClient;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;

/**
 * Ties the parts together: shard 0 follows the node and the source, does the controller's duties and writes the
 * summary; partitions are spread over all shards by hash. Thread-safe.
 */
public final class Daemon implements AutoCloseable {
    private static final int DOUBTFUL_ATTEMPTS = 6;

    private final List<EventQueue> queues = new ArrayList<>();
    private final List<MirrorShard> shards = new ArrayList<>();

    /**
     * Starts everything; returns at once, whether source and bridge are reachable or not.
     *
     * @param source read from; not closed by this
     * @param bridge of the local node; not closed by this
     * @param configs read when topics are created; not closed by this
     */
    public Daemon(DaemonConfig config, WireClient source, BridgeClient bridge, TopicConfigs configs) {
        for (int shard = 0; shard < config.runtime().shards(); shard++) {
            queues.add(new EventQueue("kmirrord-shard-" + shard));
        }
        EventQueue first = queues.get(0);
        SplittableRandom random = new SplittableRandom();
        TopicKeeper keeper = new TopicKeeper(
                first, bridge, configs, config.mirror(), config.runtime().backoff(), random.split());
        SourceWatcher watcher = new SourceWatcher(
                first, source, config.mirror().topics(), config.source().metadataPoll(), view -> spread(keeper, view));
        for (EventQueue queue : queues) {
            shards.add(new MirrorShard(queue, settings(config, source, bridge, watcher, random.split())));
        }
        watcher.start();
        bridge.watch(new NodeWatch(first, config.mirror().topics(), new Router(keeper)));
        new Summary(first, shards).start(config.runtime().summaryInterval());
    }

    private static ShardSettings settings(
            DaemonConfig config,
            WireClient source,
            BridgeClient bridge,
            SourceWatcher watcher,
            SplittableRandom random) {
        return new ShardSettings(
                config.mirror().ref(),
                bridge,
                source,
                new Limits(
                        config.append().inFlight(),
                        config.append().unreplicatedMaxBytes(),
                        config.runtime().backoff(),
                        DOUBTFUL_ATTEMPTS),
                new FetchOptions(config.fetch().maxWaitMs(), 1, config.fetch().maxBytes()),
                config.fetch().partitionMaxBytes(),
                watcher::refresh,
                random);
    }

    private void spread(TopicKeeper keeper, SourceView view) {
        shards.forEach(shard -> shard.view(view));
        keeper.view(view);
    }

    private MirrorShard shardOf(TopicIdPartition partition) {
        return shards.get(Math.floorMod(partition.hashCode(), shards.size()));
    }

    /** Ends fetches and decisions; appends under way are left to the bridge. 2 s for each shard at most. Idempotent. */
    @Override
    public void close() {
        shards.forEach(MirrorShard::close);
    }

    /** Brings leaderships to the shards that own the partitions. */
    private final class Router implements LeadershipListener {
        private final TopicKeeper keeper;

        Router(TopicKeeper keeper) {
            this.keeper = keeper;
        }

        @Override
        public void leaderships(List<Leadership> changed) {
            Map<MirrorShard, List<Leadership>> byShard = new HashMap<>();
            for (Leadership leadership : changed) {
                byShard.computeIfAbsent(shardOf(leadership.partition()), shard -> new ArrayList<>())
                        .add(leadership);
            }
            byShard.forEach(MirrorShard::leaderships);
        }

        @Override
        public void controllerEpoch(int epoch) {
            keeper.controllerEpoch(epoch);
        }
    }
}
