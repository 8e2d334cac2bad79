// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.bridge.kafka;

import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Counts and logs what the hooks refuse. Thread-safe. */
final class Refusals {
    private static final Logger LOG = LoggerFactory.getLogger("io.kmirrord.bridge.fence");

    /** How the client id of a coordinator's marker channel ends (TransactionMarkerChannelManager, 4.1 to 4.4). */
    private static final String MARKER_SENDER = "-txn-marker-sender";

    private final HookCounters counters;
    private final LogLine line;
    private final LongSupplier clockMs;
    private final RefusalLog lines = new RefusalLog();

    /**
     * Makes the counters' front.
     *
     * @param clockMs milliseconds of a clock that grows
     */
    Refusals(HookCounters counters, LogLine line, LongSupplier clockMs) {
        this.counters = counters;
        this.line = line;
        this.clockMs = clockMs;
    }

    /** Each returns the reason, so that it can be counted where it is thrown. */
    String produce(String topic, String reason) {
        counters.refusedProduce.increment();
        return log(topic, "a produce request", reason);
    }

    String delayedProduce(String topic, String reason) {
        counters.delayedProduce.increment();
        return log(topic, "a produce request", reason);
    }

    String atGate(String topic, String reason) {
        counters.refusedAtGate.increment();
        return log(topic, "a produce request that was under way when the fence came", reason);
    }

    String marker(String topic, String reason) {
        counters.swallowedMarkers.increment();
        return log(topic, "a transaction marker", reason);
    }

    /** Returns whether this thread serves a request of a transaction coordinator; false if that cannot be told. */
    boolean isOfCoordinator() {
        try {
            String clientId = line.clientId();
            return clientId != null && clientId.endsWith(MARKER_SENDER);
        } catch (RuntimeException | LinkageError e) {
            LOG.error("cannot tell who sends a transaction marker", e);
            return false;
        }
    }

    String delete(String topic, String reason) {
        counters.refusedDeletes.increment();
        return log(topic, "a DeleteRecords request", reason);
    }

    /** Whatever goes wrong with the line, the refusal stands. */
    private String log(String topic, String what, String reason) {
        try {
            String text = lines.refused(topic, what, line.clientId(), reason, clockMs.getAsLong());
            if (text != null) {
                LOG.info(text);
            }
        } catch (RuntimeException | LinkageError e) {
            LOG.error("refused a write to topic '{}', and cannot tell of whom", topic, e);
        }
        return reason;
    }
}
