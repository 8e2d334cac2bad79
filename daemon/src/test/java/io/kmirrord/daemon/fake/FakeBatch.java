// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.daemon.fake;

import java.nio.ByteBuffer;

/** A record batch of format 2 with a payload that stands for records. The checksum is left 0: nobody here reads it. */
public record FakeBatch(long baseOffset, int records, int epoch, int payloadBytes, byte magic) {
    private static final int HEADER = 61;
    private static final int RECORD_COUNT = 57;

    public static FakeBatch of(long baseOffset, int records, int epoch) {
        return new FakeBatch(baseOffset, records, epoch, 40, (byte) 2);
    }

    public long nextOffset() {
        return baseOffset + records;
    }

    public int size() {
        return HEADER + payloadBytes;
    }

    public byte[] bytes() {
        ByteBuffer bytes = ByteBuffer.allocate(size());
        bytes.putLong(baseOffset).putInt(size() - 12).putInt(epoch).put(magic).putInt(0);
        bytes.putShort((short) 0).putInt(records - 1);
        bytes.putInt(RECORD_COUNT, records);
        bytes.position(HEADER);
        for (int i = 0; i < payloadBytes; i++) {
            bytes.put((byte) (baseOffset + i));
        }
        return bytes.array();
    }
}
