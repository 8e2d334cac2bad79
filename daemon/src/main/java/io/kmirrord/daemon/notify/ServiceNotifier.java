// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.daemon.notify;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reports to systemd, or does nothing when the process was not started by it. A message that cannot be sent is logged
 * and harms nothing else. Thread-safe; no method blocks but {@link #stopping} and {@link #close}.
 */
public final class ServiceNotifier implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(ServiceNotifier.class);
    private static final Path PROGRAM = Path.of("systemd-notify");
    private static final Duration DEADLINE = Duration.ofSeconds(6);
    private static final Duration STOPPING_DEADLINE = Duration.ofSeconds(1);

    private final NotifySettings settings;
    private final NotifyCommand command;
    private final ScheduledExecutorService thread;

    private ServiceNotifier(NotifySettings settings, NotifyCommand command) {
        this.settings = settings;
        this.command = command;
        this.thread = new ScheduledThreadPoolExecutor(1, task -> {
            Thread made = new Thread(task, "kmirrord-notify");
            made.setDaemon(true);
            return made;
        });
    }

    /** Reads the environment of this process; sends nothing yet. */
    public static ServiceNotifier fromEnvironment() {
        return of(System.getenv(), ProcessHandle.current().pid(), PROGRAM);
    }

    static ServiceNotifier of(Map<String, String> environment, long pid, Path program) {
        return new ServiceNotifier(NotifySettings.of(environment, pid), new NotifyCommand(program, DEADLINE));
    }

    /**
     * The process is up, which is what READY means: a broker that recovers its logs for an hour must not make systemd
     * kill the daemon beside it. From now on signs of life are sent while there is no problem.
     *
     * @param liveness reasons to restart the process, empty if there are none; called on this notifier's thread, may
     *     block for a few seconds
     */
    public void ready(Supplier<List<String>> liveness) {
        post(List.of("READY=1", "STATUS=running"));
        settings.watchdog().ifPresent(limit -> {
            // Half of it, as sd_watchdog_enabled(3) asks for.
            long periodNanos = limit.toNanos() / 2;
            Future<?> unused = thread.scheduleAtFixedRate(
                    () -> signOfLife(liveness), periodNanos, periodNanos, TimeUnit.NANOSECONDS);
        });
    }

    /** One line that {@code systemctl status} shows. Line breaks become blanks. */
    public void status(String line) {
        post(List.of("STATUS=" + line.replace('\n', ' ').replace('\r', ' ')));
    }

    /** The process ends. Waits until systemd knows, one second at most. To be called before anything else is closed. */
    public void stopping() {
        if (!settings.listening()) {
            return;
        }
        thread.shutdownNow();
        send(new NotifyCommand(command.program(), STOPPING_DEADLINE), List.of("STOPPING=1", "STATUS=stopping"));
    }

    private void signOfLife(Supplier<List<String>> liveness) {
        try {
            List<String> problems = liveness.get();
            if (problems.isEmpty()) {
                send(command, List.of("WATCHDOG=1"));
            } else {
                LOG.error("no sign of life for systemd, which restarts a daemon that stays like this: {}", problems);
            }
        } catch (RuntimeException e) {
            LOG.error("the check for signs of life failed; this is a defect of kmirrord, please report it", e);
        }
    }

    private void post(List<String> assignments) {
        if (!settings.listening()) {
            return;
        }
        try {
            thread.execute(() -> send(command, assignments));
        } catch (RejectedExecutionException e) {
            LOG.debug("stopping: {} is not sent any more", assignments);
        }
    }

    private static void send(NotifyCommand command, List<String> assignments) {
        try {
            command.send(assignments);
        } catch (IOException e) {
            LOG.warn("systemd was not told {}: {}", assignments, e.getMessage());
        }
    }

    /** Ends the thread; what is being sent is left to its deadline. Idempotent. */
    @Override
    public void close() {
        thread.shutdownNow();
    }
}
