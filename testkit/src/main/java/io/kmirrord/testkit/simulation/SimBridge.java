// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.testkit.simulation;

import io.kmirrord.statemachine.FencePhase;
import io.kmirrord.statemachine.FenceSeen;
import io.kmirrord.statemachine.decision.EpochBlocks;
import io.kmirrord.statemachine.decision.EpochLimitException;
import io.kmirrord.statemachine.decision.Failure;
import io.kmirrord.statemachine.decision.FailureCode;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The storage bridge of a cluster. An operation returns null when done, else why it was refused; then nothing changed. */
final class SimBridge {
    private final SimCluster cluster;
    private final SimOptions options;

    SimBridge(SimCluster cluster, SimOptions options) {
        this.cluster = cluster;
        this.options = options;
    }

    static Failure failure(FailureCode code, String detail) {
        return new Failure(code, detail);
    }

    private boolean fenced(long generation) {
        FenceSeen fence = cluster.fence;
        return options.trustingBridge()
                || (fence != null && fence.generation() == generation && fence.phase() != FencePhase.STOPPED);
    }

    private Failure notFenced(long generation) {
        FenceSeen fence = cluster.fence;
        if (fence != null && fence.generation() > generation) {
            return failure(FailureCode.GENERATION_OVERTAKEN, "fence " + fence);
        }
        return fence != null && fence.generation() == generation
                ? failure(FailureCode.ALREADY_OPEN, "fence " + fence)
                : failure(FailureCode.FENCE_REFUSED, "fence " + fence + ", generation " + generation);
    }

    @Nullable
    Failure putFence(long generation, FencePhase phase, boolean decideStop, int seenAtSource) {
        FenceSeen fence = cluster.fence;
        FenceSeen ours = fence != null && fence.generation() == generation ? fence : null;

        if (fence != null
                && (fence.generation() > generation
                        || (ours != null && ours.phase() == FencePhase.STOPPED && phase != FencePhase.STOPPED))) {
            return notFenced(generation);
        }
        int stopEpoch = ours != null ? ours.stopEpoch() : -1;
        if (decideStop && stopEpoch < 0) {
            SimLog log = cluster.leaderLog();
            int local = log == null ? -1 : log.lastEpoch();
            int seen = Math.max(seenAtSource, Math.max(local, cluster.leaderEpoch));
            try {
                stopEpoch = EpochBlocks.stopEpoch(seen);
            } catch (EpochLimitException e) {
                return failure(FailureCode.EPOCH_LIMIT, String.valueOf(e.getMessage()));
            }
        }
        FencePhase later = ours != null && ours.phase().compareTo(phase) > 0 ? ours.phase() : phase;
        cluster.fence = new FenceSeen(generation, later, stopEpoch);
        if (phase == FencePhase.STOPPING || phase == FencePhase.STOPPED) {
            cluster.token = 0;
        }
        SimLog log = cluster.leaderLog();
        if (log != null && phase != FencePhase.STOPPED) {
            log.follow();
        }
        return null;
    }

    long begin(long generation) {
        FenceSeen fence = cluster.fence;
        boolean allowed = fenced(generation)
                && fence != null
                && (fence.phase() == FencePhase.MIRRORING || options.trustingBridge());
        cluster.token = allowed ? ++cluster.tokens : cluster.token;
        return allowed ? cluster.token : -1;
    }

    /** Returns null if appended, or if appends are held by a barrier and nothing was appended. */
    @Nullable
    Failure append(long token, long expected, List<Batch> batches) {
        SimLog log = cluster.leaderLog();
        if (log == null || (token != cluster.token && !options.trustingBridge())) {
            return failure(FailureCode.BRIDGE_REFUSED, "token dead");
        }
        if (!cluster.barrier.isEmpty()) {
            return null;
        }
        Failure refused = options.trustingBridge() ? null : refusal(log, expected, batches);
        if (refused == null) {
            batches.forEach(batch -> StockLog.append(log, batch, cluster.leaderEpoch));
            cluster.advance();
        }
        return refused;
    }

    private @Nullable Failure refusal(SimLog log, long expected, List<Batch> batches) {
        if (log.end() != expected) {
            return failure(FailureCode.BRIDGE_REFUSED, "offset mismatch");
        }
        long end = expected;
        int epoch = log.lastEpoch();
        for (Batch batch : batches) {
            if (batch.offset < end) {
                return failure(FailureCode.BRIDGE_REFUSED, batch + " begins below " + end);
            }
            if (batch.epoch >= cluster.leaderEpoch || batch.epoch < epoch) {
                return failure(FailureCode.BRIDGE_REFUSED, "epoch " + batch.epoch + ", DLE " + cluster.leaderEpoch);
            }
            end = batch.offset + 1;
            epoch = batch.epoch;
        }
        return null;
    }

    /** Returns whether the log start was moved: the high watermark must have reached it. */
    boolean setLogStart(SimLog log, long offset) {
        boolean allowed = offset <= cluster.highWatermark || options.trustingBridge();
        if (allowed) {
            StockLog.setLogStart(log, cluster.highWatermark, offset);
        }
        return allowed;
    }

    @Nullable
    Failure truncate(long generation, long offset, long savedTo, int nextEpoch) {
        SimLog log = cluster.leaderLog();
        if (log == null || !fenced(generation)) {
            return notFenced(generation);
        }
        if (log.end() != savedTo) {
            return failure(FailureCode.LOG_MOVED, "ends at " + log.end() + ", saved to " + savedTo);
        }
        if (offset > log.end() && !options.trustingBridge()) {
            return failure(FailureCode.LOG_MOVED, "ends at " + log.end() + ", cut at " + offset);
        }
        if (!StockLog.keepsAnEpoch(log, offset) && !options.trustingBridge()) {
            return failure(FailureCode.LOG_MOVED, "the cut at " + offset + " leaves no epoch of " + log);
        }
        int highest = log.end() > offset ? log.lastEpoch() : -1;
        boolean all = cluster.isr.size() == SimCluster.BROKERS;
        if (highest >= nextEpoch && !all && !options.trustingBridge()) {
            return failure(FailureCode.REPLICAS_LAG, "isr " + cluster.isr + ", highest epoch cut " + highest);
        }
        saved(StockLog.truncate(log, offset));
        cut();
        return null;
    }

    @Nullable
    Failure restartAt(long generation, long offset, long savedTo) {
        if (cluster.leaderLog() == null || !fenced(generation)) {
            return notFenced(generation);
        }
        SimLog log = cluster.logs[cluster.leader];
        if (log.end() != savedTo) {
            return failure(FailureCode.LOG_MOVED, "ends at " + log.end() + ", saved to " + savedTo);
        }
        saved(log.restart(offset));
        cluster.restarts++;
        cluster.followed[cluster.leader] = cluster.restarts;
        for (int broker : cluster.isr) {
            cluster.logs[broker].restart(offset);
            cluster.followed[broker] = cluster.restarts;
        }
        cut();
        return null;
    }

    private void saved(List<Batch> removed) {
        for (Batch batch : removed) {
            Violation.unless(cluster.salvaged.contains(batch), "I9", () -> batch + " was cut and not saved");
        }
    }

    private void cut() {
        SimLog log = cluster.logs[cluster.leader];
        cluster.token = 0;
        cluster.highWatermark = Math.min(cluster.highWatermark, log.end());
        cluster.group.cut(log.end());
        cluster.fetched[cluster.leader] = log.end();
        cluster.barrier.clear();
        for (int broker : cluster.isr) {
            if (broker != cluster.leader) {
                cluster.barrier.add(broker);
            }
        }
    }

    boolean barrierReached(long offset, boolean allReplicas) {
        if (!cluster.barrier.isEmpty()) {
            return false;
        }
        for (int broker = 0; broker < SimCluster.BROKERS && allReplicas; broker++) {
            if (broker != cluster.leader && (!cluster.isr.contains(broker) || cluster.fetched[broker] > offset)) {
                return false;
            }
        }
        return true;
    }

    @Nullable
    Failure abortOpen(long generation) {
        SimLog log = cluster.leaderLog();
        if (log == null || !fenced(generation)) {
            return notFenced(generation);
        }
        if (cluster.isr.size() < SimCluster.MIN_ISR) {
            return failure(FailureCode.NOT_ENOUGH_REPLICAS, "isr " + cluster.isr);
        }
        cluster.token = 0;
        for (int producer : log.openTransactions()) {
            append(log, Batch.Kind.ABORT, producer);
        }
        cluster.advance();
        return null;
    }

    @Nullable
    Failure mark(long generation) {
        SimLog log = cluster.leaderLog();
        if (log == null || !fenced(generation)) {
            return notFenced(generation);
        }
        if (cluster.isr.size() < SimCluster.MIN_ISR) {
            return failure(FailureCode.NOT_ENOUGH_REPLICAS, "isr " + cluster.isr);
        }
        append(log, Batch.Kind.MARK, -1);
        cluster.advance();
        return null;
    }

    private void append(SimLog log, Batch.Kind kind, int producer) {
        Batch batch = new Batch(log.end(), cluster.leaderEpoch, kind, producer, cluster.name);
        StockLog.append(log, batch, cluster.leaderEpoch);
    }
}
