// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.testkit.process;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/** Waiting for a condition of another process, which cannot notify us. */
public final class Poll {
    private static final long STEP_NANOS = TimeUnit.MILLISECONDS.toNanos(50);

    private Poll() {}

    /** As {@link #until}, for a value that is not there yet; empty if the deadline passed. */
    public static <T> Optional<T> some(Duration timeout, Supplier<Optional<T>> source) {
        var found = new ArrayList<T>(1);
        until(timeout, () -> {
            source.get().ifPresent(found::add);
            return !found.isEmpty();
        });
        return found.stream().findFirst();
    }

    /** Evaluates {@code condition} every 50 ms; returns whether it held before the deadline. Throws what the condition throws. */
    public static boolean until(Duration timeout, BooleanSupplier condition) {
        var deadline = System.nanoTime() + timeout.toNanos();
        while (!condition.getAsBoolean()) {
            if (System.nanoTime() - deadline >= 0) {
                return false;
            }
            if (Thread.currentThread().isInterrupted()) {
                throw new IllegalStateException("interrupted while waiting");
            }
            LockSupport.parkNanos(STEP_NANOS);
        }
        return true;
    }
}
