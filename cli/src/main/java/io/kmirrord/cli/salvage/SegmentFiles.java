// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.cli.salvage;

import io.kmirrord.cli.CliError;
import io.kmirrord.statetopic.SalvageManifest;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Batches written to files that Kafka's tools read as segments: each is called by its first offset, and below the 2 GiB
 * that they take. Drafts until {@link #publish}; without it {@link #close} leaves nothing. For one thread.
 */
final class SegmentFiles implements AutoCloseable {
    private static final String DRAFT = ".tmp";

    private final Path dir;
    private final long segmentBytes;
    private final List<Path> drafts = new ArrayList<>();
    private @Nullable OutputStream out;
    private long written;

    SegmentFiles(Path dir, long segmentBytes) {
        this.dir = dir;
        this.segmentBytes = segmentBytes;
    }

    /** Returns where the next bytes of a batch go; all of them, before this is called again. */
    OutputStream next(long baseOffset, long size) throws IOException {
        var current = out;
        if (current == null || written + size > segmentBytes) {
            endFile();
            current = begin(String.format(Locale.ROOT, "%020d.log", baseOffset));
        }
        written += size;
        return current;
    }

    private OutputStream begin(String name) throws IOException {
        for (var taken : List.of(dir.resolve(name), dir.resolve(name + SalvageManifest.SUFFIX))) {
            if (Files.exists(taken)) {
                throw CliError.EXPORT_EXISTS.with(taken);
            }
        }
        var draft = dir.resolve(name + DRAFT);
        drafts.add(draft);
        var opened = new BufferedOutputStream(Files.newOutputStream(
                draft, StandardOpenOption.CREATE, StandardOpenOption.TRUNCATE_EXISTING, StandardOpenOption.WRITE));
        out = opened;
        written = 0;
        return opened;
    }

    private void endFile() throws IOException {
        var current = out;
        out = null;
        if (current != null) {
            current.close();
        }
    }

    /** Gives the files their names; returns them in order. */
    List<Path> publish() throws IOException {
        endFile();
        var files = new ArrayList<Path>();
        for (var draft : List.copyOf(drafts)) {
            var name = draft.getFileName().toString();
            var file = dir.resolve(name.substring(0, name.length() - DRAFT.length()));
            // Not replacing: what appeared meanwhile is somebody else's.
            Files.move(draft, file);
            drafts.remove(draft);
            files.add(file);
        }
        return files;
    }

    @Override
    public void close() throws IOException {
        endFile();
        for (var draft : drafts) {
            Files.deleteIfExists(draft);
        }
    }
}
