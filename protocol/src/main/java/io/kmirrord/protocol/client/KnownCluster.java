// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.protocol.client;

import io.kmirrord.protocol.ClusterMetadata;
import io.kmirrord.protocol.Endpoint;
import io.kmirrord.protocol.LeaderHint;
import io.kmirrord.protocol.PartitionLeader;
import io.kmirrord.protocol.Peer;
import io.kmirrord.protocol.WireException;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.common.protocol.Errors;
import org.jspecify.annotations.Nullable;

/**
 * What is known of the cluster: brokers and leaders, the higher leader epoch winning (a broker that lags behind answers
 * old metadata). An election without a leader yet leaves the old one in place. Thread-safe.
 */
final class KnownCluster {

    /** All guarded by this. */
    private final Map<Integer, Endpoint> brokers = new HashMap<>();

    private final Map<TopicPartition, PartitionLeader> leaders = new HashMap<>();
    private final Map<String, Uuid> topicIds = new HashMap<>();
    private @Nullable String clusterId;

    /**
     * @param clusterId that must answer, null if the first answer tells
     */
    KnownCluster(@Nullable String clusterId) {
        this.clusterId = clusterId;
    }

    /**
     * Checks who answers.
     *
     * @param id that the peer told; null where it has none
     * @throws WireException FATAL if it is another cluster
     */
    synchronized void require(@Nullable String id, Peer peer) {
        require(id, peer + " answers");
    }

    /**
     * Takes up an answer.
     *
     * @throws WireException FATAL if it comes from another cluster: then nothing is taken up
     */
    synchronized void update(ClusterMetadata metadata) {
        require(metadata.clusterId(), "the source answers");
        brokers.putAll(metadata.brokers());
        metadata.topics().forEach(this::update);
    }

    private void require(@Nullable String id, String who) {
        String known = clusterId;
        if (known != null && id != null && !known.equals(id)) {
            throw WireException.found(
                    Errors.INCONSISTENT_CLUSTER_ID,
                    who + " as cluster " + id + "; expected: " + known
                            + ", as before. Check the bootstrap list and the address map");
        }
        clusterId = id == null ? known : id;
    }

    private void update(ClusterMetadata.Topic topic) {
        String name = topic.name();
        if (name == null) {
            return;
        }
        Uuid before = topicIds.get(name);
        boolean identified = !topic.id().equals(Uuid.ZERO_UUID);
        boolean comparable = identified && topic.id().equals(before);
        if (identified) {
            topicIds.put(name, topic.id());
        }
        for (ClusterMetadata.Partition p : topic.partitions()) {
            if (p.leaderId() >= 0) {
                put(new TopicPartition(name, p.partition()), p.leaderId(), p.leaderEpoch(), comparable);
            }
        }
    }

    /** Without a topic id the topic may be another one of that name (F21): then the last answer counts. */
    private void put(TopicPartition partition, int leaderId, int leaderEpoch, boolean comparable) {
        PartitionLeader known = leaders.get(partition);
        if (known == null || !comparable || leaderEpoch >= known.leaderEpoch()) {
            leaders.put(partition, new PartitionLeader(leaderId, leaderEpoch));
        }
    }

    /** Takes up what a fetch response told. */
    synchronized void update(TopicPartition partition, LeaderHint hint) {
        Endpoint endpoint = hint.endpoint();
        if (endpoint != null) {
            brokers.put(hint.brokerId(), endpoint);
        }
        put(partition, hint.brokerId(), hint.leaderEpoch(), true);
    }

    synchronized Optional<PartitionLeader> leader(TopicPartition partition) {
        return Optional.ofNullable(leaders.get(partition));
    }

    synchronized Optional<String> clusterId() {
        return Optional.ofNullable(clusterId);
    }

    synchronized @Nullable Endpoint broker(int brokerId) {
        return brokers.get(brokerId);
    }

    synchronized Map<Integer, Endpoint> brokers() {
        return Map.copyOf(brokers);
    }
}
