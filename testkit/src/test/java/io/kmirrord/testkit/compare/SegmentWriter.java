// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.testkit.compare;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;
import java.util.zip.CRC32C;

/** Writes small logs for tests: batches with a real header and CRC around arbitrary bytes. */
final class SegmentWriter {

    static final int BODY_BYTES = 40;

    private SegmentWriter() {}

    /** Writes a log of batches of five records each, split in two segments, and an epoch checkpoint {@code 0=0, 3=10}. */
    static Path writeLog(Path directory, int batches, long seed) throws IOException {
        Files.createDirectories(directory);
        Random random = new Random(seed);
        int half = batches / 2;
        Files.write(directory.resolve(name(0)), batches(0, half, random));
        Files.write(directory.resolve(name(half * 5L)), batches(half, batches, random));
        Files.writeString(directory.resolve("leader-epoch-checkpoint"), "0\n2\n0 0\n3 10\n");
        return directory;
    }

    static String name(long baseOffset) {
        return String.format("%020d.log", baseOffset);
    }

    private static byte[] batches(int from, int to, Random random) {
        ByteBuffer all = ByteBuffer.allocate((to - from) * (BatchHeader.SIZE + BODY_BYTES));
        for (int i = from; i < to; i++) {
            all.put(batch(i * 5L, i < 2 ? 0 : 3, random));
        }
        return all.array();
    }

    static byte[] batch(long baseOffset, int epoch, Random random) {
        byte[] body = new byte[BODY_BYTES];
        random.nextBytes(body);
        ByteBuffer batch = ByteBuffer.allocate(BatchHeader.SIZE + BODY_BYTES);
        batch.putLong(baseOffset).putInt(BatchHeader.SIZE - 12 + BODY_BYTES).putInt(epoch);
        batch.put((byte) 2).putInt(0).putShort((short) 0x10).putInt(4);
        batch.putLong(1_000 + baseOffset).putLong(2_000 + baseOffset);
        batch.putLong(77).putShort((short) 1).putInt((int) baseOffset).putInt(5).put(body);
        return sign(batch.array());
    }

    /** Puts the right CRC into a batch. */
    static byte[] sign(byte[] batch) {
        CRC32C crc = new CRC32C();
        crc.update(batch, BatchHeader.CRC_START, batch.length - BatchHeader.CRC_START);
        ByteBuffer.wrap(batch).putInt(17, (int) crc.getValue());
        return batch;
    }
}
