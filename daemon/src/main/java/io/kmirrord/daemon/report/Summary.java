// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.daemon.report;

import io.kmirrord.daemon.mirror.MirrorShard;
import io.kmirrord.daemon.mirror.ShardStats;
import io.kmirrord.daemon.shard.EventQueue;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Logs the summary line again and again. Confined to its queue. */
public final class Summary {
    private static final Logger LOG = LoggerFactory.getLogger(Summary.class);

    private final EventQueue queue;
    private final List<MirrorShard> shards;
    private long lastBytes;
    private long lastNanos = System.nanoTime();

    public Summary(EventQueue queue, List<MirrorShard> shards) {
        this.queue = queue;
        this.shards = List.copyOf(shards);
    }

    /** To be called once. */
    public void start(Duration interval) {
        queue.repeat(this::gather, interval);
    }

    private void gather() {
        CompletableFuture<ShardStats> sum = CompletableFuture.completedFuture(ShardStats.NONE);
        for (MirrorShard shard : shards) {
            sum = sum.thenCombine(shard.stats(), ShardStats::plus);
        }
        queue.then(sum, (stats, problem) -> {
            if (stats != null) {
                log(stats);
            }
        });
    }

    private void log(ShardStats stats) {
        long now = System.nanoTime();
        LOG.info(SummaryLine.of(stats, stats.appendedBytes() - lastBytes, Duration.ofNanos(now - lastNanos)));
        lastBytes = stats.appendedBytes();
        lastNanos = now;
    }
}
