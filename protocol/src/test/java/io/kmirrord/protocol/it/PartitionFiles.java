// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.protocol.it;

import io.kmirrord.protocol.BatchHeader;
import io.kmirrord.protocol.RecordBatches;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.apache.kafka.common.TopicPartition;

/** What lies in a broker's log directory. */
final class PartitionFiles {

    private PartitionFiles() {}

    /** All segments of a partition, one after the other. */
    static byte[] read(List<Path> logDirs, TopicPartition partition) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        for (Path dir : logDirs) {
            Path folder = dir.resolve(partition.toString());
            if (!Files.isDirectory(folder)) {
                continue;
            }
            try (Stream<Path> files = Files.list(folder)) {
                for (Path segment : files.filter(f -> f.toString().endsWith(".log"))
                        .sorted()
                        .toList()) {
                    bytes.write(Files.readAllBytes(segment));
                }
            }
        }
        return bytes.toByteArray();
    }

    /** The batches that reach to an offset or beyond it: what a log start offset inside a segment leaves readable. */
    static byte[] from(byte[] log, long offset) {
        ByteBuf all = Unpooled.wrappedBuffer(log);
        for (BatchHeader batch : RecordBatches.headers(all)) {
            if (batch.nextOffset() > offset) {
                return Arrays.copyOfRange(log, batch.position(), log.length);
            }
        }
        return new byte[0];
    }
}
