// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.daemon.report;

import io.kmirrord.daemon.copy.Progress;
import io.kmirrord.daemon.engine.ActorStatus;
import io.kmirrord.daemon.shard.EventQueue;
import io.kmirrord.statemachine.PartitionId;
import io.kmirrord.statemachine.StateName;
import io.kmirrord.statetopic.PartitionProgress;
import io.kmirrord.statetopic.ProgressWriter;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Looks at all partitions every few seconds: writes their progress where it changed, says which stand still although the
 * source is ahead, and logs a summary. Confined to its queue.
 */
public final class Reporter {
    private static final Logger LOG = LoggerFactory.getLogger(Reporter.class);
    private static final Duration PROGRESS = Duration.ofSeconds(2);
    /** Written again though nothing changed, so that the topic's retention of an hour keeps it. */
    private static final long REWRITE_MS = 600_000;

    private final EventQueue queue;
    private final Supplier<CompletableFuture<List<ActorStatus>>> statuses;
    private final ProgressWriter writer;
    private final int nodeId;
    private final Map<PartitionId, PartitionProgress> written = new HashMap<>();
    private final Stalls stalls = new Stalls();
    private long lastBytes;
    private long lastNanos = System.nanoTime();
    private boolean asking;

    public Reporter(
            EventQueue queue,
            Supplier<CompletableFuture<List<ActorStatus>>> statuses,
            ProgressWriter writer,
            int nodeId) {
        this.queue = queue;
        this.statuses = statuses;
        this.writer = writer;
        this.nodeId = nodeId;
    }

    /** To be called once. */
    public void start(Duration summaryInterval) {
        queue.repeat(this::look, PROGRESS);
        queue.repeat(
                () -> queue.then(statuses.get(), (all, problem) -> summarize(all == null ? List.of() : all)),
                summaryInterval);
    }

    private void look() {
        if (asking) {
            return;
        }
        asking = true;
        queue.then(statuses.get(), (all, problem) -> {
            asking = false;
            if (all != null) {
                report(all, System.currentTimeMillis());
            }
        });
    }

    private void report(List<ActorStatus> all, long nowMs) {
        Map<PartitionId, String> still = stalls.look(all, System.nanoTime() / 1_000_000);
        List<PartitionProgress> changed = new ArrayList<>();
        for (ActorStatus status : all) {
            PartitionProgress now =
                    progress(status, still.getOrDefault(status.place().id(), ""), nowMs);
            PartitionProgress before = written.get(now.partition());
            if (before == null || differs(before, now) || nowMs - before.atMs() > REWRITE_MS) {
                changed.add(now);
                written.put(now.partition(), now);
            }
        }
        written.keySet().retainAll(ActorStatus.ids(all));
        if (!changed.isEmpty()) {
            writer.write(nodeId, changed);
        }
    }

    private static boolean differs(PartitionProgress before, PartitionProgress now) {
        return before.sourceEnd() != now.sourceEnd()
                || before.localEnd() != now.localEnd()
                || before.localHighWatermark() != now.localHighWatermark()
                || before.sourceLogStart() != now.sourceLogStart()
                || !before.note().equals(now.note());
    }

    private static PartitionProgress progress(ActorStatus status, String still, long nowMs) {
        Progress copy = status.progress();
        return new PartitionProgress(
                status.place().id(),
                status.place().topic(),
                copy == null ? -1 : copy.sourceLogStart(),
                copy == null ? -1 : copy.sourceHighWatermark(),
                copy == null ? -1 : copy.log().end(),
                copy == null ? -1 : copy.log().highWatermark(),
                status.lagMs(),
                status.appendedBytes(),
                still,
                nowMs);
    }

    private void summarize(List<ActorStatus> all) {
        long now = System.nanoTime();
        long bytes = all.stream().mapToLong(ActorStatus::appendedBytes).sum();
        Map<StateName, Integer> states = new java.util.EnumMap<>(StateName.class);
        all.forEach(status -> states.merge(status.state().name(), 1, Integer::sum));
        long lag = all.stream().mapToLong(status -> Math.max(0, status.lag())).sum();
        LOG.info(SummaryLine.of(states, lag, Math.max(0, bytes - lastBytes), Duration.ofNanos(now - lastNanos)));
        lastBytes = bytes;
        lastNanos = now;
    }
}
