// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.bridge.server;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/** Counters behind {@link ServerStats}. Thread-safe. */
final class ServerCounters {
    final AtomicInteger connections = new AtomicInteger();
    final AtomicLong connectionsTotal = new AtomicLong();
    final AtomicLong peersRefused = new AtomicLong();
    final AtomicLong connectionsRefused = new AtomicLong();
    final AtomicLong requestsTotal = new AtomicLong();
    final AtomicInteger requestsInFlight = new AtomicInteger();
    final AtomicLong memoryPauses = new AtomicLong();
    final AtomicLong memoryPausedNanos = new AtomicLong();

    ServerStats snapshot(MemoryBudget memory) {
        return new ServerStats(
                connections.get(),
                connectionsTotal.get(),
                peersRefused.get(),
                connectionsRefused.get(),
                requestsTotal.get(),
                requestsInFlight.get(),
                memory.inUseBytes(),
                memory.peakBytes(),
                memory.committedBytes(),
                memoryPauses.get(),
                memoryPausedNanos.get());
    }
}
