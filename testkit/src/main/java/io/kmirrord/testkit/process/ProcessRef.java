// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.testkit.process;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * A process known by pid and start time, written down by one JVM and looked up by another. A pid that was given to another process meanwhile is never taken for
 * it. Immutable.
 *
 * @param startedAt as {@link SupervisedProcess#startedAt()} said
 */
public record ProcessRef(long pid, Instant startedAt) {
    /** The JDK reckons start times from a boot time of whole seconds, which can shift by one when the clock is set. */
    private static final Duration TOLERANCE = Duration.ofSeconds(2);

    public static ProcessRef of(SupervisedProcess process) {
        return new ProcessRef(process.pid(), process.startedAt());
    }

    public boolean isAlive() {
        return handle().isPresent();
    }

    /** SIGTERM (a paused process is continued), and SIGKILL after {@code grace}. Returns whether it lived. */
    public boolean stop(Duration grace) {
        var handle = handle();
        if (handle.isEmpty()) {
            return false;
        }
        terminate();
        if (!Poll.until(grace, () -> !isAlive())) {
            handle.get().destroyForcibly();
            if (!Poll.until(Duration.ofSeconds(30), () -> !isAlive())) {
                throw new IllegalStateException("process " + pid + " is still there 30 s after SIGKILL");
            }
        }
        return true;
    }

    /** SIGTERM alone; returns at once. */
    public void terminate() {
        handle().ifPresent(handle -> {
            Signals.send(handle, "TERM");
            Signals.send(handle, "CONT");
        });
    }

    private Optional<ProcessHandle> handle() {
        return ProcessHandle.of(pid)
                .filter(ProcessHandle::isAlive)
                .filter(handle -> handle.info()
                        .startInstant()
                        .map(actual -> Duration.between(actual, startedAt).abs().compareTo(TOLERANCE) <= 0)
                        .orElse(false));
    }
}
