// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.it.bridge.ops;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Random;
import java.util.zip.CRC32C;
import org.apache.kafka.common.compress.Compression;
import org.apache.kafka.common.record.TimestampType;
import org.apache.kafka.common.record.internal.ControlRecordType;
import org.apache.kafka.common.record.internal.EndTransactionMarker;
import org.apache.kafka.common.record.internal.MemoryRecords;
import org.apache.kafka.common.record.internal.MemoryRecordsBuilder;

/** Batches as a source would send them. */
public final class Batches {
    private static final long TIMESTAMP_MS = 1_700_000_000_000L;

    /** Who wrote a batch. */
    public record Producer(long id, short epoch, int sequence, boolean transactional) {
        public static final Producer NONE = new Producer(-1, (short) -1, -1, false);
    }

    private Batches() {}

    /** Returns a batch of records {@code <tag> <offset>} without a producer. */
    public static ByteBuffer plain(long base, int records, int epoch, String tag) {
        return of(base, records, epoch, Producer.NONE, tag);
    }

    public static ByteBuffer of(long base, int records, int epoch, Producer producer, String tag) {
        String[] values = new String[records];
        for (int i = 0; i < records; i++) {
            values[i] = tag + " " + (base + i);
        }
        return of(base, epoch, producer, Compression.NONE, values);
    }

    public static ByteBuffer of(long base, int epoch, Producer producer, Compression compression, String... values) {
        int capacity = 1024;
        for (String value : values) {
            capacity += value.length() + 64;
        }
        MemoryRecordsBuilder builder = new MemoryRecordsBuilder(
                ByteBuffer.allocate(capacity),
                (byte) 2,
                compression,
                TimestampType.CREATE_TIME,
                base,
                TIMESTAMP_MS,
                producer.id(),
                producer.epoch(),
                producer.sequence(),
                producer.transactional(),
                false,
                epoch,
                capacity);
        for (String value : values) {
            byte[] bytes = value.getBytes(StandardCharsets.UTF_8);
            builder.append(TIMESTAMP_MS, value.substring(0, 1).getBytes(StandardCharsets.UTF_8), bytes);
        }
        return builder.build().buffer().duplicate();
    }

    /** Returns a batch of about so many bytes, which no compression helps. */
    public static ByteBuffer large(long base, int epoch, int bytes) {
        StringBuilder text = new StringBuilder(bytes);
        new Random(base).ints(bytes, 'a', 'z' + 1).forEach(letter -> text.append((char) letter));
        return of(base, epoch, Producer.NONE, Compression.NONE, text.toString());
    }

    /** Returns the marker of a transaction. */
    public static ByteBuffer marker(long base, int epoch, Producer producer, ControlRecordType type) {
        return MemoryRecords.withEndTransactionMarker(
                        base, TIMESTAMP_MS, epoch, producer.id(), producer.epoch(), new EndTransactionMarker(type, 3))
                .buffer()
                .duplicate();
    }

    /** Makes the checksum right after a field was changed. */
    public static ByteBuffer reseal(ByteBuffer batch) {
        CRC32C crc = new CRC32C();
        crc.update(batch.duplicate().position(batch.position() + 21));
        return batch.putInt(batch.position() + 17, (int) crc.getValue());
    }

    public static ByteBuffer join(ByteBuffer... parts) {
        int size = 0;
        for (ByteBuffer part : parts) {
            size += part.remaining();
        }
        ByteBuffer joined = ByteBuffer.allocate(size);
        for (ByteBuffer part : parts) {
            joined.put(part.duplicate());
        }
        return joined.flip();
    }
}
