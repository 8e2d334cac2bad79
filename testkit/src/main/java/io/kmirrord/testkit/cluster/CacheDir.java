// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.testkit.cluster;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

/** The folder of things that are slow to make and the same every time; safe to delete at any moment. */
final class CacheDir {
    private CacheDir() {}

    /** {@code $XDG_CACHE_HOME/kmirrord}, by default {@code ~/.cache/kmirrord}. */
    static Path path() {
        var base = System.getenv("XDG_CACHE_HOME");
        return (base == null || base.isBlank() ? Path.of(System.getProperty("user.home"), ".cache") : Path.of(base))
                .resolve("kmirrord");
    }

    /** Puts a whole file in place at once, so that other JVMs never see half of it. */
    static void replace(Path file, byte[] content) throws IOException {
        Files.createDirectories(file.getParent());
        var temporary =
                Files.createTempFile(file.getParent(), file.getFileName().toString(), ".tmp");
        Files.write(temporary, content);
        Files.move(temporary, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    }
}
