// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.it.crash;

import static org.assertj.core.api.Assertions.assertThat;

import io.kmirrord.it.fixture.MirrorFixture;
import io.kmirrord.protocol.BatchHeader;
import io.kmirrord.protocol.RecordBatches;
import io.kmirrord.statemachine.view.RecordValue;
import io.kmirrord.statetopic.SalvageManifest;
import io.netty.buffer.Unpooled;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.apache.kafka.common.TopicPartition;

/** What cuts were about to remove, and what was saved of it. Not thread-safe. */
final class SavedRecords {
    private static final String MANIFEST = SalvageManifest.SUFFIX;

    private final MirrorFixture fixture;
    private final Path salvage;
    private final Map<String, byte[]> before = new LinkedHashMap<>();

    SavedRecords(MirrorFixture fixture, Path salvage) {
        this.fixture = fixture;
        this.salvage = salvage;
    }

    /** Remembers the log of each topic's leader at the destination, which has one segment. */
    void remember(Collection<String> topics) {
        topics.forEach(topic -> {
            TopicPartition partition = new TopicPartition(topic, 0);
            Path segment = fixture.destinationLeader(partition)
                    .logDirs()
                    .get(0)
                    .resolve(partition.toString())
                    .resolve("00000000000000000000.log");
            before.put(topic, read(segment));
        });
    }

    /** Requires that one whole salvage of each topic holds all that was remembered from an offset on, to the byte. */
    void require(Collection<String> topics, long from) {
        for (String topic : topics) {
            byte[] log = Objects.requireNonNull(before.get(topic), topic);
            List<BatchHeader> headers = RecordBatches.headers(Unpooled.wrappedBuffer(log));
            BatchHeader first = headers.stream()
                    .filter(batch -> batch.baseOffset() >= from)
                    .findFirst()
                    .orElseThrow(() -> new AssertionError(topic + " had nothing above " + from));
            long end = headers.get(headers.size() - 1).nextOffset();
            int bytes = log.length - first.position();
            assertThat(manifests(topic)).as(topic).anySatisfy(manifest -> {
                RecordValue.Salvage said = parse(manifest).value();
                assertThat(said.fromOffset()).isEqualTo(from);
                assertThat(said.endOffset()).isEqualTo(end);
                assertThat(said.bytes()).isEqualTo(bytes);
                String name = manifest.getFileName().toString();
                byte[] content = read(manifest.resolveSibling(name.substring(0, name.length() - MANIFEST.length())));
                assertThat(content).hasSize(bytes);
                assertThat(log).endsWith(content);
            });
        }
    }

    private List<Path> manifests(String topic) {
        Path folder = salvage.resolve(MirrorFixture.MIRROR).resolve(topic + "-0");
        try (Stream<Path> files = Files.list(folder)) {
            return files.filter(file -> file.toString().endsWith(MANIFEST)).toList();
        } catch (IOException e) {
            throw new UncheckedIOException("cannot list " + folder, e);
        }
    }

    private static SalvageManifest parse(Path file) {
        try {
            return SalvageManifest.parse(Files.readString(file));
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read " + file, e);
        }
    }

    private static byte[] read(Path file) {
        try {
            return Files.readAllBytes(file);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read " + file, e);
        }
    }
}
