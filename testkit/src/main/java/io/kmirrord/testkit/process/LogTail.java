// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.testkit.process;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/** The end of a log file, for messages. */
public final class LogTail {
    private static final int MAX_BYTES = 64 * 1024;

    private LogTail() {}

    /** The last {@code lines} lines, at most 64 KiB; a note if the file is missing. */
    public static String of(Path file, int lines) {
        if (!Files.exists(file)) {
            return "(no log at " + file + ")";
        }
        var all = read(file).lines().toList();
        var from = Math.max(0, all.size() - lines);
        return String.join(System.lineSeparator(), all.subList(from, all.size()));
    }

    private static String read(Path file) {
        try (var in = new RandomAccessFile(file.toFile(), "r")) {
            var start = Math.max(0, in.length() - MAX_BYTES);
            var bytes = new byte[(int) Math.min(MAX_BYTES, in.length() - start)];
            in.seek(start);
            in.readFully(bytes);
            return new String(bytes, StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read " + file, e);
        }
    }
}
