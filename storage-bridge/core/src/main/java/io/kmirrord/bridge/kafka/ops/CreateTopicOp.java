// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.bridge.kafka.ops;

import io.kmirrord.bridge.kafka.BrokerNode;
import io.kmirrord.bridge.kafka.ControllerMembers;
import io.kmirrord.bridge.wire.BridgeException;
import io.kmirrord.bridge.wire.ErrorCode;
import io.kmirrord.bridge.wire.Fence;
import io.kmirrord.bridge.wire.Request;
import io.kmirrord.bridge.wire.Response;
import io.kmirrord.bridge.wire.TopicIds;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.common.message.CreateTopicsResponseData.CreatableTopicResult;
import org.apache.kafka.common.message.RequestHeaderData;
import org.apache.kafka.common.metadata.PartitionRecord;
import org.apache.kafka.common.metadata.TopicRecord;
import org.apache.kafka.common.protocol.Errors;
import org.apache.kafka.common.security.auth.KafkaPrincipal;
import org.apache.kafka.controller.ControllerRequestContext;
import org.apache.kafka.controller.QuorumController;
import org.apache.kafka.metadata.BrokerRegistration;
import org.apache.kafka.server.common.ApiMessageAndVersion;

/**
 * CREATE_TOPIC: what stock code would write, with the source's topic id, the first leader epoch and the fence, in one
 * atomic batch. Thread-safe.
 */
final class CreateTopicOp {
    private final BrokerNode node;
    private final ControllerEvents events;
    private final ControllerMembers members;

    CreateTopicOp(BrokerNode node, ControllerEvents events) {
        this.node = node;
        this.events = events;
        this.members = events.members();
    }

    Response.Written create(Request.CreateTopic request) throws BridgeException {
        TopicRules.checkOrdinary(request.name());
        EpochRules.checkValue(request.firstLeaderEpoch());
        if (request.partitions() < 1) {
            throw new BridgeException(
                    ErrorCode.INVALID_REQUEST, request.partitions() + " partitions; accepted: 1 or more");
        }
        return new Response.Written(events.write("CreateTopic", (controller, version) -> decide(controller, request)));
    }

    private List<ApiMessageAndVersion> decide(QuorumController controller, Request.CreateTopic request)
            throws BridgeException {
        Uuid id = TopicRules.uuid(request.topicId());
        FenceRecords.checkResourceIsFree(members, controller);
        checkUnused(controller, request, id);
        Fence leftOver = FenceRecords.read(members, controller, request.topicId());
        FenceRules.checkCreates(leftOver, request.fence(), request.partitions());
        if (leftOver != null) {
            checkOnceUsedId(controller, request, leftOver);
        }
        ControllerMembers.CreatedTopics created = members.createTopics(
                controller,
                new ControllerRequestContext(
                        new RequestHeaderData(),
                        new KafkaPrincipal(KafkaPrincipal.USER_TYPE, "kmirrord"),
                        OptionalLong.empty()),
                node.line()
                        .controller()
                        .createTopicsRequest(
                                request.name(), request.partitions(), request.replicationFactor(), request.configs()));
        checkCreated(created, request);
        List<ApiMessageAndVersion> records = new ArrayList<>();
        List<PartitionRecord> partitions = new ArrayList<>();
        records.add(FenceRecords.record(request.topicId(), request.fence()));
        for (ApiMessageAndVersion record : created.records()) {
            if (record.message() instanceof TopicRecord topic) {
                topic.setTopicId(id);
            } else if (record.message() instanceof PartitionRecord partition) {
                partition.setTopicId(id).setLeaderEpoch(request.firstLeaderEpoch());
                partitions.add(partition);
            }
            records.add(record);
        }
        records.addAll(KnownReplicaRecords.created(id, partitions));
        UsedEpochs.record(members, controller, request.topicId(), request.firstLeaderEpoch(), records);
        return records;
    }

    private void checkUnused(QuorumController controller, Request.CreateTopic request, Uuid id) throws BridgeException {
        ControllerMembers.TopicState sameId = members.topic(controller, id);
        Uuid sameName = members.topicId(controller, request.name());
        if (sameId != null || sameName != null) {
            throw new BridgeException(
                    ErrorCode.EXISTS,
                    "topic '" + request.name() + "' with id " + TopicIds.toText(request.topicId())
                            + " cannot be created: "
                            + (sameId != null
                                    ? "the id belongs to topic '" + sameId.name() + "'"
                                    : "the name belongs to topic id " + sameName));
        }
    }

    /**
     * Kafka never gives an id twice, so a broker that was away takes the log dir of the deleted topic for the new
     * one's (F16): all must be there, and the epochs must be above those of the old life.
     */
    private void checkOnceUsedId(QuorumController controller, Request.CreateTopic request, Fence leftOver)
            throws BridgeException {
        for (BrokerRegistration broker : members.brokerRegistrations(controller).values()) {
            if (broker.fenced()) {
                throw new BridgeException(
                        ErrorCode.NOT_ENOUGH_REPLICAS,
                        broker.id(),
                        "topic id " + TopicIds.toText(request.topicId())
                                + " was used before, and broker " + broker.id()
                                + ", which is down, may still hold the log of that topic; start it or unregister it");
            }
        }
        int lowest = UsedEpochs.lowestAgain(leftOver, UsedEpochs.read(members, controller, request.topicId()));
        if (request.firstLeaderEpoch() < lowest) {
            throw new BridgeException(
                    ErrorCode.INVALID_REQUEST,
                    lowest,
                    "first leader epoch " + request.firstLeaderEpoch() + " for topic id "
                            + TopicIds.toText(request.topicId()) + ", which was used before; accepted: " + lowest
                            + " or more, the block of epochs above all that it was given");
        }
    }

    private static void checkCreated(ControllerMembers.CreatedTopics created, Request.CreateTopic request)
            throws BridgeException {
        CreatableTopicResult result = created.response().topics().find(request.name());
        Errors error = result == null ? Errors.UNKNOWN_SERVER_ERROR : Errors.forCode(result.errorCode());
        if (error == Errors.NONE) {
            return;
        }
        ErrorCode code = error == Errors.TOPIC_ALREADY_EXISTS
                ? ErrorCode.EXISTS
                : error == Errors.INVALID_REPLICATION_FACTOR
                        ? ErrorCode.NOT_ENOUGH_REPLICAS
                        : ErrorCode.INVALID_REQUEST;
        String message = result == null ? null : result.errorMessage();
        throw new BridgeException(
                code, "topic '" + request.name() + "' was refused by the controller: " + error + ", " + message);
    }
}
