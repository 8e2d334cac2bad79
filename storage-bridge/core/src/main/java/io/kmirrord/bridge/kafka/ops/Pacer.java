// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.bridge.kafka.ops;

/** Spreads records over time: says how long to wait so that no more than a rate goes through. Thread-safe. */
final class Pacer {
    private static final long NANOS_PER_SECOND = 1_000_000_000L;

    private final int perSecond;
    private long freeAtNanos;
    private boolean used;

    Pacer(int perSecond) {
        this.perSecond = perSecond;
    }

    /**
     * Takes room for records.
     *
     * @param nowNanos monotonic time
     * @return how long the caller waits before it goes on
     */
    synchronized long reserve(int records, long nowNanos) {
        if (!used || freeAtNanos - nowNanos < 0) {
            freeAtNanos = nowNanos;
            used = true;
        }
        long wait = freeAtNanos - nowNanos;
        freeAtNanos += records * NANOS_PER_SECOND / perSecond;
        return wait;
    }
}
