// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.testkit.mirror;

import io.kmirrord.testkit.process.JavaCommand;
import io.kmirrord.testkit.process.LogTail;
import io.kmirrord.testkit.process.ProcessSpec;
import io.kmirrord.testkit.process.SupervisedProcess;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** A kmirrord daemon as a child process, started again with the same settings after a kill. Thread-safe. */
public final class DaemonProcess implements AutoCloseable {
    /** Runs a daemon as operators do. */
    public static final String MAIN_CLASS = "io.kmirrord.daemon.Main";

    private static final Duration STOP_GRACE = Duration.ofSeconds(20);

    private final ProcessSpec spec;
    private final Map<String, String> properties;
    private @Nullable SupervisedProcess process;

    /**
     * Writes the settings; starts nothing yet.
     *
     * @param name of the process in messages, of its properties file and of its log
     * @param dir folder of both, created if absent
     * @param classPath that holds the daemon
     * @param properties the daemon's whole configuration
     */
    public DaemonProcess(String name, Path dir, List<Path> classPath, Map<String, String> properties) {
        this(name, MAIN_CLASS, dir, classPath, properties);
    }

    /**
     * As the other, of a class of one's own.
     *
     * @param mainClass runs a daemon; its one argument is the path of the properties file
     */
    public DaemonProcess(
            String name, String mainClass, Path dir, List<Path> classPath, Map<String, String> properties) {
        this.properties = Map.copyOf(properties);
        var folder = dir.toAbsolutePath();
        var file = folder.resolve(name + ".properties");
        try {
            Files.createDirectories(folder);
            Files.writeString(
                    file,
                    new TreeMap<>(properties)
                            .entrySet().stream()
                                    .map(entry -> entry.getKey() + "=" + entry.getValue() + "\n")
                                    .collect(Collectors.joining()));
        } catch (IOException e) {
            throw new UncheckedIOException("cannot write " + file, e);
        }
        spec = new JavaCommand(name, mainClass, classPath)
                .jvmOptions(List.of(
                        "-XX:+UseSerialGC",
                        "-XX:TieredStopAtLevel=1",
                        "-XX:CICompilerCount=1",
                        "-XX:-UsePerfData",
                        "-XX:MaxDirectMemorySize=160m"))
                .heapMb(128)
                .arguments(List.of(file.toString()))
                .build(folder, folder.resolve(name + ".log"));
    }

    /** Starts it, unless it runs. Returns at once: a daemon serves when its log and its partitions say so. */
    public synchronized DaemonProcess start() {
        if (!isAlive()) {
            process = SupervisedProcess.start(spec);
        }
        return this;
    }

    public String name() {
        return spec.name();
    }

    /** Where it serves metrics and health, {@code host:port}, if its settings say so. */
    public Optional<String> httpAddress() {
        return Optional.ofNullable(properties.get("http.listen"));
    }

    public Path logFile() {
        return spec.logFile();
    }

    public String logTail(int lines) {
        return LogTail.of(spec.logFile(), lines);
    }

    public synchronized SupervisedProcess process() {
        if (process == null) {
            throw new IllegalStateException(name() + " was never started");
        }
        return process;
    }

    public synchronized boolean isAlive() {
        return process != null && process.isAlive();
    }

    /** SIGKILL. */
    public void kill() {
        process().kill();
    }

    /** SIGSTOP. */
    public void pause() {
        process().pause();
    }

    /** SIGCONT. */
    public void resume() {
        process().resume();
    }

    /** SIGTERM, after 20 s SIGKILL. Returns whether SIGTERM was enough. */
    public boolean stop() {
        return process().stop(STOP_GRACE);
    }

    /** SIGKILL, if it was started. Idempotent. */
    @Override
    public synchronized void close() {
        if (process != null) {
            process.kill();
        }
    }
}
