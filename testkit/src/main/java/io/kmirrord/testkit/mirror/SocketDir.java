// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.testkit.mirror;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;

/** A folder for Unix domain sockets, whose paths may have about 100 bytes only. */
public final class SocketDir {
    private static final int MAX_DIR_BYTES = 70;

    private SocketDir() {}

    /** {@code parent/sockets} where that is short enough, else a new folder below /tmp. It belongs to this user alone. */
    public static Path create(Path parent) {
        var near = parent.toAbsolutePath().resolve("sockets");
        try {
            if (near.toString().getBytes(StandardCharsets.UTF_8).length <= MAX_DIR_BYTES) {
                Files.createDirectories(near);
                return Files.setPosixFilePermissions(near, PosixFilePermissions.fromString("rwx------"));
            }
            return temporary();
        } catch (IOException e) {
            throw failed(e);
        }
    }

    /** A new folder below /tmp, which belongs to this user alone and is the caller's to remove. */
    public static Path temporary() {
        try {
            return Files.createTempDirectory(Path.of("/tmp"), "kmirrord-");
        } catch (IOException e) {
            throw failed(e);
        }
    }

    private static UncheckedIOException failed(IOException cause) {
        return new UncheckedIOException("cannot make a folder for sockets", cause);
    }

    /** The socket of the bridge in node {@code nodeId}. */
    public static Path socket(Path dir, int nodeId) {
        return dir.resolve("bridge-" + nodeId + ".sock");
    }
}
