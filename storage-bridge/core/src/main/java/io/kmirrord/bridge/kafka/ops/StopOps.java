// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.bridge.kafka.ops;

import io.kmirrord.bridge.kafka.GateBypass;
import io.kmirrord.bridge.kafka.ProducerReset;
import io.kmirrord.bridge.wire.BridgeException;
import io.kmirrord.bridge.wire.ErrorCode;
import io.kmirrord.bridge.wire.MirrorRef;
import io.kmirrord.bridge.wire.Phase;
import io.kmirrord.bridge.wire.Request;
import io.kmirrord.bridge.wire.Response;
import io.kmirrord.bridge.wire.Response.OpenTransaction;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.locks.Lock;
import org.apache.kafka.common.message.DescribeProducersResponseData.ProducerState;
import org.apache.kafka.storage.internals.log.UnifiedLog;

/** The writes of a stop: ABORT_OPEN, RESET_MARK; and SET_LOG_START. Thread-safe. */
final class StopOps {
    private static final Set<Phase> STOPPING = EnumSet.of(Phase.STOPPING);
    private static final Set<Phase> NOT_OPEN = EnumSet.of(Phase.PREPARING, Phase.MIRRORING, Phase.STOPPING);

    private final Replicas replicas;

    StopOps(Replicas replicas) {
        this.replicas = replicas;
    }

    /** What is done under the partition's read lock. */
    private interface Step<T> {
        T run(UnifiedLog log) throws BridgeException;
    }

    Response.Aborted abortOpen(Request.AbortOpen request) throws BridgeException {
        Replica replica = replicas.find(request.partition());
        return asLeader(replica, request.ref(), request.leaderEpoch(), log -> {
            List<OpenTransaction> open = openTransactions(log);
            checkNoBarrier(replica);
            for (OpenTransaction transaction : open) {
                append(
                        replica,
                        ControlBatch.abort(
                                System.currentTimeMillis(),
                                transaction.producerId(),
                                transaction.producerEpoch(),
                                Math.max(0, transaction.coordinatorEpoch())));
            }
            return new Response.Aborted(open, log.logEndOffset());
        });
    }

    Response.Marked resetMark(Request.ResetMark request) throws BridgeException {
        Replica replica = replicas.find(request.partition());
        return asLeader(replica, request.ref(), request.leaderEpoch(), log -> {
            checkNoBarrier(replica);
            // Not before any mirrored producer, whatever the clock of the source: by it a reset tells entries apart.
            long timestampMs = Math.max(System.currentTimeMillis(), ProducerReset.newestTimestamp(log));
            long offset = append(replica, ControlBatch.mark(timestampMs));
            return new Response.Marked(offset, log.logEndOffset());
        });
    }

    private static <T> T asLeader(Replica replica, MirrorRef ref, int leaderEpoch, Step<T> step)
            throws BridgeException {
        T result;
        synchronized (replica.slot()) {
            Lock lock = replica.readLock();
            lock.lock();
            try {
                replica.checkLeads(leaderEpoch);
                replica.checkFence(ref, STOPPING);
                replica.slot().close();
                result = step.run(replica.log());
            } finally {
                lock.unlock();
            }
        }
        replica.partition().tryCompleteDelayedRequests();
        return result;
    }

    private static void checkNoBarrier(Replica replica) throws BridgeException {
        Barrier.Lagging lagging = replica.lagging();
        Barrier barrier = replica.slot().barrier();
        if (barrier != null && !barrier.lets(replica.partition().getLeaderEpoch())) {
            throw new BridgeException(
                    ErrorCode.BARRIER_PENDING,
                    barrier.offset(),
                    "write to " + replica.name() + " is held: " + barrier.describe(lagging.all()));
        }
    }

    private static long append(Replica replica, ByteBuffer batch) {
        GateBypass bypass = GateBypass.open();
        try {
            return replica.line().appendAsLeader(replica.partition(), batch);
        } finally {
            bypass.close();
        }
    }

    Response.LogStart setLogStart(Request.SetLogStart request) throws BridgeException {
        Replica replica = replicas.find(request.partition());
        Response.LogStart start;
        Lock lock = replica.readLock();
        lock.lock();
        try {
            replica.checkLeads(request.leaderEpoch());
            replica.checkFence(request.ref(), NOT_OPEN);
            start = LogStarts.raise(replica, replica.log(), request.offset());
        } finally {
            lock.unlock();
        }
        replica.partition().tryCompleteDelayedRequests();
        return start;
    }

    /** Returns the transactions with data in the log and no marker yet, by producer id. */
    static List<OpenTransaction> openTransactions(UnifiedLog log) {
        List<OpenTransaction> open = new ArrayList<>();
        for (ProducerState producer : log.activeProducers()) {
            if (producer.currentTxnStartOffset() >= 0) {
                open.add(new OpenTransaction(
                        producer.producerId(),
                        (short) producer.producerEpoch(),
                        producer.currentTxnStartOffset(),
                        producer.coordinatorEpoch()));
            }
        }
        open.sort(java.util.Comparator.comparingLong(OpenTransaction::producerId));
        return open;
    }
}
