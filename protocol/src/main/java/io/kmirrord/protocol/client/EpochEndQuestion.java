// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.protocol.client;

import io.kmirrord.protocol.EpochEnd;
import io.kmirrord.protocol.EpochQuery;
import io.kmirrord.protocol.net.MessageCall;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.message.ApiMessageType;
import org.apache.kafka.common.message.OffsetForLeaderEpochRequestData;
import org.apache.kafka.common.message.OffsetForLeaderEpochRequestData.OffsetForLeaderPartition;
import org.apache.kafka.common.message.OffsetForLeaderEpochRequestData.OffsetForLeaderTopic;
import org.apache.kafka.common.message.OffsetForLeaderEpochRequestData.OffsetForLeaderTopicCollection;
import org.apache.kafka.common.message.OffsetForLeaderEpochResponseData;
import org.apache.kafka.common.protocol.Errors;

/** OffsetsForLeaderEpoch at one leader, as a consumer (needs Describe on the topic only). Thread-safe. */
final class EpochEndQuestion implements LeaderLookup.Question<EpochQuery, EpochEnd> {

    private static final int CONSUMER = -1;

    /** The first version that fences by the current leader epoch (Kafka 2.1). */
    private static final int OLDEST = 2;

    private final Links links;
    private final Duration timeout;

    EpochEndQuestion(Links links, Duration timeout) {
        this.links = links;
        this.timeout = timeout;
    }

    @Override
    public CompletableFuture<Map<TopicPartition, EpochEnd>> ask(
            int brokerId, Map<TopicPartition, EpochQuery> partitions) {
        return links.broker(brokerId)
                .send(new MessageCall<>(
                        ApiMessageType.OFFSET_FOR_LEADER_EPOCH,
                        OLDEST,
                        version -> request(partitions),
                        new OffsetForLeaderEpochResponseData(),
                        OffsetForLeaderEpochResponseData::throttleTimeMs,
                        timeout))
                .thenApply(EpochEndQuestion::read);
    }

    private static OffsetForLeaderEpochRequestData request(Map<TopicPartition, EpochQuery> partitions) {
        OffsetForLeaderTopicCollection topics = new OffsetForLeaderTopicCollection();
        partitions.forEach((partition, query) -> {
            OffsetForLeaderTopic topic = topics.find(partition.topic());
            if (topic == null) {
                topic = new OffsetForLeaderTopic().setTopic(partition.topic());
                topics.add(topic);
            }
            topic.partitions()
                    .add(new OffsetForLeaderPartition()
                            .setPartition(partition.partition())
                            .setCurrentLeaderEpoch(query.currentLeaderEpoch())
                            .setLeaderEpoch(query.leaderEpoch()));
        });
        return new OffsetForLeaderEpochRequestData().setReplicaId(CONSUMER).setTopics(topics);
    }

    private static Map<TopicPartition, EpochEnd> read(OffsetForLeaderEpochResponseData answer) {
        Map<TopicPartition, EpochEnd> ends = new HashMap<>();
        answer.topics()
                .forEach(topic -> topic.partitions()
                        .forEach(p -> ends.put(
                                new TopicPartition(topic.topic(), p.partition()),
                                new EpochEnd(Errors.forCode(p.errorCode()), p.leaderEpoch(), p.endOffset()))));
        return ends;
    }

    @Override
    public EpochEnd error(Errors error) {
        return new EpochEnd(error, -1, -1);
    }

    @Override
    public Errors errorOf(EpochEnd answer) {
        return answer.error();
    }
}
