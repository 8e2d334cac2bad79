// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.daemon.metrics;

import io.kmirrord.daemon.copy.CopyMeter;
import io.kmirrord.statemachine.decision.FailureCode;

/** Takes what happens in the engine. Thread-safe; no method blocks, and none throws for values in their ranges. */
public interface EngineMetrics extends CopyMeter {

    /** For an engine that nobody watches. */
    EngineMetrics NONE = new EngineMetrics() {
        @Override
        public void fetched(String mirror, long bytes) {}

        @Override
        public void appended(String mirror, long bytes, int batches, long nanos) {}

        @Override
        public void gap(String mirror, long offsets) {}

        @Override
        public void failed(String mirror, FailureCode code) {}

        @Override
        public void forget(String mirror) {}
    };

    /** The source's log start overtook a partition's copy by this many offsets, 1 or more. */
    void gap(String mirror, long offsets);

    /** A partition became FAILED. */
    void failed(String mirror, FailureCode code);

    /** The mirror is gone: its counters end. Idempotent; a later event of the same mirror begins them anew. */
    void forget(String mirror);
}
