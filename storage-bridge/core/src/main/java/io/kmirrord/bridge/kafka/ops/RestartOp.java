// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.bridge.kafka.ops;

import io.kmirrord.bridge.wire.BridgeException;
import io.kmirrord.bridge.wire.ErrorCode;
import io.kmirrord.bridge.wire.Request;
import io.kmirrord.bridge.wire.Response;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Lock;
import org.apache.kafka.storage.internals.log.UnifiedLog;

/**
 * RESTART_AT. Followers above the new start would ask in vain for ever while the leader is empty: through 0, in two
 * halves. Each half is one section under the partition's write lock (F23) and removes only what the caller knew of: no
 * lock is held while a barrier is awaited. Thread-safe.
 */
final class RestartOp {
    private final Replicas replicas;
    private final AwaitOp await;

    RestartOp(Replicas replicas, AwaitOp await) {
        this.replicas = replicas;
        this.await = await;
    }

    /** A half, done under the locks. */
    private interface Half {
        Restart run(UnifiedLog log) throws BridgeException;
    }

    Response.Cut restartAt(Request.RestartAt request) throws BridgeException {
        if (request.offset() < 0) {
            throw new BridgeException(
                    ErrorCode.INVALID_REQUEST, "restart at offset " + request.offset() + "; accepted: 0 or more");
        }
        Replica replica = replicas.find(request.partition());
        long deadline = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(Math.max(0, request.timeoutMs()));
        Restart restart = locked(replica, request, log -> empty(replica, request, log));
        await.barrier(replica, request.leaderEpoch(), deadline);
        if (!restart.started()) {
            restart = locked(replica, request, log -> start(replica, request, log));
            await.barrier(replica, request.leaderEpoch(), deadline);
        }
        return new Response.Cut(request.offset(), restart.highestEpochCut());
    }

    private static Restart locked(Replica replica, Request.RestartAt request, Half half) throws BridgeException {
        Restart done;
        synchronized (replica.slot()) {
            Lock lock = replica.writeLock();
            lock.lock();
            try {
                CutOps.checkMayCut(replica, request.leaderEpoch(), request.ref());
                done = half.run(replica.log());
            } finally {
                lock.unlock();
            }
        }
        replica.partition().tryCompleteDelayedRequests();
        return done;
    }

    /** The first half; where an earlier call of this request got further, what that one did. */
    private static Restart empty(Replica replica, Request.RestartAt request, UnifiedLog log) throws BridgeException {
        Restart before = replica.slot().restart();
        if (before != null && before.isOf(request) && before.left(log.logStartOffset(), log.logEndOffset())) {
            return before;
        }
        CutOps.checkEnd(replica, request.expectedEndOffset(), log.logEndOffset());
        int highest = Epochs.highestFrom(replica.epochs(log), log.logStartOffset(), log.logEndOffset());
        return cut(replica, 0, Barrier.Kind.EMPTIED, new Restart(request, highest, false));
    }

    /** The second half. The log must be as the first left it, whoever may run beside this: it is looked at again. */
    private static Restart start(Replica replica, Request.RestartAt request, UnifiedLog log) throws BridgeException {
        Restart before = replica.slot().restart();
        if (before == null || !before.isOf(request) || !before.left(log.logStartOffset(), log.logEndOffset())) {
            throw new BridgeException(
                    ErrorCode.OFFSET_MISMATCH,
                    log.logEndOffset(),
                    "restart of " + replica.name() + " at " + request.offset()
                            + " had emptied the log, then something was appended or cut; the log ends at "
                            + log.logEndOffset() + " and nothing more was removed; begin again and decide anew");
        }
        Restart started = new Restart(request, before.highestEpochCut(), true);
        return cut(replica, request.offset(), Barrier.Kind.STARTED, started);
    }

    private static Restart cut(Replica replica, long offset, Barrier.Kind kind, Restart done) throws BridgeException {
        String why = "a restart leaves nothing by which an absent replica could be told apart";
        CutOps.checkAllInSync(replica, why);
        CutOps.checkAllKnown(replica, why);
        PartitionSlot slot = replica.slot();
        slot.close();
        slot.restart(null);
        slot.barrier(new Barrier(
                kind, offset, done.highestEpochCut(), true, done.request().leaderEpoch(), replica.followers()));
        replica.partition().truncateFullyAndStartAt(offset, false, Optional.empty());
        CutOps.lowerEpochStart(replica, offset);
        slot.restart(done);
        return done;
    }
}
