// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.deploy;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** What the build made. */
final class Packages {
    static final List<String> NAMES = List.of("kmirrord", "kmirrord-bridge");

    private static final Path TARGET = Path.of("target").toAbsolutePath();

    private Packages() {}

    static Path deb(String name) {
        return TARGET.resolve(name + ".deb");
    }

    /** Unpacks the .tar.gz and returns the only folder in it. */
    static Path unpackTar(String name, Path into) throws IOException, InterruptedException {
        Path tar;
        try (Stream<Path> files = Files.list(TARGET)) {
            List<Path> tars = files.filter(file -> file.getFileName().toString().matches(name + "-[0-9].*\\.tar\\.gz"))
                    .toList();
            assertThat(tars).hasSize(1);
            tar = tars.get(0);
        }
        Tool.output("tar", "-xzf", tar.toString(), "-C", into.toString());
        try (Stream<Path> roots = Files.list(into)) {
            List<Path> found = roots.toList();
            assertThat(found).hasSize(1);
            return found.get(0);
        }
    }

    /** Unpacks the files of the .deb, and runs no script of it. */
    static Path unpackDeb(String name, Path into) throws IOException, InterruptedException {
        Tool.output("dpkg-deb", "-x", deb(name).toString(), into.toString());
        return into;
    }
}
