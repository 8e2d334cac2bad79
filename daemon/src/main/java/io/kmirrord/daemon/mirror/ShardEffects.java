// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.daemon.mirror;

import io.kmirrord.daemon.bridge.PartitionBridge;
import io.kmirrord.daemon.fetch.BrokerFetcher;
import io.kmirrord.daemon.fetch.FetchListener;
import io.kmirrord.daemon.fetch.FetchTarget;
import io.kmirrord.daemon.partition.Effect;
import io.kmirrord.daemon.partition.Event;
import io.kmirrord.daemon.shard.EventQueue;
import io.kmirrord.protocol.FetchPosition;
import io.kmirrord.protocol.FetchedPartition;
import io.kmirrord.protocol.WireException;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Consumer;
import org.apache.kafka.common.TopicIdPartition;
import org.apache.kafka.common.TopicPartition;

/** Carries out the effects of a shard's partitions. Confined to the shard's queue. */
final class ShardEffects implements PartitionEffects, AutoCloseable {
    private final EventQueue queue;
    private final ShardSettings settings;
    private final PartitionBridge bridge;
    private final SourceAsker asker;
    private final Map<Integer, BrokerFetcher> fetchers = new HashMap<>();
    private final Map<PartitionRunner, Fetching> fetching = new HashMap<>();
    private long appendedBytes;

    ShardEffects(EventQueue queue, ShardSettings settings) {
        this.queue = queue;
        this.settings = settings;
        bridge = new PartitionBridge(settings.bridge(), settings.ref());
        asker = new SourceAsker(settings.source());
    }

    long appendedBytes() {
        return appendedBytes;
    }

    @Override
    public void append(PartitionRunner runner, Effect.Append append, FetchedPartition data) {
        int bytes = data.records().readableBytes();
        bridge.append(
                runner.partition(),
                append,
                data.records().nioBuffer(),
                data::close,
                outcome -> queue.post(() -> {
                    if (outcome instanceof Event.Appended) {
                        appendedBytes += bytes;
                    }
                    runner.handle(outcome);
                }));
    }

    @Override
    public void carryOut(PartitionRunner runner, Effect effect) {
        Consumer<Event> sink = event -> queue.post(() -> runner.handle(event));
        if (effect instanceof Effect.Fetch fetch) {
            fetch(runner, fetch);
        } else if (effect instanceof Effect.StopFetch) {
            stopFetch(runner);
        } else if (effect instanceof Effect.Begin begin) {
            bridge.begin(runner.partition(), begin, sink);
        } else if (effect instanceof Effect.RestartAt restart) {
            bridge.restartAt(runner.partition(), restart, sink);
        } else if (effect instanceof Effect.SetLogStart set) {
            bridge.setLogStart(runner.partition(), set, sink);
        } else if (effect instanceof Effect.CheckTail check) {
            asker.checkTail(name(runner), check, sink);
        } else if (effect instanceof Effect.ListOffsets list) {
            asker.listOffsets(name(runner), list, sink);
        } else if (effect instanceof Effect.RefreshSource) {
            settings.refresh().run();
        } else if (effect instanceof Effect.Schedule timer) {
            queue.schedule(
                    () -> runner.handle(new Event.TimerFired(timer.attempt())), Duration.ofMillis(timer.delayMs()));
        } else {
            throw new IllegalStateException("effect without the records it speaks of: " + effect);
        }
    }

    private void fetch(PartitionRunner runner, Effect.Fetch fetch) {
        stopFetch(runner);
        BrokerFetcher fetcher = fetchers.computeIfAbsent(
                fetch.from().brokerId(),
                id -> new BrokerFetcher(queue, settings.source(), id, settings.fetchOptions(), settings.refresh()));
        TopicIdPartition partition = new TopicIdPartition(runner.sourceId(), name(runner));
        fetching.put(runner, new Fetching(fetcher, partition));
        FetchPosition position = new FetchPosition(
                partition, fetch.offset(), fetch.from().epoch(), fetch.lastEpoch(), settings.partitionMaxBytes());
        fetcher.fetch(new FetchTarget(position, new Listener(runner, fetch.attempt())));
    }

    private void stopFetch(PartitionRunner runner) {
        Fetching before = fetching.remove(runner);
        if (before != null) {
            before.fetcher().stop(before.partition());
        }
    }

    private static TopicPartition name(PartitionRunner runner) {
        return new TopicPartition(runner.topic(), runner.partition().partition());
    }

    @Override
    public void close() {
        fetchers.values().forEach(BrokerFetcher::close);
        fetchers.clear();
        fetching.clear();
    }

    /** Under which id a partition is fetched, and where. */
    private record Fetching(BrokerFetcher fetcher, TopicIdPartition partition) {}

    private record Listener(PartitionRunner runner, long attempt) implements FetchListener {
        @Override
        public void fetched(FetchedPartition answer) {
            runner.handle(FetchedEvents.of(attempt, answer), answer);
        }

        @Override
        public void failed(WireException problem) {
            runner.handle(new Event.SourceFailed(attempt, problem.error(), String.valueOf(problem.getMessage())));
        }
    }
}
