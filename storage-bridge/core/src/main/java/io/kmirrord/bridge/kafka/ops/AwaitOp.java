// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.bridge.kafka.ops;

import io.kmirrord.bridge.wire.BridgeException;
import io.kmirrord.bridge.wire.ErrorCode;
import io.kmirrord.bridge.wire.Request;
import io.kmirrord.bridge.wire.Response;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.LockSupport;
import org.apache.kafka.storage.internals.log.UnifiedLog;
import org.jspecify.annotations.Nullable;

/** AWAIT: looks again and again, with no lock held in between. Thread-safe. */
final class AwaitOp {
    private static final long POLL_NANOS = TimeUnit.MILLISECONDS.toNanos(2);

    private final Replicas replicas;

    AwaitOp(Replicas replicas) {
        this.replicas = replicas;
    }

    /** One look: the answer if it is there, else who lags. */
    private record Look(Response.@Nullable Awaited answer, String missing) {}

    Response.Awaited await(Request.Await request) throws BridgeException {
        Replica replica = replicas.find(request.partition());
        long deadline = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(Math.max(0, request.timeoutMs()));
        while (true) {
            Look look = look(replica, request);
            if (look.answer() != null) {
                return look.answer();
            }
            pause(deadline, look.missing());
        }
    }

    private static Look look(Replica replica, Request.Await request) throws BridgeException {
        synchronized (replica.slot()) {
            Lock lock = replica.readLock();
            lock.lock();
            try {
                replica.checkLeads(request.leaderEpoch());
                UnifiedLog log = replica.log();
                long highWatermark = log.highWatermark();
                Response.Awaited now = new Response.Awaited(log.logEndOffset(), highWatermark);
                if (request.minHighWatermark() >= 0) {
                    return highWatermark >= request.minHighWatermark()
                            ? new Look(now, "")
                            : new Look(null, missingHighWatermark(replica, highWatermark, request.minHighWatermark()));
                }
                Barrier.Lagging lagging = replica.lagging();
                Barrier barrier = replica.slot().barrier();
                return barrier == null || lagging.awaited().isEmpty()
                        ? new Look(now, "")
                        : new Look(null, replica.name() + ": " + barrier.describe(lagging.awaited()));
            } finally {
                lock.unlock();
            }
        }
    }

    private static String missingHighWatermark(Replica replica, long highWatermark, long wanted) {
        List<String> behind = new ArrayList<>();
        for (Barrier.Seen follower : replica.followers()) {
            if (follower.fetchOffset() < wanted) {
                behind.add(follower.nodeId() + " at " + follower.fetchOffset()
                        + (follower.inSync() ? "" : " (not in sync)"));
            }
        }
        return replica.name() + ": high watermark " + highWatermark + ", awaited " + wanted
                + "; replicas that have not come there: " + behind;
    }

    /**
     * Waits for the barrier of a step of RESTART_AT.
     *
     * @throws BridgeException {@link ErrorCode#TIMEOUT} naming the replicas; the step stays done and appends stay held
     */
    void barrier(Replica replica, int leaderEpoch, long deadlineNanos) throws BridgeException {
        while (true) {
            String missing;
            synchronized (replica.slot()) {
                Lock lock = replica.readLock();
                lock.lock();
                try {
                    replica.checkLeads(leaderEpoch);
                    Barrier.Lagging lagging = replica.lagging();
                    Barrier barrier = replica.slot().barrier();
                    if (barrier == null || lagging.awaited().isEmpty()) {
                        return;
                    }
                    missing =
                            replica.name() + ": " + barrier.describe(lagging.awaited()) + "; RESTART_AT again goes on";
                } finally {
                    lock.unlock();
                }
            }
            pause(deadlineNanos, missing);
        }
    }

    private static void pause(long deadlineNanos, String missing) throws BridgeException {
        if (System.nanoTime() - deadlineNanos >= 0) {
            throw new BridgeException(ErrorCode.TIMEOUT, "time is up; " + missing);
        }
        if (Thread.interrupted()) {
            Thread.currentThread().interrupt();
            throw new BridgeException(ErrorCode.TIMEOUT, "the bridge is shutting down; " + missing);
        }
        LockSupport.parkNanos(POLL_NANOS);
    }
}
