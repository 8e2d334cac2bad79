// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.cli.salvage;

import io.kmirrord.cli.CliError;
import io.kmirrord.statemachine.view.RecordKey;
import io.kmirrord.statemachine.view.RecordValue;
import io.kmirrord.statetopic.SalvageManifest;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.CRC32C;
import java.util.zip.CheckedInputStream;

/**
 * Copies a salvage for use by Kafka's tools, and checks it meanwhile. Files get their names once all is checked, the
 * manifest last; nothing is overwritten. Blocks.
 *
 * @param salvage as the state topic says, so that its path is of the host that it names
 */
public record SalvageExport(RecordKey.Salvage key, RecordValue.Salvage salvage) {
    /** Half of what Kafka takes in one segment. */
    public static final long SEGMENT_BYTES = 1L << 30;

    private static final int BATCH_HEAD_BYTES = 12;
    private static final int BUFFER_BYTES = 1 << 16;

    /**
     * Copies.
     *
     * @param dir made if it is not there
     * @param segmentBytes of one file at most, but for a single larger batch
     * @return the files, the manifest last
     * @throws io.kmirrord.cli.CliException SALVAGE_ELSEWHERE, SALVAGE_DAMAGED, EXPORT_EXISTS, FILE_DENIED, BAD_FILE
     */
    public List<Path> to(Path dir, long segmentBytes) {
        try {
            var manifest = manifest();
            Files.createDirectories(dir);
            try (var files = new SegmentFiles(dir, segmentBytes)) {
                copy(manifest.value(), files);
                var written = new ArrayList<>(files.publish());
                var first = written.get(0);
                var beside = first.resolveSibling(first.getFileName() + SalvageManifest.SUFFIX);
                Files.writeString(beside, manifest.text(), StandardOpenOption.CREATE_NEW);
                written.add(beside);
                return written;
            }
        } catch (FileAlreadyExistsException e) {
            throw CliError.EXPORT_EXISTS.with(e.getFile());
        } catch (AccessDeniedException e) {
            throw CliError.FILE_DENIED.with(e.getFile());
        } catch (IOException e) {
            throw CliError.BAD_FILE.with(dir, String.valueOf(e));
        }
    }

    private Path file() {
        return Path.of(salvage.path());
    }

    private SalvageManifest manifest() throws IOException {
        var path = file().resolveSibling(file().getFileName() + SalvageManifest.SUFFIX);
        String text;
        try {
            text = Files.readString(path);
        } catch (NoSuchFileException e) {
            throw CliError.SALVAGE_ELSEWHERE.with(key.salvageId(), salvage.host(), salvage.nodeId(), salvage.path());
        }
        SalvageManifest manifest;
        try {
            manifest = SalvageManifest.parse(text);
        } catch (IOException e) {
            throw CliError.SALVAGE_DAMAGED.with(path, e.getMessage());
        }
        if (!manifest.key().equals(key)) {
            throw CliError.SALVAGE_DAMAGED.with(path, "it is the manifest of " + manifest.key());
        }
        return manifest;
    }

    private void copy(RecordValue.Salvage expected, SegmentFiles files) throws IOException {
        var crc = new CRC32C();
        long bytes = 0;
        try (InputStream in = new CheckedInputStream(new BufferedInputStream(open()), crc)) {
            while (bytes < expected.bytes()) {
                bytes += copyBatch(in, files, bytes);
            }
            if (in.read() >= 0) {
                throw CliError.SALVAGE_DAMAGED.with(
                        file(), "it is longer than the " + bytes + " bytes of its manifest");
            }
        }
        if (crc.getValue() != expected.crc32c()) {
            throw CliError.SALVAGE_DAMAGED.with(
                    file(),
                    "CRC32C " + Long.toHexString(crc.getValue()) + ", its manifest says "
                            + Long.toHexString(expected.crc32c()));
        }
    }

    private InputStream open() throws IOException {
        try {
            return Files.newInputStream(file());
        } catch (NoSuchFileException e) {
            throw CliError.SALVAGE_DAMAGED.with(file(), "it is gone, its manifest is still there");
        }
    }

    /** Copies one batch and returns its size; of its head only offset and length are looked at. */
    private long copyBatch(InputStream in, SegmentFiles files, long at) throws IOException {
        var head = in.readNBytes(BATCH_HEAD_BYTES);
        if (head.length < BATCH_HEAD_BYTES) {
            throw cutOff(at);
        }
        var fields = ByteBuffer.wrap(head);
        var baseOffset = fields.getLong();
        var length = fields.getInt();
        if (baseOffset < 0 || length <= 0) {
            throw CliError.SALVAGE_DAMAGED.with(file(), "no batch at byte " + at);
        }
        var out = files.next(baseOffset, (long) BATCH_HEAD_BYTES + length);
        out.write(head);
        var buffer = new byte[Math.min(length, BUFFER_BYTES)];
        for (var left = length; left > 0; ) {
            var read = in.readNBytes(buffer, 0, Math.min(left, buffer.length));
            if (read == 0) {
                throw cutOff(at);
            }
            out.write(buffer, 0, read);
            left -= read;
        }
        return (long) BATCH_HEAD_BYTES + length;
    }

    private RuntimeException cutOff(long at) {
        return CliError.SALVAGE_DAMAGED.with(file(), "it ends within the batch at byte " + at);
    }
}
