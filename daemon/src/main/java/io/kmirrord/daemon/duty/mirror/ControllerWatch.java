// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.daemon.duty.mirror;

import io.kmirrord.bridge.wire.ControllerResign;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Watches that a daemon serves the active controller: without one no fence moves, and so no mirror starts or stops. Where
 * it is silent and that of another controller is not, the active one is asked to step down (operations-review R4), at
 * most once a minute. Several daemons may do so at once. Confined to the queue.
 */
final class ControllerWatch {
    private static final Logger LOG = LoggerFactory.getLogger(ControllerWatch.class);
    private static final long AGAIN_NS = TimeUnit.MINUTES.toNanos(1);

    private final MirrorDuty.Parts parts;
    private final Beats beats;
    /** What stands in the config of the broker here. */
    private @Nullable ControllerResign asked;

    private long nextNs;
    private boolean looking;
    private String problem = "";

    ControllerWatch(MirrorDuty.Parts parts, Beats beats) {
        this.parts = parts;
        this.beats = beats;
        this.nextNs = parts.nanos().getAsLong();
    }

    /** Returns whom to ask to step down. */
    static Optional<ControllerResign> decide(Destination.Quorum quorum, IntFunction<NodeHealth> health) {
        if (quorum.leader() < 0 || health.apply(quorum.leader()).kind() != NodeHealth.Kind.SILENT) {
            return Optional.empty();
        }
        boolean another = quorum.voters().stream()
                .anyMatch(
                        voter -> voter != quorum.leader() && health.apply(voter).live());
        return another ? Optional.of(new ControllerResign(quorum.leader(), quorum.epoch())) : Optional.empty();
    }

    /** Looks once, unless the look before is still under way. */
    void look() {
        if (looking) {
            return;
        }
        looking = true;
        parts.queue().then(parts.destination().quorum(), (quorum, failure) -> {
            looking = false;
            if (quorum == null) {
                failed("the metadata quorum cannot be watched", failure);
            } else {
                seen(quorum);
            }
        });
    }

    private void seen(Destination.Quorum quorum) {
        long now = parts.nanos().getAsLong();
        ControllerResign before = asked;
        Optional<ControllerResign> wanted = decide(quorum, node -> beats.of(node, now));
        if (wanted.isPresent() && now - nextNs >= 0) {
            log(wanted.get(), before, now);
            ask(wanted.get(), now);
        } else if (before != null && quorum.epoch() > before.epoch()) {
            forget(before, quorum);
        }
    }

    private void log(ControllerResign resign, @Nullable ControllerResign before, long now) {
        if (resign.equals(before)) {
            LOG.warn(
                    "node {} is still the active controller though it was asked to step down. Until a daemon runs beside it no "
                            + "mirror starts or stops: start that daemon, or restart the node's Kafka process",
                    resign.nodeId());
        } else {
            LOG.warn(
                    "node {}, the active controller, is asked to step down: {}, and nobody else moves fences there",
                    resign.nodeId(),
                    beats.of(resign.nodeId(), now).text());
        }
    }

    private void ask(ControllerResign resign, long now) {
        asked = resign;
        nextNs = now + AGAIN_NS;
        problem = "";
        parts.queue().then(parts.destination().askToResign(parts.nodeId(), resign), (done, failure) -> {
            if (failure != null) {
                failed("node " + resign.nodeId() + " was not asked to step down as the active controller", failure);
            }
        });
    }

    private void forget(ControllerResign resign, Destination.Quorum quorum) {
        LOG.info("node {} is the active controller now, no longer node {}", quorum.leader(), resign.nodeId());
        asked = null;
        parts.queue().then(parts.destination().forgetResign(parts.nodeId()), (done, failure) -> {
            if (failure != null) {
                asked = asked == null ? resign : asked;
                failed("config " + ControllerResign.CONFIG_KEY + " of broker " + parts.nodeId() + " stays", failure);
            }
        });
    }

    private void failed(String what, @Nullable Throwable failure) {
        String text = what + ": " + StartJob.text(failure);
        if (!text.equals(problem)) {
            LOG.warn(text);
            problem = text;
        }
    }
}
