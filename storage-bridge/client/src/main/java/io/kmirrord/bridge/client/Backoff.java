// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.bridge.client;

import java.time.Duration;
import java.util.Random;

/** Exponential back-off with jitter. Confined to one thread. */
final class Backoff {
    private final long minNs;
    private final long maxNs;
    private final Random jitter;
    private long baseNs;

    Backoff(Duration min, Duration max, Random jitter) {
        this.minNs = Math.max(1, min.toNanos());
        this.maxNs = Math.max(minNs, max.toNanos());
        this.jitter = jitter;
        this.baseNs = minNs;
    }

    /** Returns the next delay: the base, which doubles each time, and up to half of it on top. */
    long nextNs() {
        long delay = baseNs + (long) (baseNs / 2.0 * jitter.nextDouble());
        baseNs = Math.min(maxNs, baseNs * 2);
        return delay;
    }

    void reset() {
        baseNs = minNs;
    }
}
