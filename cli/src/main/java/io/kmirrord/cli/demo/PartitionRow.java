// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.cli.demo;

import java.util.List;

/**
 * The outcome for one partition. Immutable.
 *
 * @param scenario which kind of batches the topic holds
 * @param sourceEndOffset high watermark of the source
 * @param destinationEndOffset high watermark of the destination
 * @param replicas of the destination that were compared on disk
 * @param batches compared on each replica
 * @param bytes compared on each replica
 * @param bytesEqual whether every replica holds the batches of the source, byte for byte
 * @param records that a read_uncommitted consumer of the source sees
 * @param committedRecords that a read_committed consumer of the source sees
 * @param consumersEqual whether consumers of both isolation levels see the same at the destination, record by record, and log
 *     start, high watermark and last stable offset are those of the source
 * @param differences what differs, in words; empty if all is equal
 */
record PartitionRow(
        String topic,
        int partition,
        String scenario,
        long sourceEndOffset,
        long destinationEndOffset,
        int replicas,
        long batches,
        long bytes,
        boolean bytesEqual,
        long records,
        long committedRecords,
        boolean consumersEqual,
        List<String> differences) {

    PartitionRow {
        differences = List.copyOf(differences);
    }

    boolean equal() {
        return differences.isEmpty() && bytesEqual && consumersEqual && sourceEndOffset == destinationEndOffset;
    }
}
