// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.daemon.metrics;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The last snapshot of the engine, asked for anew when it is older than a second. However many ask, the engine has one
 * question at a time: queues that do not move are not filled with questions. Thread-safe.
 */
public final class SnapshotCache {
    private static final Logger LOG = LoggerFactory.getLogger(SnapshotCache.class);
    private static final long FRESH_NANOS = TimeUnit.SECONDS.toNanos(1);

    private final MetricsSource source;
    private final LongSupplier nanoClock;
    private final Duration timeout;
    private @Nullable CompletableFuture<DaemonSnapshot> pending;
    private DaemonSnapshot last = DaemonSnapshot.NONE;
    private boolean taken;
    private long takenAt;

    /**
     * Asks nothing yet.
     *
     * @param nanoClock monotonic, in nanoseconds
     * @param timeout how long {@link #current} waits for an answer at most
     */
    public SnapshotCache(MetricsSource source, LongSupplier nanoClock, Duration timeout) {
        this.source = source;
        this.nanoClock = nanoClock;
        this.timeout = timeout;
        takenAt = nanoClock.getAsLong();
    }

    /**
     * What the engine says now, or the last that it said when it does not answer in time.
     *
     * @param age since it was taken; since the cache was made when there never was an answer
     */
    public record Reading(DaemonSnapshot snapshot, Duration age) {}

    /** Blocks for the timeout at most. */
    public Reading current() {
        CompletableFuture<DaemonSnapshot> question = ask();
        if (question != null) {
            await(question);
        }
        return reading();
    }

    private synchronized @Nullable CompletableFuture<DaemonSnapshot> ask() {
        if (taken && nanoClock.getAsLong() - takenAt < FRESH_NANOS) {
            return null;
        }
        if (pending == null) {
            CompletableFuture<DaemonSnapshot> asked;
            try {
                asked = source.snapshot().toCompletableFuture();
            } catch (RuntimeException e) {
                asked = CompletableFuture.failedFuture(e);
            }
            pending = asked.whenComplete(this::answered);
            if (pending.isDone()) {
                // It was answered before it could be remembered.
                pending = null;
            }
        }
        return pending;
    }

    private synchronized void answered(@Nullable DaemonSnapshot snapshot, @Nullable Throwable problem) {
        pending = null;
        if (snapshot != null) {
            last = snapshot;
            taken = true;
            takenAt = nanoClock.getAsLong();
        } else {
            LOG.warn("the daemon could not report its state; metrics and health checks show an old one", problem);
        }
    }

    private synchronized Reading reading() {
        return new Reading(last, Duration.ofNanos(nanoClock.getAsLong() - takenAt));
    }

    private void await(CompletableFuture<DaemonSnapshot> question) {
        try {
            question.get(timeout.toNanos(), TimeUnit.NANOSECONDS);
        } catch (TimeoutException | ExecutionException e) {
            // The age of the reading says so; a failure was logged where it arrived.
            LOG.debug("no new snapshot", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
