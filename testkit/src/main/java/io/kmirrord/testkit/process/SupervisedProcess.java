// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.testkit.process;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import java.util.concurrent.TimeUnit;

/**
 * A running child process. It is killed when this JVM ends in whatever way, SIGKILL included, because a small shell beside it waits for the end of a pipe;
 * {@link #leave()} lifts that. Child and shell run in a session of their own, so a terminal's Ctrl-C reaches this JVM alone. Thread-safe. Unix only.
 */
public final class SupervisedProcess implements AutoCloseable {
    private static final String SCRIPT = script();

    private final ProcessSpec spec;
    private final Process supervisor;
    private final ProcessHandle child;
    private final Instant startedAt;

    private SupervisedProcess(ProcessSpec spec, Process supervisor, ProcessHandle child) {
        this.spec = spec;
        this.supervisor = supervisor;
        this.child = child;
        this.startedAt = child.info().startInstant().orElse(Instant.EPOCH);
    }

    /** Starts the process and returns once it has a pid; whether it comes up is the caller's to find out. */
    public static SupervisedProcess start(ProcessSpec spec) {
        var command = new ArrayList<String>();
        if (SetSid.AVAILABLE) {
            command.add("setsid");
        }
        command.addAll(List.of("sh", "-c", SCRIPT, "supervise"));
        command.addAll(spec.command());
        var builder = new ProcessBuilder(command).directory(spec.directory().toFile());
        spec.environment().forEach((key, value) -> {
            if (value.isEmpty()) {
                builder.environment().remove(key);
            } else {
                builder.environment().put(key, value);
            }
        });
        builder.environment().put("SUPERVISE_LOG", spec.logFile().toString());
        builder.redirectError(ProcessBuilder.Redirect.appendTo(spec.logFile().toFile()));
        try {
            var supervisor = builder.start();
            var line = firstLine(supervisor);
            var child = ProcessHandle.of(Long.parseLong(line));
            // A child that died at once has no handle any more: its supervisor then stands for it, ending in its exit
            // code.
            return new SupervisedProcess(spec, supervisor, child.orElseGet(supervisor::toHandle));
        } catch (IOException e) {
            throw new UncheckedIOException("cannot start " + spec.name() + ": " + spec.command(), e);
        }
    }

    private static String firstLine(Process supervisor) throws IOException {
        var reader = new BufferedReader(new InputStreamReader(supervisor.getInputStream(), StandardCharsets.US_ASCII));
        var line = reader.readLine();
        if (line == null) {
            throw new IOException("the supervising shell ended before it named a pid");
        }
        return line.strip();
    }

    public String name() {
        return spec.name();
    }

    public ProcessSpec spec() {
        return spec;
    }

    public Path logFile() {
        return spec.logFile();
    }

    public long pid() {
        return child.pid();
    }

    /** The start time the operating system knows, which together with the pid identifies the process. */
    public Instant startedAt() {
        return startedAt;
    }

    public boolean isAlive() {
        return child.isAlive() && supervisor.isAlive();
    }

    /** The exit code, 128 + n after signal n; empty while it runs. */
    public OptionalInt exitCode() {
        return supervisor.isAlive() ? OptionalInt.empty() : OptionalInt.of(supervisor.exitValue());
    }

    /** SIGKILL; returns when the process is gone. Works on a paused process too. No effect on one that has ended. */
    public void kill() {
        child.destroyForcibly();
        if (!awaitExit(Duration.ofSeconds(30))) {
            throw new IllegalStateException(name() + " (pid " + pid() + ") is still there 30 s after SIGKILL");
        }
    }

    /** SIGTERM, and SIGKILL if it lives on after {@code grace}; a paused process is continued first. Returns whether SIGTERM was enough. */
    public boolean stop(Duration grace) {
        if (isAlive()) {
            signal("TERM");
            signal("CONT");
        }
        if (awaitExit(grace)) {
            return true;
        }
        kill();
        return false;
    }

    /** SIGSTOP: the process keeps its sockets and does nothing, as in a long garbage collection or on a frozen host. */
    public void pause() {
        requireAlive("pause");
        signal("STOP");
    }

    /** SIGCONT. */
    public void resume() {
        requireAlive("resume");
        signal("CONT");
    }

    /** From now on the process outlives this JVM. */
    public void leave() {
        requireAlive("leave");
        try {
            var stdin = supervisor.getOutputStream();
            stdin.write("leave\n".getBytes(StandardCharsets.US_ASCII));
            stdin.flush();
        } catch (IOException e) {
            throw new UncheckedIOException("cannot leave " + name() + " alone", e);
        }
    }

    public boolean awaitExit(Duration timeout) {
        try {
            return supervisor.waitFor(timeout.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while waiting for the end of " + name(), e);
        }
    }

    /** {@link #kill()}. */
    @Override
    public void close() {
        kill();
    }

    @Override
    public String toString() {
        return name() + " (pid " + pid() + (isAlive() ? ", alive)" : ", exit code " + supervisor.exitValue() + ")");
    }

    private void requireAlive(String verb) {
        if (!isAlive()) {
            throw new IllegalStateException("cannot " + verb + " " + this + "; its log: " + logFile());
        }
    }

    private void signal(String name) {
        Signals.send(child, name);
    }

    private static String script() {
        try (InputStream in = SupervisedProcess.class.getResourceAsStream("supervise.sh")) {
            if (in == null) {
                throw new IllegalStateException("supervise.sh is missing beside " + SupervisedProcess.class);
            }
            return new String(in.readAllBytes(), StandardCharsets.US_ASCII);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Whether setsid(1) is there: macOS lacks it, and there Ctrl-C reaches the children as well. */
    private static final class SetSid {
        private static final boolean AVAILABLE =
                List.of("/usr/bin/setsid", "/bin/setsid").stream().anyMatch(file -> Files.isExecutable(Path.of(file)));
    }
}
