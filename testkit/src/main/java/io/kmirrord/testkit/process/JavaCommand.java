// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.testkit.process;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * Builder of a {@link ProcessSpec} that runs a Java main class on the JDK of this JVM. Not thread-safe.
 *
 * <p>Options added with {@link #toolOption} travel in {@code JDK_JAVA_OPTIONS}, as an operator's drop-in sets them for a broker, and not on the command line.
 * The variable of this JVM's own environment is never inherited.
 */
public final class JavaCommand {
    private final String name;
    private final String mainClass;
    private final List<Path> classPath;
    private final List<String> jvmOptions = new ArrayList<>();
    private final List<String> toolOptions = new ArrayList<>();
    private final List<String> arguments = new ArrayList<>();
    private final Map<String, String> environment = new LinkedHashMap<>();
    private Path javaHome = Path.of(System.getProperty("java.home"));

    public JavaCommand(String name, String mainClass, List<Path> classPath) {
        this.name = name;
        this.mainClass = mainClass;
        this.classPath = List.copyOf(classPath);
    }

    /** The class path of this JVM, for main classes of this repository. */
    public static List<Path> ownClassPath() {
        return Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator, -1))
                .filter(entry -> !entry.isEmpty())
                .map(Path::of)
                .toList();
    }

    /** Options of the JVM, on the command line. Later ones win. */
    public JavaCommand jvmOptions(List<String> options) {
        jvmOptions.addAll(options);
        return this;
    }

    public JavaCommand jvmOption(String option) {
        return jvmOptions(List.of(option));
    }

    /** Heap limit in MiB. */
    public JavaCommand heapMb(int mebibytes) {
        return jvmOption("-Xmx" + mebibytes + "m");
    }

    /** An option in {@code JDK_JAVA_OPTIONS}. */
    public JavaCommand toolOption(String option) {
        toolOptions.add(option);
        return this;
    }

    /** A Java agent in {@code JDK_JAVA_OPTIONS}. {@code arguments} may be empty. */
    public JavaCommand agent(Path jar, String arguments) {
        if (!Files.isRegularFile(jar)) {
            throw new IllegalArgumentException(
                    "no agent jar at " + jar.toAbsolutePath() + ": build it first (./mvnw -DskipTests package)");
        }
        return toolOption("-javaagent:" + jar.toAbsolutePath() + (arguments.isEmpty() ? "" : "=" + arguments));
    }

    public JavaCommand arguments(List<String> more) {
        arguments.addAll(more);
        return this;
    }

    public JavaCommand environment(Map<String, String> more) {
        environment.putAll(more);
        return this;
    }

    public JavaCommand javaHome(Path home) {
        javaHome = home;
        return this;
    }

    public ProcessSpec build(Path directory, Path logFile) {
        var command = new ArrayList<String>();
        command.add(javaHome.resolve("bin").resolve("java").toString());
        command.addAll(jvmOptions);
        command.add("-cp");
        command.add(classPath.stream()
                .map(entry -> entry.toAbsolutePath().toString())
                .collect(Collectors.joining(File.pathSeparator)));
        command.add(mainClass);
        command.addAll(arguments);
        var variables = new LinkedHashMap<String, String>();
        variables.put(
                "JDK_JAVA_OPTIONS",
                toolOptions.stream().map(JavaCommand::quoted).collect(Collectors.joining(" ")));
        variables.putAll(environment);
        return new ProcessSpec(name, command, variables, directory, logFile);
    }

    /** The launcher splits the variable at white space outside quotes and knows no escapes (its manual page, JDK_JAVA_OPTIONS). */
    private static String quoted(String option) {
        if (option.chars().noneMatch(Character::isWhitespace)) {
            return option;
        }
        if (option.indexOf('"') >= 0) {
            throw new IllegalArgumentException(
                    "JDK_JAVA_OPTIONS cannot carry an option with both white space and a quote: " + option);
        }
        return '"' + option + '"';
    }
}
