// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.daemon.duty.controller;

import io.kmirrord.bridge.client.BridgeClient;
import io.kmirrord.daemon.shard.EventQueue;
import io.kmirrord.protocol.Backoff;
import io.kmirrord.statemachine.view.StateRecord;
import io.kmirrord.statemachine.view.StateView;
import io.kmirrord.statetopic.Health;
import io.kmirrord.statetopic.StateTopic;
import io.kmirrord.statetopic.StateWriter;
import java.util.List;
import java.util.function.LongSupplier;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Serves the requests to the controller (TopicRequest, FenceRequest, EpochRequest, ProducerIdRequest) while the local node
 * is the active one.
 * What it remembers is of one claim; what a predecessor did or half did is found in the metadata log, since every call of
 * the bridge is idempotent. Losing the claim drops everything without a word: the next one's daemon serves the rest.
 *
 * <p>Confined to its queue, but for {@link #start}. It never ends by itself: closing its queue ends it.
 */
public final class ControllerDuty {
    private static final Logger LOG = LoggerFactory.getLogger(ControllerDuty.class);

    private final Parts parts;
    private @Nullable ControllerTerm term;
    private int claim = -1;
    private boolean healthy;

    /**
     * What the duty works with.
     *
     * @param bridge of the local node
     * @param nodeId of the local node, for outcomes
     * @param nowMs wall clock, which expiry is measured by
     */
    public record Parts(
            EventQueue queue,
            BridgeClient bridge,
            StateTopic topic,
            StateWriter writer,
            int nodeId,
            Backoff backoff,
            LongSupplier nowMs,
            RandomGenerator random) {}

    public ControllerDuty(Parts parts) {
        this.parts = parts;
    }

    /** Follows the state topic. To be called once, on any thread. */
    public void start() {
        parts.topic().listen(new StateTopic.Listener() {
            @Override
            public void changed(StateView view, List<StateRecord> records) {
                List<StateRecord> followed =
                        records.stream().filter(RequestTable::follows).toList();
                if (!followed.isEmpty()) {
                    parts.queue().post(() -> ControllerDuty.this.changed(followed));
                }
            }

            @Override
            public void health(Health health) {
                parts.queue().post(() -> healthy(health.isHealthy()));
            }
        });
    }

    /**
     * The node became, stayed with another claim, or ceased to be the active controller. To be called on the queue.
     *
     * @param epoch claim epoch, -1 when it is not
     */
    public void controllerEpoch(int epoch) {
        if (epoch != claim) {
            claim = epoch;
            LOG.info(epoch < 0 ? "not the active controller" : "beside the active controller, epoch {}", epoch);
            begin();
        }
    }

    private void healthy(boolean now) {
        if (now != healthy) {
            healthy = now;
            begin();
        }
    }

    private void changed(List<StateRecord> records) {
        if (term != null) {
            term.changed(records);
        }
    }

    /** A term per claim and per time of health: nothing is acted on that was read while it was in doubt. */
    private void begin() {
        if (term != null) {
            term.end();
            term = null;
        }
        if (claim >= 0 && healthy) {
            term = new ControllerTerm(parts);
            term.begin();
        }
    }
}
