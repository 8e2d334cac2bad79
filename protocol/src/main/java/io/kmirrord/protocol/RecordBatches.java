// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.protocol;

import io.netty.buffer.ByteBuf;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.CRC32C;
import org.apache.kafka.common.protocol.Errors;

/** Reads batch headers of raw log data without touching records. Pure; never moves the indices of a buffer. */
public final class RecordBatches {

    private static final int LENGTH_OFFSET = 8;
    private static final int LOG_OVERHEAD = 12;
    private static final int MAGIC_OFFSET = 16;
    private static final int CRC_OFFSET = 17;
    private static final int ATTRIBUTES_OFFSET = 21;
    private static final int HEADER_BYTES = 61;

    private RecordBatches() {}

    /**
     * Bytes of the whole batches at the start of a buffer; what follows is a batch cut off by the size limit of the
     * fetch. Understands every message format.
     *
     * @throws WireException (RETRY) when a length field cannot be right
     */
    public static int wholeBatchBytes(ByteBuf records) {
        int start = records.readerIndex();
        int end = records.writerIndex();
        int at = start;
        while (end - at >= LOG_OVERHEAD) {
            int length = records.getInt(at + LENGTH_OFFSET);
            if (length < MAGIC_OFFSET + 1 - LOG_OVERHEAD) {
                throw corrupt("length " + length + " at byte " + (at - start) + "; accepted: 5 or more");
            }
            if (length > end - at - LOG_OVERHEAD) {
                break;
            }
            at += LOG_OVERHEAD + length;
        }
        return at - start;
    }

    /**
     * Headers of all batches.
     *
     * @param records whole batches, as {@link FetchedPartition#records} gives them
     * @throws WireException FATAL for message formats 0 and 1 (topic written before Kafka 0.11), RETRY for data that
     *     is no batch
     */
    public static List<BatchHeader> headers(ByteBuf records) {
        List<BatchHeader> headers = new ArrayList<>();
        int start = records.readerIndex();
        int at = start;
        while (at < records.writerIndex()) {
            BatchHeader header = header(records, at, at - start);
            headers.add(header);
            at += header.sizeInBytes();
        }
        return headers;
    }

    private static BatchHeader header(ByteBuf b, int at, int position) {
        int available = b.writerIndex() - at;
        if (available <= MAGIC_OFFSET) {
            throw corrupt(available + " bytes at byte " + position + " are no batch");
        }
        byte magic = b.getByte(at + MAGIC_OFFSET);
        if (magic == 0 || magic == 1) {
            throw WireException.found(
                    Errors.UNSUPPORTED_FOR_MESSAGE_FORMAT,
                    "message format " + magic + " at offset " + b.getLong(at)
                            + "; accepted: format 2 (Kafka 0.11 and later). Rewrite the topic at the source");
        }
        if (magic != 2) {
            throw corrupt("magic " + magic + " at byte " + position + "; accepted: 2");
        }
        int size = LOG_OVERHEAD + b.getInt(at + LENGTH_OFFSET);
        if (size < HEADER_BYTES || size > available) {
            throw corrupt("batch of " + size + " bytes at byte " + position + "; accepted: " + HEADER_BYTES + " to "
                    + available);
        }
        return new BatchHeader(
                position,
                size,
                b.getLong(at),
                b.getInt(at + LOG_OVERHEAD),
                b.getInt(at + CRC_OFFSET),
                b.getShort(at + ATTRIBUTES_OFFSET),
                b.getInt(at + 23),
                b.getLong(at + 27),
                b.getLong(at + 35),
                b.getLong(at + 43),
                b.getShort(at + 51),
                b.getInt(at + 53),
                b.getInt(at + 57));
    }

    /** Whether the checksum of a batch fits its bytes. Says nothing about offset and leader epoch (F18). */
    public static boolean checksumFits(ByteBuf records, BatchHeader header) {
        CRC32C crc = new CRC32C();
        int from = records.readerIndex() + header.position() + ATTRIBUTES_OFFSET;
        for (ByteBuffer part : records.nioBuffers(from, header.sizeInBytes() - ATTRIBUTES_OFFSET)) {
            crc.update(part);
        }
        return (int) crc.getValue() == header.crc();
    }

    private static WireException corrupt(String what) {
        return new WireException(ErrorCategory.RETRY, "corrupt record data: " + what, null);
    }
}
