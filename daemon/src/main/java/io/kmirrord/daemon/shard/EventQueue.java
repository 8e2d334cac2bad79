// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.daemon.shard;

import io.kmirrord.statetopic.kafka.Problems;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One thread that runs events in the order of their posting, and timers when they are due. State that only its events
 * touch needs no lock. Posting is thread-safe and never blocks; events must not block either. An event that throws is
 * logged and does not end the queue.
 */
public final class EventQueue implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(EventQueue.class);
    private static final long CLOSE_SECONDS = 2;

    private final ScheduledThreadPoolExecutor executor;
    private volatile Thread thread = Thread.currentThread();

    /** Starts the thread with the first event. */
    public EventQueue(String threadName) {
        executor = new ScheduledThreadPoolExecutor(1, task -> {
            Thread made = new Thread(task, threadName);
            made.setDaemon(true);
            thread = made;
            return made;
        });
        executor.setExecuteExistingDelayedTasksAfterShutdownPolicy(false);
        executor.setRemoveOnCancelPolicy(true);
    }

    /**
     * Adds an event.
     *
     * @return false when the queue is closed: the event will not run, and what it holds is still the caller's
     */
    public boolean post(Runnable event) {
        try {
            executor.execute(guarded(event));
            return true;
        } catch (RejectedExecutionException e) {
            return false;
        }
    }

    /**
     * Makes the outcome of a future an event; it is dropped when the queue is closed by then. A failure is told without what
     * futures wrap around it.
     */
    public <T> void then(CompletableFuture<T> future, Outcome<T> outcome) {
        CompletableFuture<T> unused = future.whenComplete(
                (value, problem) -> post(() -> outcome.take(value, problem == null ? null : Problems.unwrap(problem))));
    }

    /** Takes the outcome of a future: exactly one of both is not null, unless the future is of Void. */
    @FunctionalInterface
    public interface Outcome<T> {
        void take(@Nullable T value, @Nullable Throwable problem);
    }

    /** Adds an event that is due later; it never runs when the queue is closed before. */
    public void schedule(Runnable event, Duration delay) {
        try {
            // Never cancelled: an event that has become pointless finds that out itself.
            Future<?> unused = executor.schedule(guarded(event), delay.toNanos(), TimeUnit.NANOSECONDS);
        } catch (RejectedExecutionException e) {
            LOG.debug("timer dropped: the queue is closed");
        }
    }

    /** Runs an event again and again, the delay between the end of one and the start of the next. */
    public void repeat(Runnable event, Duration delay) {
        schedule(
                () -> {
                    try {
                        event.run();
                    } finally {
                        repeat(event, delay);
                    }
                },
                delay);
    }

    /** For assertions of confinement. */
    public boolean inQueue() {
        return Thread.currentThread() == thread;
    }

    private static Runnable guarded(Runnable event) {
        return () -> {
            try {
                event.run();
            } catch (RuntimeException | AssertionError e) {
                LOG.error("an event failed; this is a defect of kmirrord, please report it", e);
            }
        };
    }

    /** Runs what was posted already, drops timers; waits 2 s at most. Idempotent. */
    @Override
    public void close() {
        executor.shutdown();
        if (inQueue()) {
            return;
        }
        try {
            if (!executor.awaitTermination(CLOSE_SECONDS, TimeUnit.SECONDS)) {
                executor.shutdownNow();
            }
        } catch (InterruptedException e) {
            executor.shutdownNow();
            Thread.currentThread().interrupt();
        }
    }
}
