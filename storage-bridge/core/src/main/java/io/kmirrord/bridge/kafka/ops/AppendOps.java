// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.bridge.kafka.ops;

import io.kmirrord.bridge.kafka.BrokerNode;
import io.kmirrord.bridge.wire.BridgeException;
import io.kmirrord.bridge.wire.ErrorCode;
import io.kmirrord.bridge.wire.Phase;
import io.kmirrord.bridge.wire.Request;
import io.kmirrord.bridge.wire.Response;
import io.kmirrord.bridge.wire.Response.EpochEntry;
import java.nio.ByteBuffer;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.Lock;
import org.apache.kafka.storage.internals.log.UnifiedLog;
import org.apache.kafka.storage.log.metrics.BrokerTopicStats;

/** BEGIN and APPEND. Thread-safe. */
final class AppendOps {
    private static final Set<Phase> APPENDABLE = EnumSet.of(Phase.MIRRORING);

    private final BrokerNode node;
    private final Replicas replicas;
    private final DiskGuard disks;
    private final AtomicLong tokens;

    AppendOps(BrokerNode node, Replicas replicas, DiskGuard disks, long firstToken) {
        this.node = node;
        this.replicas = replicas;
        this.disks = disks;
        this.tokens = new AtomicLong(firstToken);
    }

    Response.Begun begin(Request.Begin request) throws BridgeException {
        Replica replica = replicas.find(request.partition());
        synchronized (replica.slot()) {
            Lock lock = replica.readLock();
            lock.lock();
            try {
                replica.checkLeads(request.leaderEpoch());
                replica.checkFence(request.ref(), APPENDABLE);
                UnifiedLog log = replica.log();
                List<EpochEntry> epochs = replica.epochs(log);
                checkNoForeignWrite(replica, epochs, request.sourceLeaderEpoch());
                long token = nextToken();
                replica.slot().open(replica.partition(), request.leaderEpoch(), token);
                return new Response.Begun(
                        token, log.logStartOffset(), log.logEndOffset(), log.highWatermark(), Epochs.newest(epochs));
            } finally {
                lock.unlock();
            }
        }
    }

    private static void checkNoForeignWrite(Replica replica, List<EpochEntry> epochs, int sourceLeaderEpoch)
            throws BridgeException {
        if (sourceLeaderEpoch < 0) {
            return;
        }
        EpochEntry foreign = Epochs.foreign(epochs, sourceLeaderEpoch);
        if (foreign != null) {
            throw new BridgeException(
                    ErrorCode.FOREIGN_WRITE,
                    foreign.startOffset(),
                    "foreign write in " + replica.name() + " at offset " + foreign.startOffset() + ": leader epoch "
                            + foreign.epoch() + " is above the source's " + sourceLeaderEpoch
                            + "; save what follows that offset and cut there");
        }
    }

    private long nextToken() {
        long token = tokens.incrementAndGet();
        return token == 0 ? tokens.incrementAndGet() : token;
    }

    Response.Appended append(Request.Append request) throws BridgeException {
        Replica replica = replicas.find(request.partition());
        BatchScan scan = BatchScan.of(request.records());
        Response.Appended appended;
        synchronized (replica.slot()) {
            // The order of the two locks is that of Partition.runCallbackIfFutureReplicaCaughtUp, which swaps a moved
            // log in: the other way round it and we would wait for each other.
            synchronized (replica.futureLogLock()) {
                Lock lock = replica.readLock();
                lock.lock();
                try {
                    appended = appendLocked(replica, request, scan);
                } finally {
                    lock.unlock();
                }
            }
        }
        replica.partition().tryCompleteDelayedRequests();
        mark(replica.name().topic(), scan);
        return appended;
    }

    private Response.Appended appendLocked(Replica replica, Request.Append request, BatchScan scan)
            throws BridgeException {
        int leaderEpoch = replica.partition().getLeaderEpoch();
        replica.checkLeads(leaderEpoch);
        if (!replica.slot().accepts(replica.partition(), leaderEpoch, request.token())) {
            throw new BridgeException(
                    ErrorCode.TOKEN_DEAD,
                    leaderEpoch,
                    "the token of " + replica.name() + " is dead: a newer BEGIN, a cut, a stop or leader epoch "
                            + leaderEpoch + " ended it; BEGIN again");
        }
        replica.checkFence(request.ref(), APPENDABLE);
        UnifiedLog log = replica.log();
        checkBarrier(replica, scan);
        checkPosition(replica, log, request.expectedEndOffset(), scan);
        checkEpochs(replica, log, leaderEpoch, scan);
        checkSize(replica, log, scan);
        disks.check(log.parentDir());
        write(replica, log, request.records().duplicate(), leaderEpoch);
        replica.maybeIncrementHighWatermark(log);
        return new Response.Appended(log.logEndOffset(), log.highWatermark(), log.lastStableOffset());
    }

    private static void checkBarrier(Replica replica, BatchScan scan) throws BridgeException {
        Barrier.Lagging lagging = replica.lagging();
        Barrier barrier = replica.slot().barrier();
        if (barrier != null && !barrier.lets(scan.firstEpoch())) {
            throw new BridgeException(
                    ErrorCode.BARRIER_PENDING,
                    barrier.offset(),
                    "append to " + replica.name() + " is held: " + barrier.describe(lagging.all()));
        }
    }

    private static void checkPosition(Replica replica, UnifiedLog log, long expected, BatchScan scan)
            throws BridgeException {
        long end = log.logEndOffset();
        boolean startsInside =
                end == log.logStartOffset() && log.activeSegment().size() == 0;
        boolean fits = scan.firstBaseOffset() >= end || (startsInside && scan.firstLastOffset() >= end);
        if (expected != end || !fits) {
            throw new BridgeException(
                    ErrorCode.OFFSET_MISMATCH,
                    end,
                    "append to " + replica.name() + " expects log end offset " + expected + " and begins with offsets "
                            + scan.firstBaseOffset() + " to " + scan.firstLastOffset() + "; the log ends at " + end);
        }
    }

    private static void checkEpochs(Replica replica, UnifiedLog log, int leaderEpoch, BatchScan scan)
            throws BridgeException {
        if (scan.lastEpoch() >= leaderEpoch) {
            throw new BridgeException(
                    ErrorCode.EPOCH_TOO_HIGH,
                    scan.lastEpoch(),
                    "append to " + replica.name() + " holds leader epoch " + scan.lastEpoch()
                            + "; accepted: below the destination's " + leaderEpoch
                            + ". Raise that one if the source's metadata confirms the epoch");
        }
        int newest = log.leaderEpochCache().latestEpoch().orElse(-1);
        if (scan.firstEpoch() < newest) {
            throw new BridgeException(
                    ErrorCode.EPOCH_FALLING,
                    newest,
                    "append to " + replica.name() + " begins with leader epoch " + scan.firstEpoch()
                            + "; accepted: not below the newest of the log, " + newest);
        }
    }

    private static void checkSize(Replica replica, UnifiedLog log, BatchScan scan) throws BridgeException {
        int segmentBytes = log.config().segmentSize();
        if (scan.largestBatch() > segmentBytes) {
            throw new BridgeException(
                    ErrorCode.TOO_LARGE,
                    segmentBytes,
                    "append to " + replica.name() + " holds a batch of " + scan.largestBatch()
                            + " bytes; accepted: up to segment.bytes of the destination topic, " + segmentBytes);
        }
    }

    /** Writes in pieces that fit a segment, since the broker takes no larger ones. */
    private static void write(Replica replica, UnifiedLog log, ByteBuffer records, int leaderEpoch)
            throws BridgeException {
        int segmentBytes = log.config().segmentSize();
        boolean complete = false;
        try {
            while (records.hasRemaining()) {
                int size = BatchScan.bytesFitting(records, segmentBytes);
                ByteBuffer piece = records.slice(records.position(), size);
                int appended = replica.line().appendAsFollower(replica.partition(), piece, leaderEpoch);
                if (appended != size) {
                    throw new BridgeException(
                            ErrorCode.CORRUPT,
                            log.logEndOffset(),
                            "the broker took " + appended + " of " + size + " bytes for " + replica.name()
                                    + ", whose log ends at " + log.logEndOffset() + " now; BEGIN again");
                }
                records.position(records.position() + size);
            }
            complete = true;
        } finally {
            if (!complete) {
                // The broker records epochs before it writes: those of a batch that it then refused must not stay.
                log.leaderEpochCache().truncateFromEndAsyncFlush(log.logEndOffset());
            }
        }
    }

    private void mark(String topic, BatchScan scan) throws BridgeException {
        BrokerTopicStats stats = node.replicaManager().brokerTopicStats();
        stats.topicStats(topic).bytesInRate().mark(scan.bytes());
        stats.allTopicsStats().bytesInRate().mark(scan.bytes());
        stats.topicStats(topic).messagesInRate().mark(scan.records());
        stats.allTopicsStats().messagesInRate().mark(scan.records());
    }
}
