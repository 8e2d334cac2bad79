// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.bridge.kafka.ops;

import java.nio.ByteBuffer;
import java.util.zip.CRC32C;

/**
 * Writes record batches that hold one control record (magic 2, no compression). Written by hand since the broker's own
 * builder refuses control types that it does not know. Stateless.
 */
final class ControlBatch {
    /** ABORT, org.apache.kafka.common.record.ControlRecordType. */
    private static final short TYPE_ABORT = 0;
    /** MIRROR_PID_RESET of KIP-1279: types 0 to 6 are Kafka's up to 4.4 (F28). */
    private static final short TYPE_MIRROR_PID_RESET = 7;

    private static final short KEY_VERSION = 0;
    private static final short VALUE_VERSION = 0;
    private static final int ATTRIBUTE_TRANSACTIONAL = 0x10;
    private static final int ATTRIBUTE_CONTROL = 0x20;
    private static final int ATTRIBUTES_OFFSET = 21;
    private static final int CRC_OFFSET = 17;

    private ControlBatch() {}

    /** Returns an ABORT marker; the value is version (int16) and coordinator epoch (int32). */
    static ByteBuffer abort(long timestampMs, long producerId, short producerEpoch, int coordinatorEpoch) {
        ByteBuffer value = ByteBuffer.allocate(6).putShort(VALUE_VERSION).putInt(coordinatorEpoch);
        return batch(
                timestampMs,
                producerId,
                producerEpoch,
                ATTRIBUTE_TRANSACTIONAL | ATTRIBUTE_CONTROL,
                TYPE_ABORT,
                value.flip());
    }

    /** Returns the mark: value version 0 and nothing else, no producer (KIP-1279; a producer id >= 0 is refused). */
    static ByteBuffer mark(long timestampMs) {
        ByteBuffer value = ByteBuffer.allocate(2).putShort(VALUE_VERSION);
        return batch(timestampMs, -1, (short) -1, ATTRIBUTE_CONTROL, TYPE_MIRROR_PID_RESET, value.flip());
    }

    private static ByteBuffer batch(
            long timestampMs, long producerId, short producerEpoch, int attributes, short type, ByteBuffer value) {
        // Record: length, attributes, timestamp Δ, offset Δ, key length, key, value length, value, header count.
        // All varints here are zig-zag and below 64, thus one byte.
        int keyBytes = 4;
        int body = 1 + 1 + 1 + 1 + keyBytes + 1 + value.remaining() + 1;
        ByteBuffer batch = ByteBuffer.allocate(BatchScan.HEADER_BYTES + 1 + body);
        batch.putLong(0).putInt(batch.capacity() - BatchScan.LOG_OVERHEAD).putInt(-1);
        batch.put((byte) 2).putInt(0).putShort((short) attributes).putInt(0);
        batch.putLong(timestampMs).putLong(timestampMs);
        batch.putLong(producerId).putShort(producerEpoch).putInt(-1).putInt(1);
        batch.put(zigZag(body)).put((byte) 0).put(zigZag(0)).put(zigZag(0));
        batch.put(zigZag(keyBytes)).putShort(KEY_VERSION).putShort(type);
        batch.put(zigZag(value.remaining())).put(value).put(zigZag(0));
        CRC32C crc = new CRC32C();
        crc.update(batch.array(), ATTRIBUTES_OFFSET, batch.capacity() - ATTRIBUTES_OFFSET);
        batch.putInt(CRC_OFFSET, (int) crc.getValue());
        return batch.flip();
    }

    private static byte zigZag(int small) {
        return (byte) (small << 1);
    }
}
