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

/** A module whose tests got lost builds as well as one whose tests pass. */
final class ModulesHaveTestsTest {
    /** Tested by it/ against brokers of their lines. */
    private static final List<String> TESTED_ELSEWHERE = List.of("line-4.1", "line-4.2", "line-4.3");

    @Test
    void everyModuleWithSourcesHasTestsOfItsOwn() throws IOException {
        Path root = Path.of("..").toAbsolutePath().normalize();
        try (Stream<Path> walk = Files.walk(root, 2)) {
            List<Path> modules = walk.filter(path -> Files.isDirectory(path.resolve("src/main/java")))
                    .filter(module -> !TESTED_ELSEWHERE.contains(String.valueOf(module.getFileName())))
                    .toList();
            assertThat(modules).contains(root.resolve("protocol"), root.resolve("daemon"));
            assertThat(modules).allMatch(ModulesHaveTestsTest::hasTests);
        }
    }

    private static boolean hasTests(Path module) {
        Path tests = module.resolve("src").resolve("test");
        if (!Files.isDirectory(tests)) {
            return false;
        }
        try (Stream<Path> walk = Files.walk(tests)) {
            return walk.anyMatch(path -> path.toString().endsWith("Test.java"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
