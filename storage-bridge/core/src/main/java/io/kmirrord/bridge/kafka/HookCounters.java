// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.bridge.kafka;

import java.util.concurrent.atomic.LongAdder;

/** What the hooks did since the JVM started. Thread-safe; only grows. */
public final class HookCounters {
    final LongAdder refusedProduce = new LongAdder();
    final LongAdder delayedProduce = new LongAdder();
    final LongAdder refusedAtGate = new LongAdder();
    final LongAdder swallowedMarkers = new LongAdder();
    final LongAdder refusedDeletes = new LongAdder();
    final LongAdder skippedEpochStarts = new LongAdder();
    final LongAdder emptiedLogs = new LongAdder();

    HookCounters() {}

    /** Partitions of produce requests answered with POLICY_VIOLATION. */
    public long refusedProduce() {
        return refusedProduce.sum();
    }

    /** Partitions of produce requests answered with NOT_ENOUGH_REPLICAS because a stop is under way. */
    public long delayedProduce() {
        return delayedProduce.sum();
    }

    /** Appends that passed the first hook and were refused under the partition's lock (F5). */
    public long refusedAtGate() {
        return refusedAtGate.sum();
    }

    /** Transaction markers that were not written. */
    public long swallowedMarkers() {
        return swallowedMarkers.sum();
    }

    /** DeleteRecords of fenced partitions. */
    public long refusedDeletes() {
        return refusedDeletes.sum();
    }

    /** Logs of joining replicas that were emptied because they were from an earlier life (F16). */
    public long emptiedLogs() {
        return emptiedLogs.sum();
    }

    /** Epoch-start entries that were not born (F7). */
    public long skippedEpochStarts() {
        return skippedEpochStarts.sum();
    }
}
