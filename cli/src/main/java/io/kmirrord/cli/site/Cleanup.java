// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.cli.site;

import io.kmirrord.cli.CliException;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashSet;
import java.util.Set;

/**
 * What must be gone when the command ends, however it ends: processes first, newest first, then folders. {@link #close()} runs at the end of the command or,
 * on Ctrl-C and SIGTERM, in a shutdown hook. (After a SIGKILL the processes end by themselves; folders stay.) Thread-safe.
 */
public final class Cleanup implements AutoCloseable {
    /** 128 + SIGINT, as shells have it. */
    private static final int INTERRUPTED = 130;

    private final Deque<AutoCloseable> processes = new ArrayDeque<>();
    private final Set<Path> folders = new LinkedHashSet<>();
    private final Thread hook = new Thread(this::end, "mirrorctl-cleanup");
    private volatile boolean ending;

    public Cleanup() {
        Runtime.getRuntime().addShutdownHook(hook);
    }

    /** Closed at the end. */
    public synchronized void process(AutoCloseable running) {
        processes.push(running);
    }

    /** Removed at the end. */
    public synchronized void folder(Path folder) {
        folders.add(folder);
    }

    /** What to throw instead of {@code failure}: once the JVM is told to end, processes vanish under whoever waits for them. */
    public RuntimeException explain(RuntimeException failure) {
        return ending ? new CliException(INTERRUPTED, "interrupted") : failure;
    }

    /** No longer removed at the end, unless the JVM was told to end. */
    public synchronized void keep(Path folder) {
        if (ending) {
            return;
        }
        folders.remove(folder);
    }

    /** Nothing is closed or removed any more: all of it is meant to stay. */
    public synchronized void leaveAll() {
        processes.clear();
        folders.clear();
    }

    @Override
    public void close() {
        closeAll();
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException e) {
            // The JVM is ending: the hook runs, and finds nothing left to do.
            hook.setName("mirrorctl-cleanup-late");
        }
    }

    private void end() {
        ending = true;
        closeAll();
    }

    private void closeAll() {
        var failures = new ArrayList<Exception>();
        for (var running : taken()) {
            try {
                running.close();
            } catch (Exception e) {
                failures.add(e);
            }
        }
        for (var folder : takenFolders()) {
            try {
                Trees.delete(folder);
            } catch (RuntimeException e) {
                failures.add(e);
            }
        }
        failures.forEach(failure -> System.err.println("mirrorctl: not cleaned up: " + failure));
    }

    private synchronized Iterable<AutoCloseable> taken() {
        var all = new ArrayList<>(processes);
        processes.clear();
        return all;
    }

    private synchronized Iterable<Path> takenFolders() {
        var all = new ArrayList<>(folders);
        folders.clear();
        return all;
    }
}
