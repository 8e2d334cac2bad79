// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.bridge.kafka.ops;

import io.kmirrord.bridge.kafka.ControllerMembers;
import io.kmirrord.bridge.wire.BridgeException;
import io.kmirrord.bridge.wire.ErrorCode;
import io.kmirrord.bridge.wire.Fence;
import io.kmirrord.bridge.wire.Phase;
import io.kmirrord.bridge.wire.Request;
import io.kmirrord.bridge.wire.Response;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.locks.LockSupport;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.common.metadata.PartitionRecord;
import org.apache.kafka.controller.QuorumController;
import org.apache.kafka.image.writer.ImageWriterOptions;
import org.apache.kafka.metadata.PartitionRegistration;
import org.apache.kafka.server.common.ApiMessageAndVersion;
import org.apache.kafka.server.common.MetadataVersion;

/**
 * ENSURE_EPOCH: rewrites the record of a partition as it is, with a higher leader epoch and the next partition epoch,
 * since brokers skip a record whose partition epoch did not grow. Paced, one event at a time (R9). Thread-safe.
 */
final class EnsureEpochOp {
    static final int MAX_RECORDS_PER_EVENT = 500;
    private static final Set<Phase> ACCEPTED = EnumSet.of(Phase.PREPARING, Phase.MIRRORING, Phase.STOPPING);

    private final ControllerEvents events;
    private final ControllerMembers members;
    private final Pacer pacer;
    private final Object oneAtATime = new Object();

    EnsureEpochOp(ControllerEvents events, Pacer pacer) {
        this.events = events;
        this.members = events.members();
        this.pacer = pacer;
    }

    Response.Written ensure(Request.EnsureEpoch request) throws BridgeException {
        if (request.minEpochs().isEmpty()) {
            throw new BridgeException(ErrorCode.INVALID_REQUEST, "no partition is named; accepted: one or more");
        }
        for (int epoch : request.minEpochs().values()) {
            EpochRules.checkValue(epoch);
        }
        long offset = -1;
        List<SortedMap<Integer, Integer>> chunks = chunks(request.minEpochs());
        synchronized (oneAtATime) {
            for (SortedMap<Integer, Integer> chunk : chunks) {
                LockSupport.parkNanos(pacer.reserve(chunk.size(), System.nanoTime()));
                offset = events.write(
                        "EnsureEpoch", (controller, version) -> decide(controller, version, request, chunk));
            }
        }
        return new Response.Written(offset);
    }

    private static List<SortedMap<Integer, Integer>> chunks(Map<Integer, Integer> all) {
        List<SortedMap<Integer, Integer>> chunks = new ArrayList<>();
        SortedMap<Integer, Integer> chunk = new TreeMap<>();
        for (Map.Entry<Integer, Integer> entry : new TreeMap<>(all).entrySet()) {
            chunk.put(entry.getKey(), entry.getValue());
            if (chunk.size() == MAX_RECORDS_PER_EVENT) {
                chunks.add(chunk);
                chunk = new TreeMap<>();
            }
        }
        if (!chunk.isEmpty()) {
            chunks.add(chunk);
        }
        return chunks;
    }

    private List<ApiMessageAndVersion> decide(
            QuorumController controller,
            MetadataVersion version,
            Request.EnsureEpoch request,
            Map<Integer, Integer> minEpochs)
            throws BridgeException {
        Uuid id = TopicRules.uuid(request.topicId());
        ControllerMembers.TopicState topic = members.topic(controller, id);
        if (topic == null) {
            throw TopicRules.unknownTopic(request.topicId());
        }
        Fence fence = FenceRecords.read(members, controller, request.topicId());
        ImageWriterOptions options = new ImageWriterOptions.Builder(version)
                .setEligibleLeaderReplicasEnabled(members.elrEnabled(controller))
                .build();
        List<ApiMessageAndVersion> records = new ArrayList<>();
        int highest = -1;
        for (Map.Entry<Integer, Integer> wanted : minEpochs.entrySet()) {
            int partition = wanted.getKey();
            TopicRules.checkPhase(fence, request.ref(), topic.name(), partition, ACCEPTED);
            PartitionRegistration present = members.partition(controller, id, partition);
            if (present == null) {
                throw new BridgeException(
                        ErrorCode.UNKNOWN_PARTITION,
                        "topic '" + topic.name() + "' has no partition " + partition + "; it has "
                                + topic.partitions());
            }
            if (present.leaderEpoch >= wanted.getValue()) {
                continue;
            }
            EpochRules.checkRaise(partition, present.leaderEpoch, wanted.getValue());
            ApiMessageAndVersion record = present.toRecord(id, partition, options);
            ((PartitionRecord) record.message())
                    .setLeaderEpoch(wanted.getValue())
                    .setPartitionEpoch(present.partitionEpoch + 1);
            records.add(record);
            highest = Math.max(highest, wanted.getValue());
        }
        UsedEpochs.record(members, controller, request.topicId(), highest, records);
        return records;
    }
}
