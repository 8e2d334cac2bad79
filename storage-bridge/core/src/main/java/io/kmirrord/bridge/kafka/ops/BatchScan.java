// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.bridge.kafka.ops;

import io.kmirrord.bridge.wire.BridgeException;
import io.kmirrord.bridge.wire.ErrorCode;
import java.nio.ByteBuffer;

/**
 * What the headers of a chunk of record batches say; nothing is decompressed and no checksum is taken, the broker does
 * that when it appends. Immutable.
 *
 * <pre>
 * byte of a batch  0            8       12     16     17   21          23               57      61
 *                  base offset  length  epoch  magic  crc  attributes  last offset Δ …  count   records
 * </pre>
 *
 * @param bytes size of the whole chunk
 * @param batches number of batches, 1 or more
 * @param records sum of the counts in the headers
 * @param firstBaseOffset base offset of the first batch
 * @param firstLastOffset last offset of the first batch
 * @param lastOffset last offset of the last batch
 * @param firstEpoch lowest epoch: epochs never fall within a chunk
 * @param lastEpoch highest epoch
 * @param largestBatch size in bytes of the largest batch
 */
record BatchScan(
        int bytes,
        int batches,
        long records,
        long firstBaseOffset,
        long firstLastOffset,
        long lastOffset,
        int firstEpoch,
        int lastEpoch,
        int largestBatch) {
    static final int LENGTH_OFFSET = 8;
    static final int EPOCH_OFFSET = 12;
    static final int MAGIC_OFFSET = 16;
    static final int LAST_OFFSET_DELTA_OFFSET = 23;
    static final int COUNT_OFFSET = 57;
    static final int HEADER_BYTES = 61;
    /** Bytes of a batch that its length field does not count. */
    static final int LOG_OVERHEAD = 12;

    /**
     * Reads the headers from position to limit; the buffer is not changed.
     *
     * @throws BridgeException {@link ErrorCode#CORRUPT}, {@link ErrorCode#OLD_MESSAGE_FORMAT} or
     *     {@link ErrorCode#EPOCH_FALLING} naming the batch
     */
    static BatchScan of(ByteBuffer chunk) throws BridgeException {
        int at = chunk.position();
        if (at == chunk.limit()) {
            throw corrupt("the chunk is empty; accepted: one whole batch or more");
        }
        int batches = 0;
        int largest = 0;
        long records = 0;
        long firstLast = 0;
        long last = -1;
        int epoch = -1;
        while (at < chunk.limit()) {
            int size = sizeOf(chunk, at);
            long base = chunk.getLong(at);
            int delta = chunk.getInt(at + LAST_OFFSET_DELTA_OFFSET);
            int count = chunk.getInt(at + COUNT_OFFSET);
            if (base < 0 || delta < 0 || base > Long.MAX_VALUE - delta || count < 0) {
                throw corrupt("batch at byte " + at + " has base offset " + base + ", last offset delta " + delta
                        + " and count " + count + "; accepted: none below 0");
            }
            if (base <= last) {
                throw corrupt("batch with base offset " + base + " follows offset " + last + "; offsets must rise");
            }
            int batchEpoch = chunk.getInt(at + EPOCH_OFFSET);
            if (batchEpoch < 0) {
                throw corrupt(
                        "batch with base offset " + base + " has leader epoch " + batchEpoch + "; accepted: 0 or more");
            }
            if (batchEpoch < epoch) {
                throw new BridgeException(
                        ErrorCode.EPOCH_FALLING,
                        epoch,
                        "batch with base offset " + base + " has leader epoch " + batchEpoch + " after a batch with "
                                + epoch + "; epochs must not fall");
            }
            last = base + delta;
            firstLast = batches == 0 ? last : firstLast;
            epoch = batchEpoch;
            records += count;
            largest = Math.max(largest, size);
            batches++;
            at += size;
        }
        return new BatchScan(
                chunk.remaining(),
                batches,
                records,
                chunk.getLong(chunk.position()),
                firstLast,
                last,
                chunk.getInt(chunk.position() + EPOCH_OFFSET),
                epoch,
                largest);
    }

    /**
     * Returns the size in bytes of the batch that begins at a byte of the buffer.
     *
     * @throws BridgeException if no whole batch of magic 2 begins there
     */
    static int sizeOf(ByteBuffer chunk, int at) throws BridgeException {
        int left = chunk.limit() - at;
        if (left <= MAGIC_OFFSET) {
            throw corrupt(left + " bytes after the last whole batch; accepted: whole batches only");
        }
        int magic = chunk.get(at + MAGIC_OFFSET);
        if (magic == 0 || magic == 1) {
            throw new BridgeException(
                    ErrorCode.OLD_MESSAGE_FORMAT,
                    magic,
                    "batch with base offset " + chunk.getLong(at) + " has message format " + magic
                            + ", which brokers from 4.0 on do not write; accepted: format 2. Rewrite the topic at the "
                            + "source (message.format.version) or mirror it from where the new format begins");
        }
        int length = chunk.getInt(at + LENGTH_OFFSET);
        if (magic != 2 || length < HEADER_BYTES - LOG_OVERHEAD || length > left - LOG_OVERHEAD) {
            throw corrupt("batch at byte " + at + " with base offset " + chunk.getLong(at) + " has magic " + magic
                    + " and length " + length + " where " + left
                    + " bytes are left; accepted: whole batches of magic 2");
        }
        return length + LOG_OVERHEAD;
    }

    /**
     * Returns how many bytes of whole batches from position on fit into a size, at least one batch.
     *
     * @throws BridgeException as {@link #of}
     */
    static int bytesFitting(ByteBuffer chunk, int maxBytes) throws BridgeException {
        int at = chunk.position();
        while (at < chunk.limit()) {
            int size = sizeOf(chunk, at);
            if (at > chunk.position() && at - chunk.position() + size > maxBytes) {
                break;
            }
            at += size;
        }
        return at - chunk.position();
    }

    /** Returns the bytes of whole batches from position on; a batch that the limit cuts is left out. */
    static int wholeBytes(ByteBuffer chunk) {
        int at = chunk.position();
        while (chunk.limit() - at >= LOG_OVERHEAD) {
            int length = chunk.getInt(at + LENGTH_OFFSET);
            if (length < 0 || length > chunk.limit() - at - LOG_OVERHEAD) {
                break;
            }
            at += LOG_OVERHEAD + length;
        }
        return at - chunk.position();
    }

    private static BridgeException corrupt(String message) {
        return new BridgeException(ErrorCode.CORRUPT, message);
    }
}
