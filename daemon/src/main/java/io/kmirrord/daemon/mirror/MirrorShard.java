// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.daemon.mirror;

import io.kmirrord.bridge.wire.TopicIdPartition;
import io.kmirrord.daemon.bridge.Leadership;
import io.kmirrord.daemon.partition.Event;
import io.kmirrord.daemon.partition.PartitionMachine;
import io.kmirrord.daemon.partition.Progress;
import io.kmirrord.daemon.partition.StateName;
import io.kmirrord.daemon.partition.Surroundings;
import io.kmirrord.daemon.shard.EventQueue;
import io.kmirrord.daemon.source.SourceView;
import java.time.Duration;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * Owns the partition mirrors that hash to it. All state is confined to its queue; public methods post and are
 * thread-safe.
 */
public final class MirrorShard implements AutoCloseable {
    private static final Duration HIGH_WATERMARK_POLL = Duration.ofMillis(100);

    private final EventQueue queue;
    private final ShardSettings settings;
    private final PartitionMachine machine;
    private final ShardEffects effects;
    private final HighWatermarks highWatermarks;
    private final Map<TopicIdPartition, PartitionRunner> runners = new HashMap<>();
    private SourceView view = SourceView.NONE;

    public MirrorShard(EventQueue queue, ShardSettings settings) {
        this.queue = queue;
        this.settings = settings;
        machine = new PartitionMachine(settings.limits());
        effects = new ShardEffects(queue, settings);
        highWatermarks = new HighWatermarks(queue, settings.bridge(), runners);
        queue.repeat(highWatermarks::poll, HIGH_WATERMARK_POLL);
    }

    /** Takes over what changed about partitions of this shard. */
    public void leaderships(List<Leadership> changed) {
        queue.post(() -> changed.forEach(this::led));
    }

    /** Takes over a newer view of the source. */
    public void view(SourceView now) {
        queue.post(() -> {
            view = now;
            runners.values().forEach(this::surround);
        });
    }

    private void led(Leadership leadership) {
        TopicIdPartition partition = leadership.partition();
        if (leadership.leaderEpoch() == Surroundings.NOT_LED) {
            PartitionRunner gone = runners.remove(partition);
            if (gone != null) {
                gone.leaderEpoch(Surroundings.NOT_LED);
                surround(gone);
            }
            return;
        }
        PartitionRunner runner = runners.computeIfAbsent(
                partition, key -> new PartitionRunner(key, leadership.topic(), machine, settings.random(), effects));
        runner.leaderEpoch(leadership.leaderEpoch());
        surround(runner);
    }

    private void surround(PartitionRunner runner) {
        runner.sourceId(Obstacles.sourceId(runner.topic(), view));
        runner.handle(
                new Event.Surrounded(Obstacles.around(runner.partition(), runner.topic(), runner.leaderEpoch(), view)));
    }

    /** Figures of now; never completes when the queue is closed. */
    public CompletableFuture<ShardStats> stats() {
        CompletableFuture<ShardStats> stats = new CompletableFuture<>();
        queue.post(() -> stats.complete(count()));
        return stats;
    }

    private ShardStats count() {
        Map<StateName, Integer> states = new EnumMap<>(StateName.class);
        long lag = 0;
        for (PartitionRunner runner : runners.values()) {
            states.merge(runner.state(), 1, Integer::sum);
            lag += lag(runner.progress());
        }
        return new ShardStats(states, lag, effects.appendedBytes());
    }

    private static long lag(@Nullable Progress progress) {
        return progress == null || progress.sourceHighWatermark() < 0
                ? 0
                : Math.max(0, progress.sourceHighWatermark() - progress.log().highWatermark());
    }

    /** Ends fetches; what is being appended completes or fails with the bridge client. */
    @Override
    public void close() {
        queue.post(effects::close);
        queue.close();
    }
}
