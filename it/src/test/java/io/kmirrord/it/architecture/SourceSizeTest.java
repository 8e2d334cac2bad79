// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.it.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** No source file grows beyond 500 lines, and most stay small. */
final class SourceSizeTest {
    private static final int MAX_LINES = 500;
    private static final int USUAL_LINES = 150;

    @Test
    void noFileIsLongerThanTheLimitAndMostAreSmall() throws IOException {
        Path root = Path.of("..").toAbsolutePath().normalize();
        assertThat(root.resolve("mvnw")).exists();
        try (Stream<Path> walk = Files.walk(root)) {
            List<Path> sources = walk.filter(path -> path.toString().endsWith(".java"))
                    .filter(path -> !path.toString().contains("/target/"))
                    .toList();
            assertThat(sources.stream().filter(path -> lines(path) > MAX_LINES)).isEmpty();
            long small =
                    sources.stream().filter(path -> lines(path) <= USUAL_LINES).count();
            assertThat(small).isGreaterThan(sources.size() / 2);
        }
    }

    private static long lines(Path path) {
        try (Stream<String> lines = Files.lines(path)) {
            return lines.count();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
