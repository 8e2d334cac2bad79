// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.testkit.workload;

/**
 * A load that runs while a test breaks things.
 *
 * @param topic an existing topic
 * @param partitions records go to partitions 0 to this minus 1 in turn, ten at a time, so that a round or transaction
 *     touches no more of them than it has batches
 * @param seed of the records; loads of one topic need different ones
 * @param recordsPerSecond at most, over all partitions
 * @param valueBytes size of each value, at least 1
 * @param recordsPerTransaction 0 for a plain idempotent producer; else every third transaction is aborted
 */
public record LoadSpec(
        String topic, int partitions, long seed, int recordsPerSecond, int valueBytes, int recordsPerTransaction) {

    public LoadSpec {
        if (partitions < 1 || recordsPerSecond < 1 || valueBytes < 1 || recordsPerTransaction < 0) {
            throw new IllegalArgumentException("Partitions, records per second and value bytes must be at least 1, and"
                    + " records per transaction not negative: " + partitions + ", " + recordsPerSecond + ", "
                    + valueBytes + ", " + recordsPerTransaction);
        }
    }

    /** An idempotent load of 1 KiB records. */
    public static LoadSpec idempotent(String topic, int partitions, int recordsPerSecond) {
        return new LoadSpec(topic, partitions, 1, recordsPerSecond, 1024, 0);
    }
}
