// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.protocol.client;

import io.kmirrord.protocol.ClusterMetadata;
import io.kmirrord.protocol.Endpoint;
import io.kmirrord.protocol.ErrorCategory;
import io.kmirrord.protocol.TopicSelection;
import io.kmirrord.protocol.WireException;
import io.kmirrord.protocol.net.MessageCall;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.common.message.ApiMessageType;
import org.apache.kafka.common.message.MetadataRequestData;
import org.apache.kafka.common.message.MetadataRequestData.MetadataRequestTopic;
import org.apache.kafka.common.message.MetadataResponseData;
import org.apache.kafka.common.message.MetadataResponseData.MetadataResponsePartition;
import org.apache.kafka.common.message.MetadataResponseData.MetadataResponseTopic;
import org.apache.kafka.common.protocol.Errors;

/** Builds Metadata requests and reads the answers. Pure. */
final class MetadataCodec {

    /** The first version in which asking does not create topics. */
    private static final int OLDEST = 4;

    /** The first version that can ask by id. */
    private static final int OLDEST_BY_ID = 12;

    private MetadataCodec() {}

    static MessageCall<MetadataResponseData> call(TopicSelection topics, Duration timeout) {
        int oldest = topics instanceof TopicSelection.Ids ? OLDEST_BY_ID : OLDEST;
        return new MessageCall<>(
                ApiMessageType.METADATA,
                oldest,
                version -> request(topics),
                new MetadataResponseData(),
                MetadataResponseData::throttleTimeMs,
                timeout);
    }

    private static MetadataRequestData request(TopicSelection topics) {
        MetadataRequestData request = new MetadataRequestData().setAllowAutoTopicCreation(false);
        if (topics instanceof TopicSelection.All) {
            return request.setTopics(null);
        }
        List<MetadataRequestTopic> wanted = new ArrayList<>();
        if (topics instanceof TopicSelection.Names names) {
            names.names().forEach(n -> wanted.add(new MetadataRequestTopic().setName(n)));
        } else if (topics instanceof TopicSelection.Ids ids) {
            ids.ids()
                    .forEach(id ->
                            wanted.add(new MetadataRequestTopic().setName(null).setTopicId(id)));
        }
        return request.setTopics(wanted);
    }

    /**
     * Reads an answer.
     *
     * @throws WireException if the answer as a whole is an error or names impossible addresses
     */
    static ClusterMetadata read(MetadataResponseData answer) {
        Errors error = Errors.forCode(answer.errorCode());
        if (error != Errors.NONE) {
            throw new WireException(error, "METADATA refused");
        }
        Map<Integer, Endpoint> brokers = new HashMap<>();
        try {
            answer.brokers().forEach(b -> brokers.put(b.nodeId(), new Endpoint(b.host(), b.port())));
        } catch (IllegalArgumentException e) {
            throw new WireException(ErrorCategory.RETRY, "METADATA names an impossible broker: " + e.getMessage(), e);
        }
        List<ClusterMetadata.Topic> topics = new ArrayList<>();
        answer.topics().forEach(t -> topics.add(topic(t)));
        return new ClusterMetadata(answer.clusterId(), brokers, topics);
    }

    private static ClusterMetadata.Topic topic(MetadataResponseTopic topic) {
        List<ClusterMetadata.Partition> partitions = new ArrayList<>();
        topic.partitions().forEach(p -> partitions.add(partition(p)));
        partitions.sort(Comparator.comparingInt(ClusterMetadata.Partition::partition));
        Uuid id = topic.topicId() == null ? Uuid.ZERO_UUID : topic.topicId();
        return new ClusterMetadata.Topic(
                topic.name(), id, Errors.forCode(topic.errorCode()), topic.isInternal(), partitions);
    }

    private static ClusterMetadata.Partition partition(MetadataResponsePartition p) {
        return new ClusterMetadata.Partition(
                p.partitionIndex(),
                p.leaderId(),
                p.leaderEpoch(),
                p.replicaNodes(),
                p.isrNodes(),
                Errors.forCode(p.errorCode()));
    }
}
