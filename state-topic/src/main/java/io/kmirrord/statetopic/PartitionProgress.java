// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.statetopic;

import io.kmirrord.statemachine.PartitionId;

/**
 * Figures of a mirror partition, for operators; nothing is decided by them. Immutable.
 *
 * @param topic name of the topic
 * @param sourceLogStart log start offset at the source, -1 unknown
 * @param sourceEnd HW at the source, -1 unknown
 * @param localEnd LEO at the destination
 * @param localHighWatermark HW at the destination
 * @param lagMs -1 unknown
 * @param bytesAppended by this daemon since it began to mirror the partition
 * @param note what else there is to say; empty if nothing
 * @param atMs wall clock of the daemon; the newest wins
 */
public record PartitionProgress(
        PartitionId partition,
        String topic,
        long sourceLogStart,
        long sourceEnd,
        long localEnd,
        long localHighWatermark,
        long lagMs,
        long bytesAppended,
        String note,
        long atMs) {}
