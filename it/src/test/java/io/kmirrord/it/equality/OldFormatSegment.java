// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.it.equality;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.CRC32;

/**
 * A segment as brokers before 0.11 wrote it: one message of magic 1 after the other, no batches. No broker that runs today
 * writes it, but each reads it where an upgrade left it behind.
 *
 * <pre>
 * offset int64 | size int32 | crc int32 | magic int8 = 1 | attributes int8 | timestamp int64 | key, value: int32 and bytes
 * </pre>
 */
final class OldFormatSegment {

    private static final int AFTER_CRC_OVERHEAD = 1 + 1 + 8 + 4 + 4;

    private OldFormatSegment() {}

    /** Replaces what a stopped broker has in a partition directory; its indexes are built again when it starts. */
    static void plant(Path partitionDirectory, int messages) throws IOException {
        try (DirectoryStream<Path> old = Files.newDirectoryStream(partitionDirectory, "0*")) {
            for (Path file : old) {
                Files.delete(file);
            }
        }
        ByteBuffer segment = ByteBuffer.allocate(messages * 100);
        for (int offset = 0; offset < messages; offset++) {
            byte[] value = ("old-" + offset).getBytes(StandardCharsets.UTF_8);
            ByteBuffer message = ByteBuffer.allocate(AFTER_CRC_OVERHEAD + value.length);
            message.put((byte) 1)
                    .put((byte) 0)
                    .putLong(1_000 + offset)
                    .putInt(-1)
                    .putInt(value.length)
                    .put(value);
            CRC32 crc = new CRC32();
            crc.update(message.array());
            segment.putLong(offset)
                    .putInt(4 + message.capacity())
                    .putInt((int) crc.getValue())
                    .put(message.array());
        }
        byte[] bytes = new byte[segment.position()];
        segment.flip().get(bytes);
        Files.write(partitionDirectory.resolve("00000000000000000000.log"), bytes);
    }
}
