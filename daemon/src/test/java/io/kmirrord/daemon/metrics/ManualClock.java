// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.daemon.metrics;

import io.micrometer.core.instrument.Clock;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;

/** Stands still until it is moved. */
final class ManualClock implements Clock, LongSupplier {
    private final AtomicLong nanos = new AtomicLong();

    void advance(Duration by) {
        nanos.addAndGet(by.toNanos());
    }

    @Override
    public long wallTime() {
        return Duration.ofNanos(nanos.get()).toMillis();
    }

    @Override
    public long monotonicTime() {
        return nanos.get();
    }

    @Override
    public long getAsLong() {
        return nanos.get();
    }
}
