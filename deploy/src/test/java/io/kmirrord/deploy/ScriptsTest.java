// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.deploy;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Every shell script that is shipped. */
final class ScriptsTest {
    private static final List<Path> FOLDERS = List.of(Path.of("bin"), Path.of("deb"), Path.of("..", "docker"));

    private static List<String> scripts() throws IOException {
        List<String> found = new ArrayList<>();
        for (Path folder : FOLDERS) {
            try (Stream<Path> files = Files.walk(folder)) {
                for (Path file : files.filter(Files::isRegularFile).toList()) {
                    if (Files.readString(file).startsWith("#!/bin/")) {
                        found.add(file.toString());
                    }
                }
            }
        }
        return found;
    }

    @Test
    void shellcheckHasNothingToSay() throws IOException, InterruptedException {
        Tool.assumeThere("shellcheck");
        List<String> scripts = scripts();
        assertThat(scripts).hasSizeGreaterThan(5);
        for (String script : scripts) {
            Tool checked = Tool.run("shellcheck", script);
            assertThat(checked.exitCode()).as(checked.output()).isZero();
        }
    }

    @Test
    void everyScriptIsExecutableAndStopsAtTheFirstFailure() throws IOException {
        for (String script : scripts()) {
            assertThat(Path.of(script)).isExecutable();
            assertThat(Files.readString(Path.of(script))).containsPattern("(?m)^set -eu?$");
        }
    }
}
