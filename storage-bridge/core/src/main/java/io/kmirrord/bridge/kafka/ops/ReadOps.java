// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.bridge.kafka.ops;

import io.kmirrord.bridge.kafka.BrokerNode;
import io.kmirrord.bridge.wire.BridgeException;
import io.kmirrord.bridge.wire.ErrorCode;
import io.kmirrord.bridge.wire.Request;
import io.kmirrord.bridge.wire.Response;
import io.kmirrord.bridge.wire.TopicIdPartition;
import java.io.File;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.Lock;
import kafka.cluster.Partition;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.storage.internals.log.UnifiedLog;
import org.jspecify.annotations.Nullable;
import scala.Option;

/** What reads a local replica, leader or follower: DESCRIBE, END_OFFSET_FOR_EPOCH, READ. Thread-safe. */
final class ReadOps {
    /** Bounds what one READ takes of the broker's heap; a single larger batch still comes whole. */
    static final int MAX_READ_BYTES = 8 << 20;

    private final BrokerNode node;
    private final Replicas replicas;
    private final CleanerGuard cleaner;

    ReadOps(BrokerNode node, Replicas replicas, CleanerGuard cleaner) {
        this.node = node;
        this.replicas = replicas;
        this.cleaner = cleaner;
    }

    Response.Description describe(Request.Describe request) throws BridgeException {
        // First the offset, then what is in force at it: what is described later can only be newer.
        long viewOffset = node.fences().viewOffset();
        List<Response.PartitionDescription> partitions = new ArrayList<>();
        if (!request.partitions().isEmpty() && node.replicaManagerOrNull() != null) {
            Map<TopicPartition, Long> checkpoints = cleaner.checkpoints();
            for (TopicIdPartition id : request.partitions()) {
                Replica replica = findOrNull(id);
                Response.PartitionDescription description = replica == null ? null : describe(id, replica, checkpoints);
                if (description != null) {
                    partitions.add(description);
                }
            }
        }
        return new Response.Description(viewOffset, node.fences().fences(), partitions);
    }

    private @Nullable Replica findOrNull(TopicIdPartition id) throws BridgeException {
        try {
            return replicas.find(id);
        } catch (BridgeException e) {
            if (e.code() == ErrorCode.UNKNOWN_PARTITION || e.code() == ErrorCode.STORAGE_ERROR) {
                return null;
            }
            throw e;
        }
    }

    /** Returns null while the broker is still making the log: one such partition must not hide the others. */
    private Response.@Nullable PartitionDescription describe(
            TopicIdPartition id, Replica replica, Map<TopicPartition, Long> checkpoints) throws BridgeException {
        Partition partition = replica.partition();
        synchronized (replica.slot()) {
            Lock lock = replica.readLock();
            lock.lock();
            try {
                Option<UnifiedLog> present = partition.log();
                if (present.isEmpty()) {
                    return null;
                }
                UnifiedLog log = present.get();
                boolean leader = partition.isLeader();
                Barrier.Lagging lagging = leader ? replica.lagging() : Barrier.Lagging.NONE;
                return new Response.PartitionDescription(
                        id,
                        replica.name().topic(),
                        leader,
                        partition.getLeaderEpoch(),
                        partition.getPartitionEpoch(),
                        log.logStartOffset(),
                        log.logEndOffset(),
                        log.highWatermark(),
                        log.lastStableOffset(),
                        replica.epochs(log),
                        leader ? replicaStates(replica, log) : List.of(),
                        checkpoints.getOrDefault(replica.name(), -1L),
                        new File(log.parentDir()).getUsableSpace(),
                        log.config().segmentSize(),
                        log.config().compact,
                        replica.isMoving(),
                        !lagging.awaited().isEmpty(),
                        StopOps.openTransactions(log));
            } finally {
                lock.unlock();
            }
        }
    }

    private List<Response.ReplicaState> replicaStates(Replica replica, UnifiedLog log) {
        List<Response.ReplicaState> states = new ArrayList<>();
        states.add(new Response.ReplicaState(node.nodeId(), log.logEndOffset(), System.currentTimeMillis(), true));
        for (Barrier.Seen follower : replica.followers()) {
            long lastFetch = ((org.apache.kafka.server.replica.ReplicaState) follower.state()).lastFetchTimeMs();
            states.add(
                    new Response.ReplicaState(follower.nodeId(), follower.fetchOffset(), lastFetch, follower.inSync()));
        }
        return states;
    }

    Response.EpochEnd endOffsetForEpoch(Request.EndOffsetForEpoch request) throws BridgeException {
        Replica replica = replicas.find(request.partition());
        Lock lock = replica.readLock();
        lock.lock();
        try {
            UnifiedLog log = replica.log();
            return Epochs.end(replica.epochs(log), request.epoch(), log.logEndOffset());
        } finally {
            lock.unlock();
        }
    }

    Response.Records read(Request.Read request) throws BridgeException {
        Replica replica = replicas.find(request.partition());
        UnifiedLog log = replica.log();
        long start = log.logStartOffset();
        long end = log.logEndOffset();
        if (request.offset() < start || request.offset() > end) {
            throw new BridgeException(
                    ErrorCode.INVALID_REQUEST,
                    end,
                    "read of " + replica.name() + " from offset " + request.offset() + "; accepted: " + start + " to "
                            + end);
        }
        int maxBytes = Math.max(1, Math.min(request.maxBytes(), MAX_READ_BYTES));
        try {
            ByteBuffer records = replica.line().read(log, request.offset(), maxBytes);
            records.limit(records.position() + BatchScan.wholeBytes(records));
            return new Response.Records(log.highWatermark(), log.logEndOffset(), records);
        } catch (IOException e) {
            throw Failures.toRefusal(request, e);
        }
    }
}
