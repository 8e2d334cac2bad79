// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.testkit.process;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/** Waiting for a condition of another process, which cannot notify us. */
public final class Poll {
    private static final long STEP_NANOS = TimeUnit.MILLISECONDS.toNanos(50);

    private Poll() {}

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
