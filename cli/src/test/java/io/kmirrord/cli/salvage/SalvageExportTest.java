// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.cli.salvage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.kmirrord.cli.CliError;
import io.kmirrord.cli.CliException;
import io.kmirrord.statemachine.SalvageReason;
import io.kmirrord.statemachine.view.RecordKey;
import io.kmirrord.statemachine.view.RecordValue;
import io.kmirrord.statetopic.SalvageManifest;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.UUID;
import java.util.stream.Stream;
import java.util.zip.CRC32C;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class SalvageExportTest {
    private static final int BATCH = 100;

    @TempDir
    Path base;

    private Path file;
    private Path out;
    private byte[] content;
    private SalvageManifest manifest;

    @BeforeEach
    void save() throws IOException {
        file = base.resolve("17-7-1.log");
        out = base.resolve("out/deeper");
        var bytes = ByteBuffer.allocate(3 * BATCH);
        for (var i = 0; i < 3; i++) {
            bytes.putLong(60 + 10L * i).putInt(BATCH - 12);
            while (bytes.position() < (i + 1) * BATCH) {
                bytes.put((byte) i);
            }
        }
        content = bytes.array();
        var crc = new CRC32C();
        crc.update(content);
        Files.write(file, content);
        manifest = new SalvageManifest(
                new RecordKey.Salvage("west", "orders-0/17-7-1"),
                new RecordValue.Salvage(
                        "orders",
                        new UUID(1, 2),
                        0,
                        17,
                        7,
                        SalvageReason.PREPARING,
                        null,
                        60,
                        90,
                        3,
                        30,
                        content.length,
                        crc.getValue(),
                        4,
                        "host-4",
                        file.toString(),
                        1));
        Files.writeString(manifestFile(), manifest.text());
    }

    private Path manifestFile() {
        return file.resolveSibling(file.getFileName() + SalvageManifest.SUFFIX);
    }

    private SalvageExport export() {
        return new SalvageExport(manifest.key(), manifest.value());
    }

    private List<Path> exported() throws IOException {
        if (!Files.exists(out)) {
            return List.of();
        }
        try (Stream<Path> files = Files.list(out)) {
            return files.toList();
        }
    }

    private void refused(CliError error, ThrowingCallable call, String... texts) {
        assertThatThrownBy(call).isInstanceOfSatisfying(CliException.class, refusal -> {
            assertThat(refusal.error()).isEqualTo(error);
            assertThat(refusal.detail()).contains(texts);
        });
    }

    @Test
    void theFileIsNamedByItsFirstOffset() throws IOException {
        var files = export().to(out, SalvageExport.SEGMENT_BYTES);
        assertThat(files)
                .containsExactly(
                        out.resolve("00000000000000000060.log"), out.resolve("00000000000000000060.log.manifest"));
        assertThat(files.get(0)).hasBinaryContent(content);
        assertThat(SalvageManifest.parse(Files.readString(files.get(1)))).isEqualTo(manifest);
        assertThat(exported()).hasSize(2);
    }

    @Test
    void whatIsTooLargeForOneSegmentIsSplitBetweenBatches() throws IOException {
        var files = export().to(out, 2 * BATCH + 1);
        assertThat(files)
                .extracting(path -> path.getFileName().toString())
                .containsExactly(
                        "00000000000000000060.log", "00000000000000000080.log", "00000000000000000060.log.manifest");
        assertThat(files.get(0)).hasBinaryContent(Arrays.copyOf(content, 2 * BATCH));
        assertThat(files.get(1)).hasBinaryContent(Arrays.copyOfRange(content, 2 * BATCH, 3 * BATCH));
    }

    @Test
    void nothingIsOverwritten() throws IOException {
        export().to(out, SalvageExport.SEGMENT_BYTES);
        Files.writeString(out.resolve("00000000000000000060.log"), "mine");
        refused(
                CliError.EXPORT_EXISTS,
                () -> export().to(out, SalvageExport.SEGMENT_BYTES),
                out.resolve("00000000000000000060.log").toString());
        assertThat(out.resolve("00000000000000000060.log")).hasContent("mine");
        assertThat(exported()).hasSize(2);
    }

    @Test
    void onAnotherHostItSaysWhereTheSalvageLies() throws IOException {
        Files.delete(manifestFile());
        refused(
                CliError.SALVAGE_ELSEWHERE,
                () -> export().to(out, SalvageExport.SEGMENT_BYTES),
                "host-4",
                "node 4",
                file.toString());
        assertThat(exported()).isEmpty();
    }

    @Test
    void whatIsNotAsItWasSavedIsNotExported() throws IOException {
        content[250]++;
        Files.write(file, content);
        refused(CliError.SALVAGE_DAMAGED, () -> export().to(out, SalvageExport.SEGMENT_BYTES), "CRC32C");
        Files.write(file, Arrays.copyOf(content, 250));
        refused(CliError.SALVAGE_DAMAGED, () -> export().to(out, SalvageExport.SEGMENT_BYTES), "byte 200");
        Files.write(file, Arrays.copyOf(content, 301));
        refused(CliError.SALVAGE_DAMAGED, () -> export().to(out, SalvageExport.SEGMENT_BYTES), "longer");
        Files.write(file, new byte[300]);
        refused(CliError.SALVAGE_DAMAGED, () -> export().to(out, SalvageExport.SEGMENT_BYTES), "no batch at byte 0");
        Files.delete(file);
        refused(CliError.SALVAGE_DAMAGED, () -> export().to(out, SalvageExport.SEGMENT_BYTES), "it is gone");
        Files.writeString(manifestFile(), "{");
        refused(CliError.SALVAGE_DAMAGED, () -> export().to(out, SalvageExport.SEGMENT_BYTES), ".manifest");
        assertThat(exported()).isEmpty();
    }
}
