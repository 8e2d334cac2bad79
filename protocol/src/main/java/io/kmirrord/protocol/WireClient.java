// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.protocol;

import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.apache.kafka.common.IsolationLevel;
import org.apache.kafka.common.TopicPartition;

/**
 * A client of one Kafka cluster. Nothing is connected before the first call; connections are made per broker id, made
 * anew when lost (with back-off and jitter), and closed when idle. Every connect resolves the name anew. All futures
 * fail with {@link WireException} only. Thread-safe.
 */
public interface WireClient extends AutoCloseable {

    /**
     * Asks any broker, trying the known ones and then the bootstrap list in turn, for the state of topics. What it
     * answers about leaders is remembered for {@link #leader}. Fails FATAL when the answer comes from a cluster of
     * another id than the first answer did.
     */
    CompletableFuture<ClusterMetadata> metadata(TopicSelection topics);

    /**
     * Looks up offsets at the leaders. Leaders are looked up, and looked up again on stale-leader errors, until
     * {@link WireConfig#apiTimeout}.
     *
     * @return one answer for each partition asked for, with an error where it could not be had. An unreachable leader
     *     is LEADER_NOT_AVAILABLE
     */
    CompletableFuture<Map<TopicPartition, ListedOffset>> listOffsets(
            Map<TopicPartition, OffsetSpec> partitions, IsolationLevel isolation);

    /** Asks the leaders for the end of epochs; as {@link #listOffsets}. */
    CompletableFuture<Map<TopicPartition, EpochEnd>> endOffsetsForEpoch(Map<TopicPartition, EpochQuery> partitions);

    /**
     * Opens a fetch session with its own connection.
     *
     * @param brokerId a broker known from metadata or a leader hint
     * @throws IllegalArgumentException if maxBytes is above the limit of the budget
     */
    FetchSession openSession(int brokerId, FetchOptions options);

    /**
     * The leader as last told by metadata or by a fetch response, the higher epoch winning; empty when not known.
     * Stale-leader errors in a fetch refresh the metadata of the topic in the background.
     */
    Optional<PartitionLeader> leader(TopicPartition partition);

    /** Cluster id of the first metadata answer. */
    Optional<String> clusterId();

    /** Closes all connections and sessions; what is in flight fails. Idempotent, does not block. */
    @Override
    void close();
}
