// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.statetopic.kafka;

import java.time.Duration;

/** A moment of the monotonic clock. Immutable. */
public record Deadline(long nanoTime) {

    public static Deadline in(Duration timeout) {
        return new Deadline(System.nanoTime() + timeout.toNanos());
    }

    /** Returns the time that is left, 0 once it passed. */
    public Duration left() {
        return Duration.ofNanos(Math.max(0, nanoTime - System.nanoTime()));
    }

    public boolean passed() {
        return left().isZero();
    }
}
