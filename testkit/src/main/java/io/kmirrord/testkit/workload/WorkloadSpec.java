// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.testkit.workload;

import java.time.Instant;

/**
 * What to write.
 *
 * @param topicPrefix first part of every topic name
 * @param seed decides every key, value, header and size
 * @param now what timestamps are reckoned from; the same instant and seed give the same records
 * @param replicationFactor of the topics, 1 to the number of brokers
 * @param largeRecordBytes size of the large records, 1 KiB to 100 MiB
 * @param bulkBytes size of the topic of plain volume, 0 for none
 */
public record WorkloadSpec(
        String topicPrefix, long seed, Instant now, short replicationFactor, int largeRecordBytes, long bulkBytes) {

    public WorkloadSpec {
        if (largeRecordBytes < 1 << 10 || largeRecordBytes > 100 << 20) {
            throw new IllegalArgumentException(
                    "largeRecordBytes is " + largeRecordBytes + ": it must be 1 KiB to 100 MiB");
        }
        if (bulkBytes < 0) {
            throw new IllegalArgumentException("bulkBytes is " + bulkBytes + ": it must not be negative");
        }
        if (replicationFactor < 1) {
            throw new IllegalArgumentException("replicationFactor is " + replicationFactor + ": it must be at least 1");
        }
    }

    /** The whole workload: 10 MB records, no bulk, replication factor 1. */
    public static WorkloadSpec whole(String topicPrefix, long seed, Instant now) {
        return new WorkloadSpec(topicPrefix, seed, now, (short) 1, 10 << 20, 0);
    }

    public WorkloadSpec withReplicationFactor(int factor) {
        return new WorkloadSpec(topicPrefix, seed, now, (short) factor, largeRecordBytes, bulkBytes);
    }

    public WorkloadSpec withLargeRecordBytes(int bytes) {
        return new WorkloadSpec(topicPrefix, seed, now, replicationFactor, bytes, bulkBytes);
    }

    public WorkloadSpec withBulkBytes(long bytes) {
        return new WorkloadSpec(topicPrefix, seed, now, replicationFactor, largeRecordBytes, bytes);
    }
}
