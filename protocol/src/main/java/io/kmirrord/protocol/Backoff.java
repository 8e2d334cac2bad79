// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.protocol;

import java.time.Duration;
import java.util.random.RandomGenerator;

/**
 * Exponential back-off with jitter. Immutable, pure.
 *
 * @param min before the first repeat
 * @param max bound, jitter included
 */
public record Backoff(Duration min, Duration max) {

    public Backoff {
        if (min.isNegative() || min.isZero() || max.compareTo(min) < 0) {
            throw new IllegalArgumentException(
                    "back-off from " + min + " to " + max + "; accepted: above 0, and not falling");
        }
    }

    /**
     * How long to wait after a number of failures in a row: min doubled each time up to max, of which the upper half is
     * random, so that clients that lost the same broker do not come back together.
     *
     * @param failures 0 or more; 0 is no wait
     */
    public Duration delay(int failures, RandomGenerator random) {
        if (failures <= 0) {
            return Duration.ZERO;
        }
        long bound = max.toMillis();
        long exponential = min.toMillis() << Math.min(failures - 1, 30);
        long full = exponential <= 0 ? bound : Math.min(bound, exponential);
        return Duration.ofMillis(full - random.nextLong(full / 2 + 1));
    }
}
