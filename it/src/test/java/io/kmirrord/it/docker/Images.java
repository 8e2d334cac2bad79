// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.it.docker;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.testcontainers.images.builder.ImageFromDockerfile;

/** The images of this repository, built from the packages of this build. */
final class Images {
    private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();
    private static final Path PACKAGES = ROOT.resolve("deploy/target");

    private Images() {}

    /** The daemon. */
    static ImageFromDockerfile kmirrord() throws IOException {
        return image("kmirrord", "kmirrord");
    }

    /** A Kafka node with the storage bridge. */
    static ImageFromDockerfile kafka() throws IOException {
        return image("kafka", "kmirrord-bridge");
    }

    private static ImageFromDockerfile image(String folder, String name) throws IOException {
        Path tar = tar(name);
        return new ImageFromDockerfile("kmirrord-it-" + folder, true)
                .withFileFromPath("docker", ROOT.resolve("docker"))
                .withFileFromPath("deploy/target/" + tar.getFileName(), tar)
                .withFileFromPath(
                        "Dockerfile", ROOT.resolve("docker").resolve(folder).resolve("Dockerfile"));
    }

    private static Path tar(String name) throws IOException {
        assumeTrue(Files.isDirectory(PACKAGES), PACKAGES + " is not there: build the module deploy first");
        try (Stream<Path> files = Files.list(PACKAGES)) {
            List<Path> found = files.filter(
                            file -> file.getFileName().toString().matches(name + "-[0-9].*\\.tar\\.gz"))
                    .toList();
            assumeTrue(
                    found.size() == 1, "not one package " + name + " but " + found + ": build the module deploy anew");
            return found.get(0);
        }
    }
}
