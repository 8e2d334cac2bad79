// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.bridge.wire;

import java.nio.ByteBuffer;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * What a daemon may ask of the bridge, one record per operation of design section 5.4. Immutable, but for the buffers
 * of {@link Append}, which belong to whoever holds the request.
 */
public sealed interface Request {

    /** Versions, roles, link check. The first request of every connection. Answer: {@link Response.Hello}. */
    record Hello(int minVersion, int maxVersion, String client) implements Request {}

    /**
     * Starts the stream of leadership and assignment on this connection: one {@link Response.WatchUpdate} with all
     * that the node holds, then one per change, all with the correlation id of this request.
     */
    record Watch() implements Request {}

    /** State of the node's fences and of the partitions named. Answer: {@link Response.Description}. */
    record Describe(List<TopicIdPartition> partitions) implements Request {}

    /**
     * Opens a leadership for mirroring. Answer: {@link Response.Begun}. A newer BEGIN kills the token of the older.
     *
     * @param leaderEpoch the leadership that the caller means
     * @param sourceLeaderEpoch leader epoch of the partition at the source, confirmed by source metadata, or -1 for a
     *     copy whose source epochs are not known; a newer epoch in the log is a foreign write
     */
    record Begin(MirrorRef ref, TopicIdPartition partition, int leaderEpoch, int sourceLeaderEpoch)
            implements Request {}

    /**
     * Appends whole batches unchanged. Answer: {@link Response.Appended}.
     *
     * @param token from {@link Response.Begun}
     * @param expectedEndOffset log end offset that the caller believes in; the first base offset may lie above it
     *     (compaction gap), the first last offset may not lie below it
     * @param records one or more whole record batches of magic 2, or a single slice of them; read from position to limit
     */
    record Append(MirrorRef ref, TopicIdPartition partition, long token, long expectedEndOffset, ByteBuffer records)
            implements Request {}

    /**
     * Cuts to a batch boundary. Kills the token; appends are held until the barrier. Answer: {@link Response.Cut}.
     *
     * @param offset first offset to remove
     * @param expectedEndOffset log end offset that the caller decided on. Anything else is {@link
     *     ErrorCode#OFFSET_MISMATCH} with the leader's end as value, and nothing is changed: what was appended since the
     *     caller looked was not decided upon, nor saved
     * @param nextEpoch lowest batch epoch of what will follow, compared by the bridge with the highest one cut
     */
    record Truncate(
            MirrorRef ref,
            TopicIdPartition partition,
            int leaderEpoch,
            long offset,
            long expectedEndOffset,
            int nextEpoch)
            implements Request {}

    /**
     * Empties the log and starts it at an offset: empty, barrier, start, barrier. Kills the token.
     * Answer: {@link Response.Cut}.
     *
     * <p>Repeated after a TIMEOUT or a lost answer it goes on from where it was, and what is done is not done again.
     * A repetition has the same fields but for the timeout; it needs a log that is still empty as the first call left
     * it, ending at 0 after the first half and at {@code offset} after the second, at a leader whose broker was not
     * restarted, with no other cut in between. All else is a new request, and its expected end counts. If anybody
     * appends or cuts between the halves, the second is {@link ErrorCode#OFFSET_MISMATCH} and removes nothing.
     *
     * @param offset 0 or more
     * @param expectedEndOffset log end offset that the caller decided on. Anything else is {@link
     *     ErrorCode#OFFSET_MISMATCH} with the leader's end as value, and nothing is changed
     * @param timeoutMs for both barriers together
     */
    record RestartAt(
            MirrorRef ref,
            TopicIdPartition partition,
            int leaderEpoch,
            long offset,
            long expectedEndOffset,
            int timeoutMs)
            implements Request {}

    /**
     * Waits for the barrier of the last cut.
     *
     * @param minHighWatermark -1 for the barrier, else waits until the high watermark is at least this
     */
    record Await(TopicIdPartition partition, int leaderEpoch, long minHighWatermark, int timeoutMs)
            implements Request {}

    /** The epoch-cache answer of a local replica. Answer: {@link Response.EpochEnd}. */
    record EndOffsetForEpoch(TopicIdPartition partition, int epoch) implements Request {}

    /** Raw batches of a local replica from an offset on. Answer: {@link Response.Records}. */
    record Read(TopicIdPartition partition, long offset, int maxBytes) implements Request {}

    /** Follows the log start of the source; never above the high watermark. Answer: {@link Response.LogStart}. */
    record SetLogStart(MirrorRef ref, TopicIdPartition partition, int leaderEpoch, long offset) implements Request {}

    /** Appends an ABORT marker for each open transaction. Kills the token. Answer: {@link Response.Aborted}. */
    record AbortOpen(MirrorRef ref, TopicIdPartition partition, int leaderEpoch) implements Request {}

    /** Appends the mark (MIRROR_PID_RESET). Kills the token. Answer: {@link Response.Marked}. */
    record ResetMark(MirrorRef ref, TopicIdPartition partition, int leaderEpoch) implements Request {}

    /**
     * Writes the fence of a topic, at the active controller only. Idempotent. A lower generation, a backward phase or
     * another mirror at the same generation is {@link ErrorCode#NOT_MONOTONIC}. Answer: {@link Response.Written}.
     */
    record PutFence(UUID topicId, Fence fence) implements Request {}

    /**
     * As {@link PutFence}, for a caller that cannot see the topic's partitions and leader epochs: what it believes of them is
     * checked in the same event that writes. Else {@link ErrorCode#PARTITION_COUNT} or
     * {@link ErrorCode#STOP_EPOCH_TOO_LOW}, which tell what is so. Answer: {@link Response.Written}.
     *
     * @param fence a stop epoch that the present fence has not must be above every leader epoch of the topic
     * @param partitions number of partitions that the topic has
     */
    record MoveFence(UUID topicId, Fence fence, int partitions) implements Request {}

    /**
     * Creates a topic with the id of the source, its fence and its first leader epoch in one atomic batch.
     * Answer: {@link Response.Written}.
     *
     * @param replicationFactor -1 for the default of the destination
     * @param firstLeaderEpoch leader epoch of every partition, strictly above the source's
     */
    record CreateTopic(
            UUID topicId,
            String name,
            int partitions,
            short replicationFactor,
            int firstLeaderEpoch,
            Map<String, String> configs,
            Fence fence)
            implements Request {}

    /** Raises leader epochs to at least the given ones; no-op where they are. Answer: {@link Response.Written}. */
    record EnsureEpoch(MirrorRef ref, UUID topicId, Map<Integer, Integer> minEpochs) implements Request {}

    /** Sets the next producer id of the cluster. Not below the present one. Answer: {@link Response.Written}. */
    record ReserveProducerIds(long nextProducerId) implements Request {}

    /** Returns the partition that orders this request among others, or null where there is none. */
    default @Nullable TopicIdPartition orderedBy() {
        return RequestOrder.partitionOf(this);
    }
}
