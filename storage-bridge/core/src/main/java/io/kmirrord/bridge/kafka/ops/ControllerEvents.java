// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.bridge.kafka.ops;

import io.kmirrord.bridge.kafka.BrokerNode;
import io.kmirrord.bridge.kafka.ControllerMembers;
import io.kmirrord.bridge.kafka.ControllerMembers.Outcome;
import io.kmirrord.bridge.wire.BridgeException;
import io.kmirrord.bridge.wire.ErrorCode;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.kafka.controller.QuorumController;
import org.apache.kafka.server.common.ApiMessageAndVersion;
import org.apache.kafka.server.common.MetadataVersion;

/**
 * Writes to the metadata log through the active controller. A decision runs on the controller's event thread, so that
 * it sees events before it, committed or not. Whatever it throws is caught: an exception would count as a fault of the
 * controller and cost it its leadership, or its life. Thread-safe.
 */
final class ControllerEvents {
    /** Within what Kafka writes as one batch (QuorumController.MAX_RECORDS_PER_USER_OP is 10,000). */
    static final int MAX_RECORDS = 9_000;

    private static final long EVENT_DEADLINE_SECONDS = 20;
    private static final long ANSWER_DEADLINE_SECONDS = 30;

    private final BrokerNode node;
    private final ControllerMembers members;

    /** Decides which records to write; none is a no-op. Must not block. */
    interface Decision {
        List<ApiMessageAndVersion> decide(QuorumController controller, MetadataVersion version) throws BridgeException;
    }

    ControllerEvents(BrokerNode node, ControllerMembers members) {
        this.node = node;
        this.members = members;
    }

    ControllerMembers members() {
        return members;
    }

    /**
     * Decides, writes and waits until it is committed.
     *
     * @return the offset of the metadata log at which the outcome is in force
     * @throws BridgeException of the decision, or {@link ErrorCode#NOT_CONTROLLER} or {@link ErrorCode#TIMEOUT}, after
     *     which it may still be written
     */
    long write(String name, Decision decision) throws BridgeException {
        QuorumController controller = node.controller();
        if (controller.curClaimEpoch() < 0) {
            throw notActive(controller);
        }
        AtomicLong endOffset = new AtomicLong(-1);
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(EVENT_DEADLINE_SECONDS);
        try {
            Optional<BridgeException> refusal = members.appendWriteEvent(
                            controller,
                            "kmirrord" + name,
                            deadline,
                            () -> outcome(name, controller, decision),
                            endOffset::set)
                    .get(ANSWER_DEADLINE_SECONDS, TimeUnit.SECONDS);
            if (refusal.isPresent()) {
                throw refusal.get();
            }
            return endOffset.get();
        } catch (ExecutionException e) {
            BridgeException refusal = Failures.toRefusal(name, e);
            throw refusal.code() == ErrorCode.NOT_CONTROLLER ? notActive(controller) : refusal;
        } catch (TimeoutException e) {
            throw new BridgeException(
                    ErrorCode.TIMEOUT,
                    name + " was not committed within " + ANSWER_DEADLINE_SECONDS + " s and may still be; ask again");
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new BridgeException(ErrorCode.TIMEOUT, name + " was interrupted and may still be written; ask again");
        }
    }

    private Outcome<Optional<BridgeException>> outcome(String name, QuorumController controller, Decision decision) {
        try {
            List<ApiMessageAndVersion> records = decision.decide(controller, supportedVersion(controller));
            if (records.size() > MAX_RECORDS) {
                throw new BridgeException(
                        ErrorCode.INVALID_REQUEST,
                        name + " would write " + records.size() + " records at once; accepted: up to " + MAX_RECORDS);
            }
            return new Outcome<>(records, Optional.empty());
        } catch (Throwable e) {
            return new Outcome<>(List.of(), Optional.of(Failures.toRefusal(name, e)));
        }
    }

    private MetadataVersion supportedVersion(QuorumController controller) throws BridgeException {
        Optional<MetadataVersion> version = members.metadataVersion(controller);
        if (version.isEmpty()
                || !node.line()
                        .controller()
                        .metadataVersions()
                        .contains(version.get().version())) {
            throw new BridgeException(
                    ErrorCode.UNSUPPORTED_METADATA_VERSION,
                    "the cluster's metadata.version is "
                            + version.map(MetadataVersion::version).orElse("not set") + "; accepted by this bridge: "
                            + node.line().controller().metadataVersions().stream()
                                    .sorted()
                                    .toList());
        }
        return version.get();
    }

    private BridgeException notActive(QuorumController controller) {
        OptionalInt active = members.latestController(controller);
        return new BridgeException(
                ErrorCode.NOT_CONTROLLER,
                active.orElse(-1),
                "node " + node.nodeId() + " is not the active controller; "
                        + (active.isPresent() ? "ask node " + active.getAsInt() : "none is known, ask again later"));
    }
}
