// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.protocol;

/**
 * Header of a record batch of format 2 (61 bytes):
 * <pre>
 *  0 baseOffset 8 | 8 length 4 (of what follows) | 12 partitionLeaderEpoch 4 | 16 magic 1 | 17 crc 4 |
 * 21 attributes 2 | 23 lastOffsetDelta 4 | 27 baseTimestamp 8 | 35 maxTimestamp 8 | 43 producerId 8 |
 * 51 producerEpoch 2 | 53 baseSequence 4 | 57 recordCount 4
 * </pre>
 * The checksum covers byte 21 and up: <b>the leader epoch is not covered</b> (F18).
 *
 * @param position of the batch in the buffer, relative to its reader index
 * @param sizeInBytes of the whole batch
 * @param crc CRC-32C as stored
 */
public record BatchHeader(
        int position,
        int sizeInBytes,
        long baseOffset,
        int leaderEpoch,
        int crc,
        short attributes,
        int lastOffsetDelta,
        long baseTimestamp,
        long maxTimestamp,
        long producerId,
        short producerEpoch,
        int baseSequence,
        int recordCount) {

    /** Offset of the last record, or of the last that compaction removed. */
    public long lastOffset() {
        return baseOffset + lastOffsetDelta;
    }

    /** Offset after the batch. */
    public long nextOffset() {
        return lastOffset() + 1;
    }

    public boolean isControl() {
        return (attributes & 0x20) != 0;
    }

    public boolean isTransactional() {
        return (attributes & 0x10) != 0;
    }
}
