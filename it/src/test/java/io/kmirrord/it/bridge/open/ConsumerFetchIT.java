// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.it.bridge.open;

import static org.assertj.core.api.Assertions.assertThat;

import io.kmirrord.it.bridge.ops.Batches;
import io.kmirrord.it.bridge.ops.MirrorTopic;
import io.kmirrord.it.fixture.BridgeCluster;
import io.kmirrord.testkit.cluster.KafkaCluster;
import io.kmirrord.testkit.junit.Clusters;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.consumer.LogTruncationException;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.protocol.Errors;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Consumers of a fenced log: its batches carry the source's epochs, its leader an epoch far above them. */
final class ConsumerFetchIT {
    @RegisterExtension
    static final Clusters CLUSTERS = new Clusters();

    private static BridgeCluster bridges;

    @BeforeAll
    static void start() {
        bridges = BridgeCluster.start(
                CLUSTERS, "three", KafkaCluster.builder().brokers(3).version("4.4.0"));
    }

    @Test
    @DisplayName(
            "A consumer that committed an offset with the source's epoch goes on after its restart and leader changes")
    void aCommittedEpochOfTheSourceIsNoObstacle() throws Exception {
        MirrorTopic topic = MirrorTopic.create(bridges, "goes-on");
        TopicPartition partition = new TopicPartition(topic.name(), 0);
        topic.begin();
        topic.append(0, Batches.plain(0, 3, 1, "x"), Batches.plain(3, 3, 5, "x"));
        topic.awaitHighWatermark(6);
        assertThat(readAndCommit(topic, 6)).extracting(ConsumerRecord::offset).containsExactly(0L, 1L, 2L, 3L, 4L, 5L);
        assertThat(committed(partition).leaderEpoch())
                .as("the epoch of the last batch, not of the leader")
                .isEqualTo(Optional.of(5));

        topic.append(6, Batches.plain(6, 2, 5, "x"), Batches.plain(8, 2, 7, "x"));
        topic.awaitHighWatermark(10);
        assertThat(readAndCommit(topic, 4)).extracting(ConsumerRecord::offset).containsExactly(6L, 7L, 8L, 9L);

        try (Admin admin = bridges.kafka().admin()) {
            int before = topic.awaitLeader();
            topic.awaitInSync(3);
            Steps.moveLeader(bridges, admin, topic.name(), before % 3 + 1);
        }
        topic.ensureEpoch(40);
        topic.begin();
        topic.append(10, Batches.plain(10, 2, 7, "x"), Batches.plain(12, 1, 30, "x"));
        topic.awaitHighWatermark(13);
        List<ConsumerRecord<String, String>> last = readAndCommit(topic, 3);
        assertThat(last).extracting(ConsumerRecord::offset).containsExactly(10L, 11L, 12L);
        assertThat(last)
                .extracting(ConsumerRecord::leaderEpoch)
                .containsExactly(Optional.of(7), Optional.of(7), Optional.of(30));
    }

    @Test
    @DisplayName(
            "A fetch that names its last epoch is answered by the source's epochs, with the leader's own as current")
    void lastFetchedEpochsAreThoseOfTheSource() throws Exception {
        MirrorTopic topic = MirrorTopic.create(bridges, "last-epoch");
        topic.begin();
        topic.append(0, Batches.plain(0, 3, 1, "x"), Batches.plain(3, 3, 5, "x"), Batches.plain(6, 1, 5, "x"));
        topic.awaitHighWatermark(7);
        String leader = bridges.kafka().node(topic.awaitLeader()).address();
        int current = topic.leaderState().leaderEpoch();

        RawFetch.Answer agrees = RawFetch.fetch(leader, topic.name(), 6, current, 5);
        assertThat(agrees.error()).isEqualTo(Errors.NONE);
        assertThat(agrees.divergingEpoch()).isEqualTo(-1);
        assertThat(agrees.bytes()).isPositive();
        assertThat(RawFetch.fetch(leader, topic.name(), 7, current, 5).divergingEpoch())
                .as("at the end, where an epoch of the leader's own would begin")
                .isEqualTo(-1);
        assertThat(RawFetch.fetch(leader, topic.name(), 6, current, 1))
                .isEqualTo(new RawFetch.Answer(Errors.NONE, 1, 3, 0));
        assertThat(RawFetch.fetch(leader, topic.name(), 6, current, 3))
                .as("an epoch that never was")
                .isEqualTo(new RawFetch.Answer(Errors.NONE, 1, 3, 0));
        assertThat(RawFetch.fetch(leader, topic.name(), 6, current - 1, 5).error())
                .isEqualTo(Errors.FENCED_LEADER_EPOCH);
        assertThat(RawFetch.fetch(leader, topic.name(), 6, current + 1, 5).error())
                .isEqualTo(Errors.UNKNOWN_LEADER_EPOCH);
    }

    @Test
    @DisplayName("A consumer whose committed offset was cut away is told of it, as in any Kafka cluster")
    void aConsumerAheadOfACutIsTold() throws Exception {
        MirrorTopic topic = MirrorTopic.create(bridges, "cut");
        topic.begin();
        topic.append(0, Batches.plain(0, 3, 1, "x"), Batches.plain(3, 3, 5, "lost"));
        topic.awaitHighWatermark(6);
        readAndCommit(topic, 6);
        topic.truncate(3, 7);
        topic.awaitBarrier();
        topic.begin();
        topic.append(3, Batches.plain(3, 6, 7, "other"));
        topic.awaitHighWatermark(9);

        TopicPartition partition = new TopicPartition(topic.name(), 0);
        try (Consumer<String, String> consumer = consumer(topic.name())) {
            consumer.assign(List.of(partition));
            Map<TopicPartition, OffsetAndMetadata> diverged = new HashMap<>();
            BridgeCluster.until("told of the cut", () -> {
                try {
                    assertThat(consumer.poll(Duration.ofMillis(200)))
                            .as("records of another history")
                            .isEmpty();
                } catch (LogTruncationException e) {
                    diverged.putAll(e.divergentOffsets());
                }
                return !diverged.isEmpty();
            });
            assertThat(diverged)
                    .extractingByKey(partition)
                    .extracting(OffsetAndMetadata::offset)
                    .isEqualTo(3L);
        }
    }

    private static List<ConsumerRecord<String, String>> readAndCommit(MirrorTopic topic, int records) {
        List<ConsumerRecord<String, String>> read = new ArrayList<>();
        try (Consumer<String, String> consumer = consumer(topic.name())) {
            TopicPartition partition = new TopicPartition(topic.name(), 0);
            consumer.assign(List.of(partition));
            if (consumer.committed(Set.of(partition)).get(partition) == null) {
                consumer.seekToBeginning(List.of(partition));
            }
            BridgeCluster.until(records + " records of " + topic.name(), () -> {
                consumer.poll(Duration.ofMillis(200)).forEach(read::add);
                return read.size() >= records;
            });
            consumer.commitSync();
        }
        return read;
    }

    private static OffsetAndMetadata committed(TopicPartition partition) {
        try (Consumer<String, String> consumer = consumer(partition.topic())) {
            return Objects.requireNonNull(consumer.committed(Set.of(partition)).get(partition));
        }
    }

    /** Without a reset policy: what cannot go on from the committed offset says so. */
    private static Consumer<String, String> consumer(String group) {
        return new KafkaConsumer<>(
                Map.of(
                        "bootstrap.servers",
                        bridges.kafka().bootstrapServers(),
                        "group.id",
                        group,
                        "enable.auto.commit",
                        false,
                        "auto.offset.reset",
                        "none"),
                new StringDeserializer(),
                new StringDeserializer());
    }
}
