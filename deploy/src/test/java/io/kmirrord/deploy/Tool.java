// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.deploy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * A program that was run to its end.
 *
 * @param output both streams, as they came
 */
record Tool(int exitCode, String output) {
    private static final long DEADLINE_SECONDS = 120;

    static Tool run(String... command) throws IOException, InterruptedException {
        return run(Map.of(), List.of(command));
    }

    static Tool run(Map<String, String> environment, List<String> command) throws IOException, InterruptedException {
        Path file = Files.createTempFile("tool", ".out");
        try {
            ProcessBuilder builder =
                    new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(file.toFile());
            builder.environment().putAll(environment);
            Process process = builder.start();
            boolean ended = process.waitFor(DEADLINE_SECONDS, TimeUnit.SECONDS);
            process.destroyForcibly().waitFor();
            String output = Files.readString(file, StandardCharsets.UTF_8);
            assertThat(ended).as("%s ends: %s", command, output).isTrue();
            return new Tool(process.exitValue(), output);
        } finally {
            Files.delete(file);
        }
    }

    /** The output of a program that must succeed. */
    static String output(String... command) throws IOException, InterruptedException {
        Tool tool = run(command);
        assertThat(tool.exitCode).as("%s: %s", List.of(command), tool.output).isZero();
        return tool.output;
    }

    /** Skips the test where a program is not installed. */
    static void assumeThere(String program) {
        boolean there = Arrays.stream(System.getenv("PATH").split(":", -1))
                .anyMatch(folder -> Files.isExecutable(Path.of(folder, program)));
        assumeTrue(there, program + " is not on PATH here: install it to run this test");
    }
}
