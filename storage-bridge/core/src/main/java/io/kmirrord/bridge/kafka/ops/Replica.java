// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.bridge.kafka.ops;

import io.kmirrord.bridge.kafka.BrokerNode;
import io.kmirrord.bridge.kafka.KnownReplicas;
import io.kmirrord.bridge.kafka.PartitionLine;
import io.kmirrord.bridge.kafka.PartitionMembers;
import io.kmirrord.bridge.wire.BridgeException;
import io.kmirrord.bridge.wire.ErrorCode;
import io.kmirrord.bridge.wire.Fence;
import io.kmirrord.bridge.wire.MirrorRef;
import io.kmirrord.bridge.wire.Phase;
import io.kmirrord.bridge.wire.Response.EpochEntry;
import io.kmirrord.bridge.wire.TopicIdPartition;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.locks.Lock;
import kafka.cluster.Partition;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.server.replica.ReplicaState;
import org.apache.kafka.storage.internals.log.UnifiedLog;
import org.jspecify.annotations.Nullable;

/** A local replica, as one request sees it. Not kept beyond the request. */
final class Replica {
    private final BrokerNode node;
    private final PartitionMembers members;
    private final Partition partition;
    private final TopicIdPartition id;
    private final PartitionSlot slot;

    Replica(BrokerNode node, PartitionMembers members, Partition partition, TopicIdPartition id, PartitionSlot slot) {
        this.node = node;
        this.members = members;
        this.partition = partition;
        this.id = id;
        this.slot = slot;
    }

    Partition partition() {
        return partition;
    }

    PartitionSlot slot() {
        return slot;
    }

    PartitionLine line() {
        return node.line().partition();
    }

    TopicPartition name() {
        return partition.topicPartition();
    }

    /** Returns the log; the caller holds one of the partition's locks where it must not be swapped. */
    UnifiedLog log() {
        return partition.localLogOrException();
    }

    List<EpochEntry> epochs(UnifiedLog log) {
        return line().epochs(log);
    }

    Lock readLock() {
        return members.leaderIsrUpdateLock(partition).readLock();
    }

    Lock writeLock() {
        return members.leaderIsrUpdateLock(partition).writeLock();
    }

    Object futureLogLock() {
        return members.futureLogLock(partition);
    }

    void maybeIncrementHighWatermark(UnifiedLog log) {
        members.maybeIncrementHighWatermark(partition, log, System.currentTimeMillis());
    }

    /** Checks leadership; the caller holds one of the partition's locks. */
    void checkLeads(int leaderEpoch) throws BridgeException {
        if (!partition.isLeader()) {
            throw new BridgeException(
                    ErrorCode.NOT_LEADER,
                    partition.getLeaderEpoch(),
                    "node " + node.nodeId() + " does not lead " + name() + "; look the leader up again");
        }
        if (partition.getLeaderEpoch() != leaderEpoch) {
            throw new BridgeException(
                    ErrorCode.FENCED_LEADER_EPOCH,
                    partition.getLeaderEpoch(),
                    "leader epoch " + leaderEpoch + " of " + name() + " is over, it is " + partition.getLeaderEpoch()
                            + " now; look the leader up again");
        }
    }

    @Nullable
    Fence fence() {
        return node.fences().fence(id.topicId());
    }

    /** Checks that the partition is fenced for a mirror and in one of the phases (R8). */
    void checkFence(MirrorRef ref, Set<Phase> accepted) throws BridgeException {
        TopicRules.checkPhase(fence(), ref, name().topic(), id.partition(), accepted);
    }

    boolean isMoving() throws BridgeException {
        return partition.futureLog().isDefined() || node.replicaManager().futureLogExists(name());
    }

    /** Returns the remote replicas as the leader sees them; the caller holds one of the partition's locks. */
    List<Barrier.Seen> followers() {
        List<Barrier.Seen> seen = new ArrayList<>();
        scala.collection.immutable.Set<Object> isr = partition.inSyncReplicaIds();
        scala.collection.Iterator<org.apache.kafka.server.replica.Replica> remote =
                partition.remoteReplicas().iterator();
        while (remote.hasNext()) {
            org.apache.kafka.server.replica.Replica replica = remote.next();
            ReplicaState state = replica.stateSnapshot();
            seen.add(new Barrier.Seen(
                    replica.brokerId(), state, state.logEndOffset(), isr.contains(replica.brokerId())));
        }
        return seen;
    }

    /** Returns every replica, this one included; the caller holds one of the partition's locks. */
    Set<Integer> assigned() {
        Set<Integer> assigned = new HashSet<>();
        assigned.add(node.nodeId());
        followers().forEach(follower -> assigned.add(follower.nodeId()));
        return assigned;
    }

    /** Returns whose logs are good as far as the metadata tells this node, null if it does not. */
    @Nullable
    KnownReplicas known() {
        return node.fences().replicas(TopicRules.uuid(id.topicId()), id.partition());
    }

    /** Returns the followers that are assigned and not in sync. */
    List<Integer> outOfSync() {
        return followers().stream()
                .filter(follower -> !follower.inSync())
                .map(Barrier.Seen::nodeId)
                .toList();
    }

    /** Returns the highest epoch that a barrier not yet passed speaks of, -1 without one. As {@link #lagging}. */
    int pendingHighestEpochCut() {
        lagging();
        Barrier pending = slot.barrier();
        return pending == null ? -1 : pending.highestEpochCut();
    }

    /**
     * Looks whether the barrier is passed, and forgets it once every assigned replica has. The caller holds the slot's
     * monitor and one of the partition's locks.
     */
    Barrier.Lagging lagging() {
        Barrier barrier = slot.barrier();
        if (barrier == null) {
            return Barrier.Lagging.NONE;
        }
        Barrier.Lagging lagging = barrier.lagging(partition.getLeaderEpoch(), followers());
        if (lagging.all().isEmpty()) {
            slot.barrier(null);
        }
        return lagging;
    }
}
