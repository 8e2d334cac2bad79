// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.statetopic.writer;

import java.time.Duration;

/** Time between attempts of one group: 50 ms, twice as long each time, 2 s at most. Not thread-safe. */
final class Retry {
    private static final long FIRST_MS = 50;
    private static final long MAX_MS = 2_000;

    private long nextMs = FIRST_MS;

    boolean isFirst() {
        return nextMs == FIRST_MS;
    }

    Duration next() {
        long now = nextMs;
        nextMs = Math.min(MAX_MS, 2 * nextMs);
        return Duration.ofMillis(now);
    }
}
