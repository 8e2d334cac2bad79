// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.daemon.service;

import io.kmirrord.daemon.metrics.DaemonSnapshot;
import io.kmirrord.daemon.metrics.MetricsSource;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** Knows nothing until the engine is there: metrics exist before it, because it counts into them. Thread-safe. */
final class LateSource implements MetricsSource {
    private volatile MetricsSource engine = () -> CompletableFuture.completedFuture(DaemonSnapshot.NONE);

    void register(MetricsSource source) {
        engine = source;
    }

    @Override
    public CompletionStage<DaemonSnapshot> snapshot() {
        return engine.snapshot();
    }
}
