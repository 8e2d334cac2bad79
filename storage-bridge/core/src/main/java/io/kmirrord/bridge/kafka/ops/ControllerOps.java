// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.bridge.kafka.ops;

import io.kmirrord.bridge.kafka.ControllerMembers;
import io.kmirrord.bridge.wire.BridgeException;
import io.kmirrord.bridge.wire.ErrorCode;
import io.kmirrord.bridge.wire.Fence;
import io.kmirrord.bridge.wire.Request;
import io.kmirrord.bridge.wire.Response;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.common.metadata.ProducerIdsRecord;
import org.apache.kafka.controller.QuorumController;
import org.apache.kafka.server.common.ApiMessageAndVersion;

/** PUT_FENCE, MOVE_FENCE and RESERVE_PRODUCER_IDS, at the active controller. Thread-safe. */
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
        return new Response.Written(events.write(
                "PutFence", (controller, version) -> decide(controller, request.topicId(), request.fence(), -1)));
    }

    Response.Written moveFence(Request.MoveFence request) throws BridgeException {
        if (request.partitions() < 1) {
            throw new BridgeException(
                    ErrorCode.INVALID_REQUEST, request.partitions() + " partitions; accepted: 1 or more");
        }
        return new Response.Written(events.write(
                "MoveFence",
                (controller, version) -> decide(controller, request.topicId(), request.fence(), request.partitions())));
    }

    /** {@code partitions} is what the caller believes and wants checked, or -1. */
    private List<ApiMessageAndVersion> decide(QuorumController controller, UUID topicId, Fence fence, int partitions)
            throws BridgeException {
        ControllerMembers.TopicState topic = members.topic(controller, TopicRules.uuid(topicId));
        if (topic == null) {
            throw TopicRules.unknownTopic(topicId);
        }
        TopicRules.checkOrdinary(topic.name());
        FenceRecords.checkResourceIsFree(members, controller);
        Fence present = FenceRecords.read(members, controller, topicId);
        if (partitions >= 0) {
            FenceRules.checkCount(topic.name(), topic.partitions(), partitions);
        }
        if (fence.equals(present)) {
            return List.of();
        }
        Uuid id = TopicRules.uuid(topicId);
        FenceRules.checkFollows(present, fence, topic.partitions());
        if (partitions >= 0 && fence.stopEpoch() >= 0 && (present == null || present.stopEpoch() < 0)) {
            FenceRules.checkStopEpoch(fence, UsedEpochs.highest(members, controller, id, topic.partitions()));
        }
        List<ApiMessageAndVersion> records = new ArrayList<>();
        records.add(FenceRecords.record(topicId, fence));
        if (present == null || present.generation() != fence.generation()) {
            records.addAll(KnownReplicaRecords.updateAll(members, controller, id));
            int epoch = UsedEpochs.highest(members, controller, id, topic.partitions());
            UsedEpochs.record(members, controller, topicId, epoch, records);
        }
        return records;
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
