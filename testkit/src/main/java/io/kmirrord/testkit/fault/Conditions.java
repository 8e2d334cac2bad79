// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.testkit.fault;

import java.time.Duration;
import java.util.Set;

/**
 * How a connection passes bytes on. Each direction has the delay and the rate for itself.
 *
 * @param delay of every byte, order kept
 * @param bytesPerSecond at most, 0 for no limit
 * @param silent directions in which nothing passes, the end of the connection included, as on a network that drops every
 *     packet: the sender only sees its window close. What was under way passes on once the direction speaks again
 */
public record Conditions(Duration delay, long bytesPerSecond, Set<Direction> silent) {

    /** A network without faults. */
    public static final Conditions GOOD = new Conditions(Duration.ZERO, 0, Set.of());

    public Conditions {
        silent = Set.copyOf(silent);
        if (delay.isNegative() || bytesPerSecond < 0) {
            throw new IllegalArgumentException(
                    "Delay and bytes per second must not be negative: " + delay + ", " + bytesPerSecond);
        }
    }

    public Conditions withDelay(Duration value) {
        return new Conditions(value, bytesPerSecond, silent);
    }

    public Conditions withBytesPerSecond(long value) {
        return new Conditions(delay, value, silent);
    }

    public Conditions withSilent(Set<Direction> directions) {
        return new Conditions(delay, bytesPerSecond, directions);
    }
}
