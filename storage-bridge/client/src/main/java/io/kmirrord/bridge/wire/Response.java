// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.bridge.wire;

import java.nio.ByteBuffer;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** What the bridge answers, one record per form. Immutable, but for the buffer of {@link Records}. */
public sealed interface Response {

    /** Role of the node: one or both. */
    enum Role {
        BROKER,
        CONTROLLER
    }

    /**
     * Who answers.
     *
     * @param adapter broker line whose adapter linked, such as {@code 4.4}; null if none did
     * @param linkProblems every missing member, empty when linked
     * @param fenceWanted the metadata holds at least one fence
     * @param fenceInstalled the hooks are woven in and the view follows the metadata log
     */
    record Hello(
            int version,
            String bridgeVersion,
            String brokerVersion,
            String clusterId,
            int nodeId,
            Set<Role> roles,
            @Nullable String adapter,
            List<String> linkProblems,
            boolean fenceWanted,
            boolean fenceInstalled)
            implements Response {}

    /**
     * One local replica.
     *
     * @param leaderEpoch leader epoch of the partition as this node knows it
     * @param partitionCount number of partitions of the topic
     */
    record LocalReplica(
            TopicIdPartition partition, String topicName, boolean leader, int leaderEpoch, int partitionCount) {}

    /**
     * One step of the stream of {@link Request.Watch}.
     *
     * @param snapshot true: {@code changed} is all that the node holds, forget the rest
     * @param metadataOffset offset of the metadata log up to which this holds
     * @param controllerEpoch claim epoch of the active controller if this node is it, else -1
     */
    record WatchUpdate(
            boolean snapshot,
            long metadataOffset,
            int controllerEpoch,
            List<LocalReplica> changed,
            List<TopicIdPartition> removed)
            implements Response {}

    /** Start offset of a leader epoch. */
    record EpochEntry(int epoch, long startOffset) {}

    /**
     * A replica as its leader sees it.
     *
     * @param logEndOffset -1 if not known
     * @param lastFetchTimeMs wall clock of the leader; 0 if it never fetched; the leader itself: now
     */
    record ReplicaState(int nodeId, long logEndOffset, long lastFetchTimeMs, boolean inSync) {}

    /** A transaction that has data in the log and no marker yet. */
    record OpenTransaction(long producerId, short producerEpoch, long startOffset, int coordinatorEpoch) {}

    /**
     * A local replica in full.
     *
     * @param cleanerCheckpoint offset up to which the cleaner passed, -1 if never
     * @param usableDiskBytes of the log dir of this replica
     * @param replicas empty unless this node leads
     * @param barrierPending a cut awaits its barrier
     */
    record PartitionDescription(
            TopicIdPartition partition,
            String topicName,
            boolean leader,
            int leaderEpoch,
            int partitionEpoch,
            long logStartOffset,
            long logEndOffset,
            long highWatermark,
            long lastStableOffset,
            List<EpochEntry> epochs,
            List<ReplicaState> replicas,
            long cleanerCheckpoint,
            long usableDiskBytes,
            int segmentBytes,
            boolean compacted,
            boolean moving,
            boolean barrierPending,
            List<OpenTransaction> openTransactions) {}

    /**
     * The node's view.
     *
     * @param viewOffset offset of the metadata log up to which the fences of this node are in force; the barrier of
     *     PUT_FENCE is reached on a broker once this is at least the offset that PUT_FENCE returned
     * @param partitions those asked for; one that is not here is absent
     */
    record Description(long viewOffset, Map<UUID, Fence> fences, List<PartitionDescription> partitions)
            implements Response {}

    /** A leadership opened. {@code lastEpoch} is the newest epoch of the log, -1 if it has none. */
    record Begun(long token, long logStartOffset, long logEndOffset, long highWatermark, int lastEpoch)
            implements Response {}

    record Appended(long logEndOffset, long highWatermark, long lastStableOffset) implements Response {}

    /** A cut done. {@code highestEpochCut} is -1 if nothing was removed. */
    record Cut(long logEndOffset, int highestEpochCut) implements Response {}

    record Awaited(long logEndOffset, long highWatermark) implements Response {}

    /** As OffsetsForLeaderEpoch: the largest epoch not above the one asked, and its end offset; (-1, -1) if none. */
    record EpochEnd(int epoch, long endOffset) implements Response {}

    /** Whole batches; empty at the end of the log. */
    record Records(long highWatermark, long logEndOffset, ByteBuffer records) implements Response {}

    record LogStart(long logStartOffset) implements Response {}

    record Aborted(List<OpenTransaction> transactions, long logEndOffset) implements Response {}

    record Marked(long offset, long logEndOffset) implements Response {}

    /** Written to the metadata log, or found there already: in force once a node's view is at this offset. */
    record Written(long metadataOffset) implements Response {}

    /** A refusal, the wire form of {@link BridgeException}. */
    record Refused(ErrorCode code, long value, String message) implements Response {}
}
