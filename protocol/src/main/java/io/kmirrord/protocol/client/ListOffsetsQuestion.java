// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.protocol.client;

import io.kmirrord.protocol.ListedOffset;
import io.kmirrord.protocol.OffsetSpec;
import io.kmirrord.protocol.net.MessageCall;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.apache.kafka.common.IsolationLevel;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.message.ApiMessageType;
import org.apache.kafka.common.message.ListOffsetsRequestData;
import org.apache.kafka.common.message.ListOffsetsRequestData.ListOffsetsPartition;
import org.apache.kafka.common.message.ListOffsetsRequestData.ListOffsetsTopic;
import org.apache.kafka.common.message.ListOffsetsResponseData;
import org.apache.kafka.common.protocol.Errors;

/** ListOffsets at one leader. Thread-safe. */
final class ListOffsetsQuestion implements LeaderLookup.Question<OffsetSpec, ListedOffset> {

    private static final int CONSUMER = -1;

    /** The first version with an isolation level. */
    private static final int OLDEST = 2;

    private final Links links;
    private final IsolationLevel isolation;
    private final Duration timeout;

    ListOffsetsQuestion(Links links, IsolationLevel isolation, Duration timeout) {
        this.links = links;
        this.isolation = isolation;
        this.timeout = timeout;
    }

    @Override
    public CompletableFuture<Map<TopicPartition, ListedOffset>> ask(
            int brokerId, Map<TopicPartition, OffsetSpec> partitions) {
        return links.broker(brokerId)
                .send(new MessageCall<>(
                        ApiMessageType.LIST_OFFSETS,
                        OLDEST,
                        version -> request(partitions, version),
                        new ListOffsetsResponseData(),
                        ListOffsetsResponseData::throttleTimeMs,
                        timeout))
                .thenApply(ListOffsetsQuestion::read);
    }

    private ListOffsetsRequestData request(Map<TopicPartition, OffsetSpec> partitions, int version) {
        Map<String, ListOffsetsTopic> topics = new HashMap<>();
        partitions.forEach((partition, spec) -> topics.computeIfAbsent(
                        partition.topic(), name -> new ListOffsetsTopic().setName(name))
                .partitions()
                .add(new ListOffsetsPartition()
                        .setPartitionIndex(partition.partition())
                        .setTimestamp(spec.timestampMs())
                        .setCurrentLeaderEpoch(spec.currentLeaderEpoch())));
        ListOffsetsRequestData request = new ListOffsetsRequestData()
                .setReplicaId(CONSUMER)
                .setIsolationLevel(isolation.id())
                .setTopics(new ArrayList<>(topics.values()));
        return version >= 10 ? request.setTimeoutMs((int) timeout.toMillis()) : request;
    }

    private static Map<TopicPartition, ListedOffset> read(ListOffsetsResponseData answer) {
        Map<TopicPartition, ListedOffset> offsets = new HashMap<>();
        answer.topics()
                .forEach(topic -> topic.partitions()
                        .forEach(p -> offsets.put(
                                new TopicPartition(topic.name(), p.partitionIndex()),
                                new ListedOffset(
                                        Errors.forCode(p.errorCode()), p.offset(), p.timestamp(), p.leaderEpoch()))));
        return offsets;
    }

    @Override
    public ListedOffset error(Errors error) {
        return new ListedOffset(error, -1, -1, -1);
    }

    @Override
    public Errors errorOf(ListedOffset answer) {
        return answer.error();
    }
}
