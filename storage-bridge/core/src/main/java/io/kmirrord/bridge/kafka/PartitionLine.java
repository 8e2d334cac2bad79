// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.bridge.kafka;

import io.kmirrord.bridge.wire.Response.EpochEntry;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;
import kafka.cluster.Partition;
import kafka.server.ReplicaManager;
import org.apache.kafka.storage.internals.log.LogCleaner;
import org.apache.kafka.storage.internals.log.UnifiedLog;
import org.jspecify.annotations.Nullable;

/**
 * What the operations on partitions use and what differs between broker lines: the package of the record classes, the
 * arguments of the append at the leader, the shape of an epoch entry, the log manager. Stateless, thread-safe.
 */
public interface PartitionLine {

    /**
     * Appends whole batches as a follower would, offsets and all else unchanged. The caller holds the partition's
     * future-log monitor and its read lock, in this order.
     *
     * @param batches read from position to limit without a copy; a direct buffer is written from where it is
     * @param leaderEpoch batches of a higher epoch are left out
     * @return bytes appended
     */
    int appendAsFollower(Partition partition, ByteBuffer batches, int leaderEpoch);

    /**
     * Appends one control batch as the leader, with a new offset and the leader's epoch, acks all, as a coordinator
     * would.
     *
     * @return its offset
     */
    long appendAsLeader(Partition partition, ByteBuffer batch);

    /**
     * Reads from the local log, up to its end.
     *
     * @return batches from the one that holds the offset on (the next one if none does); the first one is whole
     *     whatever its size, the last one may be cut; empty at the end of the log
     */
    ByteBuffer read(UnifiedLog log, long offset, int maxBytes) throws IOException;

    /** Returns the base offset of the first batch whose last offset is not below the offset, -1 if there is none. */
    long baseOffsetAt(UnifiedLog log, long offset) throws IOException;

    /** Returns the entries of the log's epoch cache, oldest first. */
    List<EpochEntry> epochs(UnifiedLog log);

    /** Returns the log cleaner, or null if the broker runs without one. */
    @Nullable
    LogCleaner cleaner(ReplicaManager replicaManager);
}
