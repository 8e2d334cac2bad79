// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.it.bridge.hooks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.kmirrord.bridge.wire.BridgeException;
import io.kmirrord.bridge.wire.Phase;
import io.kmirrord.bridge.wire.Request;
import io.kmirrord.bridge.wire.Response;
import io.kmirrord.bridge.wire.TopicIdPartition;
import io.kmirrord.it.fixture.BridgeCluster;
import io.kmirrord.it.fixture.Clients;
import io.kmirrord.it.fixture.Fences;
import io.kmirrord.testkit.cluster.KafkaCluster;
import io.kmirrord.testkit.junit.Clusters;
import java.io.IOException;
import java.nio.file.Files;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.admin.AbortTransactionSpec;
import org.apache.kafka.clients.admin.FeatureUpdate;
import org.apache.kafka.clients.admin.FinalizedVersionRange;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.ProducerState;
import org.apache.kafka.clients.admin.TransactionDescription;
import org.apache.kafka.clients.admin.TransactionState;
import org.apache.kafka.clients.admin.UpdateFeaturesOptions;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.PolicyViolationException;
import org.apache.kafka.common.errors.UnsupportedForMessageFormatException;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Transactions and the fence under every version of the transaction protocol. Below version 2 a producer makes the
 * fenced partition part of its transaction before it sends there, so its marker comes although no record landed.
 */
final class TransactionVersionIT {
    private static final String FEATURE = "transaction.version";
    private static final int NODE = 1;

    @RegisterExtension
    static final Clusters CLUSTERS = new Clusters();

    private static BridgeCluster cluster;
    private static String bootstrap;

    @BeforeAll
    static void start() throws Exception {
        cluster = BridgeCluster.start(CLUSTERS, "one", KafkaCluster.builder());
        bootstrap = cluster.kafka().bootstrapServers();
        createOpen("open");
    }

    @ParameterizedTest
    @ValueSource(shorts = {2, 1, 0})
    @DisplayName("F8: a refused transaction aborts, its id and producer stay usable, no stray marker lands")
    void f8RefusedTransactionsLeaveNothing(short level) throws Exception {
        finalizeAt(level);
        String name = "refused-" + level;
        TopicPartition fenced = new TopicPartition(name, 0);
        Mirrored topic = Mirrored.create(cluster, name, 1);
        try (Producer<String, String> producer = Clients.transactional(bootstrap, name)) {
            producer.beginTransaction();
            Clients.send(producer, "open", 0, "before");
            assertThatThrownBy(() -> Clients.send(producer, name, 0, "x")).isInstanceOf(PolicyViolationException.class);
            assertThat(transaction(name).topicPartitions().contains(fenced))
                    .as("the coordinator owes the fenced partition a marker")
                    .isEqualTo(level < 2);
            producer.abortTransaction();
            // Where its epoch was not raised by the abort, the producer asks for another one at once.
            awaitState(name, TransactionState.COMPLETE_ABORT, TransactionState.EMPTY);
            producer.beginTransaction();
            Clients.send(producer, "open", 0, "after");
            producer.commitTransaction();
            awaitState(name, TransactionState.COMPLETE_COMMIT);
        }
        try (Producer<String, String> successor = Clients.transactional(bootstrap, name)) {
            successor.beginTransaction();
            assertThatThrownBy(() -> Clients.send(successor, name, 0, "x"))
                    .isInstanceOf(PolicyViolationException.class);
        }
        // The next one with the id aborts what its predecessor left open.
        try (Producer<String, String> successor = Clients.transactional(bootstrap, name)) {
            successor.beginTransaction();
            Clients.send(successor, "open", 0, "successor");
            successor.commitTransaction();
        }
        awaitState(name, TransactionState.COMPLETE_COMMIT);
        assertThat(topic.describe(NODE).logEndOffset())
                .as("neither record nor marker")
                .isZero();
        assertNoErrorLine(name);
    }

    /** N17: neither the leader nor the coordinator, which is the same broker here, has a word for each marker. */
    private static void assertNoErrorLine(String topic) throws IOException {
        assertThat(Files.readAllLines(cluster.kafka().node(NODE).logFile()))
                .anyMatch(line -> line.contains(topic))
                .noneMatch(line -> line.contains(topic)
                        && (line.contains("] ERROR ") || line.contains("will be removed from the set")));
    }

    @ParameterizedTest
    @ValueSource(shorts = {2, 1, 0})
    @DisplayName("F8: a marker after the fence is swallowed, its transaction ended by the stop, its producer goes on")
    void f8MarkersOfOlderTransactionsAreSwallowed(short level) throws Exception {
        finalizeAt(level);
        String name = "older-" + level;
        createOpen(name);
        Mirrored topic = new Mirrored(cluster, name, idOf(name));
        try (Producer<String, String> producer = Clients.transactional(bootstrap, name)) {
            producer.beginTransaction();
            Clients.send(producer, name, 0, "begun before the fence");
            Fences.put(cluster, topic.id, Fences.in(Phase.PREPARING));
            Fences.put(cluster, topic.id, Fences.in(Phase.MIRRORING));
            producer.commitTransaction();
            awaitState(name, TransactionState.COMPLETE_COMMIT);
            producer.beginTransaction();
            Clients.send(producer, "open", 0, "next");
            producer.commitTransaction();
            assertThat(topic.describe(NODE).logEndOffset()).as("no marker").isEqualTo(1);
            assertThat(topic.describe(NODE).lastStableOffset()).isZero();
            assertNoErrorLine(name);
            assertThatThrownBy(() -> abortByHand(new TopicPartition(name, 0)))
                    .as("an operator's tool is told that its marker is not written")
                    .hasRootCauseInstanceOf(UnsupportedForMessageFormatException.class);

            Fences.put(cluster, topic.id, Fences.in(Phase.STOPPING));
            assertThat(abortOpen(topic).transactions()).hasSize(1);
            topic.awaitHighWatermark(2);
            assertThat(topic.describe(NODE).lastStableOffset()).isEqualTo(2);
            long mark = topic.stop();
            assertThat(mark).isEqualTo(2);

            producer.beginTransaction();
            assertThat(Clients.send(producer, name, 0, "after the stop")).isEqualTo(mark + 1);
            producer.commitTransaction();
            BridgeCluster.until(
                    "the marker of a stopped topic lands",
                    () -> topic.describe(NODE).lastStableOffset() == mark + 3);
        }
    }

    @ParameterizedTest
    @ValueSource(shorts = {2, 1, 0})
    @DisplayName("F12: a transaction that meets a stop under way waits for it, and commits")
    void f12TransactionsWaitForAStop(short level) throws Exception {
        finalizeAt(level);
        String name = "waiting-" + level;
        Mirrored topic = Mirrored.create(cluster, name, 1);
        Fences.put(cluster, topic.id, Fences.in(Phase.STOPPING));
        try (Producer<String, String> producer = Clients.transactional(bootstrap, name)) {
            producer.beginTransaction();
            Future<RecordMetadata> waiting = producer.send(new ProducerRecord<>(name, 0, null, "x"));
            assertThatThrownBy(() -> waiting.get(1, TimeUnit.SECONDS))
                    .isInstanceOf(java.util.concurrent.TimeoutException.class);
            long mark = topic.stop();
            assertThat(waiting.get(30, TimeUnit.SECONDS).offset()).isEqualTo(mark + 1);
            producer.commitTransaction();
            BridgeCluster.until("record and marker", () -> topic.describe(NODE).lastStableOffset() == mark + 3);
        }
    }

    /** What {@code kafka-transactions.sh abort} does. */
    private static void abortByHand(TopicPartition partition) throws Exception {
        ProducerState open = Objects.requireNonNull(cluster.admin()
                        .describeProducers(List.of(partition))
                        .all()
                        .get(30, TimeUnit.SECONDS)
                        .get(partition))
                .activeProducers()
                .get(0);
        cluster.admin()
                .abortTransaction(
                        new AbortTransactionSpec(partition, open.producerId(), (short) open.producerEpoch(), 0))
                .all()
                .get(30, TimeUnit.SECONDS);
    }

    private static Response.Aborted abortOpen(Mirrored topic) throws BridgeException {
        return cluster.call(
                NODE,
                new Request.AbortOpen(
                        Fences.REF,
                        new TopicIdPartition(topic.id, 0),
                        topic.describe(NODE).leaderEpoch()),
                Response.Aborted.class);
    }

    /** Level 0 is the absence of the feature. */
    private static void finalizeAt(short level) throws Exception {
        if (finalizedLevel() == level) {
            return;
        }
        FeatureUpdate.UpgradeType type =
                finalizedLevel() < level ? FeatureUpdate.UpgradeType.UPGRADE : FeatureUpdate.UpgradeType.SAFE_DOWNGRADE;
        cluster.admin()
                .updateFeatures(Map.of(FEATURE, new FeatureUpdate(level, type)), new UpdateFeaturesOptions())
                .all()
                .get(30, TimeUnit.SECONDS);
        BridgeCluster.until(FEATURE + " " + level, () -> finalizedLevel() == level);
    }

    private static int finalizedLevel() throws Exception {
        FinalizedVersionRange range = cluster.admin()
                .describeFeatures()
                .featureMetadata()
                .get(30, TimeUnit.SECONDS)
                .finalizedFeatures()
                .get(FEATURE);
        return range == null ? 0 : range.maxVersionLevel();
    }

    private static TransactionDescription transaction(String id) throws Exception {
        return cluster.admin().describeTransactions(List.of(id)).description(id).get(30, TimeUnit.SECONDS);
    }

    private static void awaitState(String id, TransactionState... accepted) {
        List<TransactionState> ended = List.of(accepted);
        BridgeCluster.until(
                "transaction of " + id + " is one of " + ended,
                () -> ended.contains(transaction(id).state()));
    }

    private static void createOpen(String name) throws Exception {
        cluster.admin()
                .createTopics(List.of(new NewTopic(name, 1, (short) 1)))
                .all()
                .get(30, TimeUnit.SECONDS);
    }

    private static UUID idOf(String topic) throws Exception {
        BridgeCluster.until(
                "the topic is known",
                () -> !Offsets.describe(cluster.admin(), topic).partitions().isEmpty());
        var id = Offsets.describe(cluster.admin(), topic).topicId();
        return new UUID(id.getMostSignificantBits(), id.getLeastSignificantBits());
    }
}
