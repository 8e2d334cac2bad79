// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.daemon;

import io.kmirrord.daemon.engine.Alarms;
import io.kmirrord.daemon.engine.Place;
import io.kmirrord.daemon.metrics.EngineMetrics;
import io.kmirrord.statemachine.decision.Failure;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Brings what an operator must see into the metrics. Thread-safe. */
final class EngineAlarms implements Alarms {
    private static final Logger LOG = LoggerFactory.getLogger(EngineAlarms.class);

    private final EngineMetrics metrics;

    EngineAlarms(EngineMetrics metrics) {
        this.metrics = metrics;
    }

    @Override
    public void failed(Place place, Failure failure) {
        metrics.failed(place.id().mirror(), failure.code());
    }

    @Override
    public void gap(Place place, long fromOffset, long toOffset) {
        metrics.gap(place.id().mirror(), toOffset - fromOffset);
    }

    @Override
    public void salvaged(Place place, long bytes) {
        LOG.warn("{}: {} bytes were saved before a cut", place, bytes);
    }
}
