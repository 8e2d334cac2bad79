// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.testkit.compare;

import java.nio.ByteBuffer;

/**
 * Header of a record batch of magic 2, as it stands in a segment file. All integers are big-endian.
 *
 * <pre>
 *  0        8       12      16    17    21   23      27        35        43        51    53      57     61
 *  | base   | length| leader| m   | crc | at | last  | base    | max     | producer| prod| base  | count | records
 *  | offset |       | epoch |     |     | tr | delta | time    | time    | id      | epo | seq   |       |
 * </pre>
 *
 * The CRC-32C covers everything from byte 21 on, so base offset, length and leader epoch are outside of it.
 *
 * @param baseOffset offset of the first record that the batch was written with
 * @param length bytes that follow the length field
 * @param lastOffsetDelta last offset minus base offset; compaction leaves it as it was
 * @param recordCount 0 for a batch that compaction emptied and kept for its producer's sake
 */
public record BatchHeader(
        long baseOffset,
        int length,
        int leaderEpoch,
        byte magic,
        int crc,
        short attributes,
        int lastOffsetDelta,
        long baseTimestamp,
        long maxTimestamp,
        long producerId,
        short producerEpoch,
        int baseSequence,
        int recordCount) {

    /** Size of a header in bytes. */
    public static final int SIZE = 61;

    /** Bytes before the part that the length field counts. */
    static final int LENGTH_OVERHEAD = 12;

    static final int MAGIC_POSITION = 16;
    static final int CRC_START = 21;

    /** Reads a header at an absolute index; the buffer's position does not move. */
    static BatchHeader parse(ByteBuffer buffer, int at) {
        return new BatchHeader(
                buffer.getLong(at),
                buffer.getInt(at + 8),
                buffer.getInt(at + 12),
                buffer.get(at + MAGIC_POSITION),
                buffer.getInt(at + 17),
                buffer.getShort(at + CRC_START),
                buffer.getInt(at + 23),
                buffer.getLong(at + 27),
                buffer.getLong(at + 35),
                buffer.getLong(at + 43),
                buffer.getShort(at + 51),
                buffer.getInt(at + 53),
                buffer.getInt(at + 57));
    }

    /** Returns the size of the whole batch in bytes. */
    public int sizeBytes() {
        return LENGTH_OVERHEAD + length;
    }

    public long lastOffset() {
        return baseOffset + lastOffsetDelta;
    }

    public long nextOffset() {
        return lastOffset() + 1;
    }

    public boolean control() {
        return (attributes & 0x20) != 0;
    }

    public boolean transactional() {
        return (attributes & 0x10) != 0;
    }

    /** Returns the number of the compression codec: 0 none, 1 gzip, 2 snappy, 3 lz4, 4 zstd. */
    public int codec() {
        return attributes & 0x07;
    }
}
