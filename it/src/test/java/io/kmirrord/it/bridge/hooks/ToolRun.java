// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.it.bridge.hooks;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** A program that ran to its end. */
record ToolRun(int exitCode, String out, String err) {
    private static final String JAVA =
            Path.of(System.getProperty("java.home"), "bin", "java").toString();

    static ToolRun jar(Path jar, String... arguments) throws Exception {
        List<String> command = new ArrayList<>(List.of(JAVA, "-jar", jar.toString()));
        command.addAll(List.of(arguments));
        return run(command, "");
    }

    /** Runs a main class; {@code jdkJavaOptions} may be empty. */
    static ToolRun main(List<Path> classPath, String jdkJavaOptions, String... mainAndArguments) throws Exception {
        List<String> command = new ArrayList<>(List.of(JAVA, "-Xmx256m", "-cp"));
        command.add(String.join(
                java.io.File.pathSeparator,
                classPath.stream().map(Path::toString).toList()));
        command.addAll(List.of(mainAndArguments));
        return run(command, jdkJavaOptions);
    }

    private static ToolRun run(List<String> command, String jdkJavaOptions) throws Exception {
        Path out = Files.createTempFile("tool", ".out");
        Path err = Files.createTempFile("tool", ".err");
        try {
            ProcessBuilder builder =
                    new ProcessBuilder(command).redirectOutput(out.toFile()).redirectError(err.toFile());
            builder.environment().remove("JAVA_TOOL_OPTIONS");
            builder.environment().remove("JDK_JAVA_OPTIONS");
            if (!jdkJavaOptions.isEmpty()) {
                builder.environment().put("JDK_JAVA_OPTIONS", jdkJavaOptions);
            }
            Process process = builder.start();
            if (!process.waitFor(120, TimeUnit.SECONDS)) {
                process.destroyForcibly();
                throw new IOException("still running after 120 s: " + command);
            }
            return new ToolRun(process.exitValue(), text(out), text(err));
        } finally {
            Files.delete(out);
            Files.delete(err);
        }
    }

    private static String text(Path file) throws IOException {
        return Files.readString(file, StandardCharsets.UTF_8);
    }
}
