// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.bridge.kafka.ops;

import io.kmirrord.bridge.kafka.ControllerMembers;
import io.kmirrord.bridge.wire.BridgeException;
import io.kmirrord.bridge.wire.ErrorCode;
import io.kmirrord.bridge.wire.Fence;
import io.kmirrord.bridge.wire.Request;
import io.kmirrord.bridge.wire.Response;
import java.util.List;
import org.apache.kafka.common.metadata.ProducerIdsRecord;
import org.apache.kafka.controller.QuorumController;
import org.apache.kafka.server.common.ApiMessageAndVersion;

/** PUT_FENCE and RESERVE_PRODUCER_IDS, at the active controller. Thread-safe. */
final class ControllerOps {
    /** Far below what would exhaust the ids, far above what a cluster hands out. */
    private static final long MAX_PRODUCER_ID = 1L << 62;

    private final ControllerEvents events;
    private final ControllerMembers members;

    ControllerOps(ControllerEvents events) {
        this.events = events;
        this.members = events.members();
    }

    Response.Written putFence(Request.PutFence request) throws BridgeException {
        return new Response.Written(events.write("PutFence", (controller, version) -> decide(controller, request)));
    }

    private List<ApiMessageAndVersion> decide(QuorumController controller, Request.PutFence request)
            throws BridgeException {
        ControllerMembers.TopicState topic = members.topic(controller, TopicRules.uuid(request.topicId()));
        if (topic == null) {
            throw TopicRules.unknownTopic(request.topicId());
        }
        TopicRules.checkOrdinary(topic.name());
        FenceRecords.checkResourceIsFree(members, controller);
        Fence present = FenceRecords.read(members, controller, request.topicId());
        if (request.fence().equals(present)) {
            return List.of();
        }
        FenceRules.checkFollows(present, request.fence(), topic.partitions());
        return List.of(FenceRecords.record(request.topicId(), request.fence()));
    }

    Response.Written reserveProducerIds(Request.ReserveProducerIds request) throws BridgeException {
        return new Response.Written(events.write(
                "ReserveProducerIds", (controller, version) -> decide(controller, request.nextProducerId())));
    }

    private List<ApiMessageAndVersion> decide(QuorumController controller, long wanted) throws BridgeException {
        long present = members.nextProducerBlock(controller).firstProducerId();
        if (wanted < 0 || wanted > MAX_PRODUCER_ID) {
            throw new BridgeException(
                    ErrorCode.INVALID_REQUEST,
                    present,
                    "next producer id " + wanted + "; accepted: " + Math.max(0, present) + " to " + MAX_PRODUCER_ID);
        }
        if (wanted < present) {
            throw new BridgeException(
                    ErrorCode.NOT_MONOTONIC,
                    present,
                    "next producer id " + wanted + " is below the present " + present + "; accepted: that or more");
        }
        // Replay of a record that does not raise the id is fatal (ProducerIdControlManager.replay).
        return wanted == present ? List.of() : List.of(producerIdsRecord(wanted));
    }

    private static ApiMessageAndVersion producerIdsRecord(long next) {
        ProducerIdsRecord record =
                new ProducerIdsRecord().setBrokerId(-1).setBrokerEpoch(-1).setNextProducerId(next);
        return new ApiMessageAndVersion(record, (short) 0);
    }
}
