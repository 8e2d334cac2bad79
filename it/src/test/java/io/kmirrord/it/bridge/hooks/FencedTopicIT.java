// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.it.bridge.hooks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.kmirrord.bridge.wire.Phase;
import io.kmirrord.it.fixture.BridgeCluster;
import io.kmirrord.it.fixture.Clients;
import io.kmirrord.it.fixture.Fences;
import io.kmirrord.testkit.cluster.KafkaCluster;
import io.kmirrord.testkit.cluster.KafkaNode;
import io.kmirrord.testkit.junit.Clusters;
import java.nio.file.Files;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.RecordsToDelete;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.NotEnoughReplicasException;
import org.apache.kafka.common.errors.PolicyViolationException;
import org.apache.kafka.common.errors.TimeoutException;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** What clients of every kind get from a fenced topic, and that they stay usable elsewhere. */
final class FencedTopicIT {
    private static final int BLOCK = 1 << 20;

    @RegisterExtension
    static final Clusters CLUSTERS = new Clusters();

    private static BridgeCluster cluster;
    private static String bootstrap;

    @BeforeAll
    static void start() throws Exception {
        cluster = BridgeCluster.start(CLUSTERS, "three", KafkaCluster.builder().brokers(3));
        bootstrap = cluster.kafka().bootstrapServers();
        cluster.admin()
                .createTopics(List.of(new NewTopic("open", 1, (short) 3)))
                .all()
                .get(30, TimeUnit.SECONDS);
    }

    @Test
    void theFenceIsInstalledOnEveryNode() throws Exception {
        Fences.create(cluster, "installed", 1, 3);
        for (KafkaNode node : cluster.kafka().nodes()) {
            BridgeCluster.until("hello of node " + node.id(), () -> {
                var hello = cluster.hello(node.id());
                return hello.fenceInstalled();
            });
            assertThat(cluster.hello(node.id()).linkProblems()).isEmpty();
            assertThat(cluster.hello(node.id()).adapter()).isEqualTo("4.4");
        }
    }

    @Test
    void producersAreToldTopicMirrorAndCommand() throws Exception {
        Fences.create(cluster, "told", 1, 3);
        for (String acks : new String[] {"1", "all"}) {
            try (Producer<String, String> producer = Clients.plain(bootstrap, acks)) {
                assertThatThrownBy(() -> Clients.send(producer, "told", 0, "x"))
                        .isInstanceOf(PolicyViolationException.class)
                        .hasMessageContaining("'told'")
                        .hasMessageContaining("mirror 'dr'")
                        .hasMessageContaining("mirrorctl failover dr --topics told");
                assertThat(Clients.send(producer, "open", 0, "x")).isNotNegative();
            }
        }
        try (Producer<String, String> producer = Clients.idempotent(bootstrap)) {
            assertThatThrownBy(() -> Clients.send(producer, "told", 0, "x"))
                    .isInstanceOf(PolicyViolationException.class);
            assertThat(Clients.send(producer, "open", 0, "x")).isNotNegative();
        }
        try (Producer<String, String> producer = Clients.plain(bootstrap, "0")) {
            Clients.send(producer, "told", 0, "x");
            BridgeCluster.until("the connection is usable", () -> Clients.send(producer, "open", 0, "x") == -1);
        }
        assertThat(Offsets.ends(cluster.admin(), "told")).containsExactly(Map.entry(0, 0L));
    }

    @Test
    void aMixedRequestIsSplit() throws Exception {
        Fences.create(cluster, "mixed", 2, 3);
        Fences.put(cluster, idOf("mixed"), Fences.of(1, Phase.MIRRORING, BLOCK, Map.of(1, Phase.STOPPED)));
        try (Producer<String, String> producer = Clients.producer(
                bootstrap, "linger.ms", 500, "acks", "all", "max.in.flight.requests.per.connection", 1)) {
            Clients.send(producer, "open", 0, "warm up");
            Future<RecordMetadata> fenced = producer.send(new ProducerRecord<>("mixed", 0, null, "x"));
            Future<RecordMetadata> opened = producer.send(new ProducerRecord<>("mixed", 1, null, "x"));
            producer.flush();
            assertThat(opened.get(30, TimeUnit.SECONDS).offset()).isZero();
            assertThatThrownBy(() -> fenced.get(30, TimeUnit.SECONDS))
                    .isInstanceOf(ExecutionException.class)
                    .hasCauseInstanceOf(PolicyViolationException.class);
        }
        assertThat(Offsets.ends(cluster.admin(), "mixed")).isEqualTo(Map.of(0, 0L, 1, 1L));
    }

    @Test
    @DisplayName("F8: a transaction that cannot write here ends, and its id is usable again")
    void f8TransactionalProducersEndAndStayUsable() throws Exception {
        Fences.create(cluster, "tx", 1, 3);
        try (Producer<String, String> producer = Clients.transactional(bootstrap, "tx-1")) {
            producer.beginTransaction();
            Clients.send(producer, "open", 0, "before");
            assertThatThrownBy(() -> Clients.send(producer, "tx", 0, "x")).isInstanceOf(PolicyViolationException.class);
            producer.abortTransaction();
            producer.beginTransaction();
            Clients.send(producer, "open", 0, "after");
            producer.commitTransaction();
        }
        assertThat(Offsets.ends(cluster.admin(), "tx")).containsExactly(Map.entry(0, 0L));
    }

    @Test
    @DisplayName("F8: markers of a transaction begun before the fence: appended while PREPARING, swallowed later")
    void f8MarkersByPhase() throws Exception {
        for (Phase phase : new Phase[] {Phase.PREPARING, Phase.MIRRORING, Phase.STOPPING}) {
            String topic = "marker-" + phase;
            cluster.admin()
                    .createTopics(List.of(new NewTopic(topic, 1, (short) 3)))
                    .all()
                    .get(30, TimeUnit.SECONDS);
            try (Producer<String, String> producer = Clients.transactional(bootstrap, topic)) {
                producer.beginTransaction();
                Clients.send(producer, topic, 0, "x");
                Fences.put(cluster, idOf(topic), Fences.in(Phase.PREPARING));
                Fences.put(cluster, idOf(topic), Fences.in(phase));
                producer.commitTransaction();
                producer.beginTransaction();
                Clients.send(producer, "open", 0, "next");
                producer.commitTransaction();
            }
            long end = phase == Phase.PREPARING ? 2 : 1;
            BridgeCluster.until(
                    "end of " + topic,
                    () -> Offsets.ends(cluster.admin(), topic).equals(Map.of(0, end)));
        }
    }

    /** A producer that gives up says so, or passes the answer on that came after its patience ended. */
    private static void requireWaitsToTheEnd(Producer<String, String> producer, String topic, int partition) {
        assertThatThrownBy(() -> Clients.send(producer, topic, partition, "x"))
                .isInstanceOfAny(TimeoutException.class, NotEnoughReplicasException.class);
    }

    @Test
    @DisplayName("F12: while a stop is under way producers wait, and see nothing once the partition opens")
    void f12AStopUnderWayIsRetriedUnseen() throws Exception {
        UUID id = Fences.create(cluster, "stopping", 1, 3);
        Fences.put(cluster, id, Fences.in(Phase.STOPPING));
        try (Producer<String, String> producer =
                Clients.producer(bootstrap, "acks", "all", "delivery.timeout.ms", 60_000)) {
            Future<RecordMetadata> waiting = producer.send(new ProducerRecord<>("stopping", 0, null, "x"));
            assertThatThrownBy(() -> waiting.get(2, TimeUnit.SECONDS))
                    .isInstanceOf(java.util.concurrent.TimeoutException.class);
            Fences.put(cluster, id, Fences.of(1, Phase.STOPPED, BLOCK, Map.of()));
            assertThat(waiting.get(30, TimeUnit.SECONDS).offset()).isZero();
        }
        UUID stuck = Fences.create(cluster, "stuck", 1, 3);
        Fences.put(cluster, stuck, Fences.in(Phase.STOPPING));
        try (Producer<String, String> producer =
                Clients.producer(bootstrap, "acks", "all", "delivery.timeout.ms", 3_000, "request.timeout.ms", 2_000)) {
            requireWaitsToTheEnd(producer, "stuck", 0);
        }
        assertThat(Offsets.ends(cluster.admin(), "stuck")).containsExactly(Map.entry(0, 0L));
    }

    @Test
    @DisplayName("F13: partitions open one by one, and added ones follow the topic")
    void f13PartitionsOpenOneByOne() throws Exception {
        UUID id = Fences.create(cluster, "grain", 2, 3);
        Fences.put(cluster, id, Fences.in(Phase.STOPPING));
        Fences.put(cluster, id, Fences.of(1, Phase.STOPPING, BLOCK, Map.of(1, Phase.STOPPED)));
        cluster.admin()
                .createPartitions(Map.of("grain", org.apache.kafka.clients.admin.NewPartitions.increaseTo(3)))
                .all()
                .get(30, TimeUnit.SECONDS);
        try (Producer<String, String> producer =
                Clients.producer(bootstrap, "acks", "all", "delivery.timeout.ms", 4_000, "request.timeout.ms", 2_000)) {
            assertThat(Clients.send(producer, "grain", 1, "x")).isZero();
            requireWaitsToTheEnd(producer, "grain", 0);
            requireWaitsToTheEnd(producer, "grain", 2);
            Fences.put(cluster, id, Fences.of(1, Phase.STOPPED, BLOCK, Map.of()));
            assertThat(Clients.send(producer, "grain", 0, "x")).isZero();
            assertThat(Clients.send(producer, "grain", 2, "x")).isZero();
        }
    }

    @Test
    @DisplayName(
            "F5: records cannot be deleted, not even while the partition is being made: the log decides, not who asks")
    void recordsOfAFencedTopicCannotBeDeleted() throws Exception {
        for (int i = 0; i < 40; i++) {
            TopicPartition partition = new TopicPartition("deleted-" + i, 0);
            Fences.create(cluster, partition.topic(), 1, 3);
            assertThatThrownBy(() -> cluster.admin()
                            .deleteRecords(Map.of(partition, RecordsToDelete.beforeOffset(0)))
                            .all()
                            .get(30, TimeUnit.SECONDS))
                    .as(partition.topic())
                    .hasCauseInstanceOf(PolicyViolationException.class);
        }
    }

    @Test
    @DisplayName("N17: one line per topic and minute, with a count and a client id")
    void n17RefusalsDoNotFloodTheLog() throws Exception {
        Fences.create(cluster, "flood", 1, 3);
        int leader = Offsets.leader(cluster.admin(), "flood", 0);
        try (Producer<String, String> producer = Clients.plain(bootstrap, "1")) {
            for (int i = 0; i < 300; i++) {
                assertThatThrownBy(() -> Clients.send(producer, "flood", 0, "x"))
                        .isInstanceOf(PolicyViolationException.class);
            }
        }
        List<String> lines = Files.readAllLines(cluster.kafka().node(leader).logFile()).stream()
                .filter(line -> line.contains("flood") && line.contains("refused"))
                .toList();
        assertThat(lines).singleElement().asString().contains("client 'app-7'").contains("refused 1 writes");
        assertThat(Files.readAllLines(cluster.kafka().node(leader).logFile()))
                .noneMatch(line -> line.contains("Error processing append operation") && line.contains("flood"));
    }

    private static UUID idOf(String topic) throws Exception {
        var id = Offsets.describe(cluster.admin(), topic).topicId();
        return new UUID(id.getMostSignificantBits(), id.getLeastSignificantBits());
    }
}
