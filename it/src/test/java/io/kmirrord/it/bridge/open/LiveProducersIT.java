// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.it.bridge.open;

import static org.assertj.core.api.Assertions.assertThat;

import io.kmirrord.it.bridge.hooks.RawProducer;
import io.kmirrord.it.bridge.ops.Batches;
import io.kmirrord.it.bridge.ops.MirrorTopic;
import io.kmirrord.it.fixture.BridgeCluster;
import io.kmirrord.it.fixture.Clients;
import io.kmirrord.testkit.cluster.KafkaCluster;
import io.kmirrord.testkit.cluster.KafkaNode;
import io.kmirrord.testkit.junit.Clusters;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.protocol.Errors;
import org.apache.kafka.common.record.internal.ControlRecordType;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Real producers on a topic after its stop: their ids are those of the mirrored part. */
final class LiveProducersIT {
    /** Brokers take ids in blocks of so many (stock {@code ProducerIdsBlock}), each from its block's start on. */
    private static final int BLOCK = 1000;

    private static final int BLOCKS = 6;
    private static final int IDS_OF_A_BLOCK = 8;

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
            "C3, F9: idempotent and TV2 producers with the ids of mirrored ones, through leader changes and a kill")
    void c3LiveProducersLoseAndRepeatNothing() throws Exception {
        MirrorTopic topic = MirrorTopic.create(bridges, "live");
        long end = mirrorEveryId(topic);
        long mark = Steps.stop(bridges, topic);
        assertThat(mark).isEqualTo(end);
        Map<Long, String> acknowledged = new TreeMap<>();
        String servers = bridges.kafka().bootstrapServers();
        try (Admin admin = bridges.kafka().admin();
                Producer<String, String> idempotent = Clients.producer(
                        servers, "acks", "all", "enable.idempotence", true, "delivery.timeout.ms", 60_000);
                Producer<String, String> first = Clients.transactional(servers, "live-1");
                Producer<String, String> second = Clients.transactional(servers, "live-2")) {
            assertThat(Objects.requireNonNull(admin.describeFeatures()
                                    .featureMetadata()
                                    .get(30, TimeUnit.SECONDS)
                                    .finalizedFeatures()
                                    .get("transaction.version"))
                            .maxVersionLevel())
                    .isEqualTo((short) 2);
            assertThat(admin.describeTransactions(List.of("live-1"))
                            .description("live-1")
                            .get(30, TimeUnit.SECONDS)
                            .producerId())
                    .as("a real producer with the id of a mirrored one")
                    .matches(id -> id < BLOCK * BLOCKS && id % BLOCK < IDS_OF_A_BLOCK);
            for (int round = 0; round < 4; round++) {
                write(idempotent, topic, "idempotent " + round, acknowledged);
                transaction(first, topic, "first " + round, true, acknowledged);
                transaction(second, topic, "second " + round, round % 2 == 0, acknowledged);
                first.beginTransaction();
                write(first, topic, "across " + round, acknowledged);
                changeLeader(admin, topic, round == 2);
                write(first, topic, "across the change " + round, acknowledged);
                first.commitTransaction();
            }
        }
        assertThat(readCommitted(topic, mark + 1)).isEqualTo(acknowledged);
        topic.awaitInSync(3);
        topic.assertReplicasEqual();
    }

    @Test
    @DisplayName("F6c: producer snapshots that are corrupt after kill -9 bring no mirrored producer back")
    void f6CorruptSnapshotsAreRebuiltWithoutTheMirroredProducers() throws Exception {
        MirrorTopic topic = MirrorTopic.create(bridges, "snapshot");
        topic.begin();
        long end = topic.append(
                        0,
                        Batches.of(0, 3, 1, new Batches.Producer(50, (short) 0, 0, false), "m"),
                        Batches.of(3, 3, 1, new Batches.Producer(50, (short) 0, 3, false), "m"))
                .logEndOffset();
        topic.awaitHighWatermark(end);
        long first = Steps.stop(bridges, topic) + 1;
        assertThat(send(topic, 50, 0)).isEqualTo(new RawProducer.Answer(Errors.NONE, first));
        topic.awaitInSync(3);

        KafkaNode node = bridges.kafka().node(topic.awaitLeader());
        node.restart();
        topic.awaitInSync(3);
        node.kill();
        // All of them: recovery after a kill starts from that of the last segment, and drops a newer one unread.
        List<Path> snapshots = snapshots(node, topic);
        assertThat(snapshots).isNotEmpty();
        for (Path snapshot : snapshots) {
            byte[] bytes = Files.readAllBytes(snapshot);
            bytes[bytes.length - 1] ^= 1;
            Files.write(snapshot, bytes);
        }
        long faultsBefore = failedLoads(node, topic);
        node.start();
        topic.awaitInSync(3);
        assertThat(failedLoads(node, topic)).as("the fault was met").isGreaterThan(faultsBefore);
        try (Admin admin = bridges.kafka().admin()) {
            Steps.moveLeader(bridges, admin, topic.name(), node.id());
        }
        assertThat(send(topic, 50, 3))
                .as("new, although mirrored 3 to 5 exist")
                .isEqualTo(new RawProducer.Answer(Errors.NONE, first + 3));
        assertThat(send(topic, 50, 0)).as("a repetition").isEqualTo(new RawProducer.Answer(Errors.NONE, first));
        topic.assertReplicasEqual();
    }

    /** Mirrors for each id an idempotent part or a transaction that ended. */
    private static long mirrorEveryId(MirrorTopic topic) throws Exception {
        topic.begin();
        long end = 0;
        for (int i = 0; i < BLOCKS * IDS_OF_A_BLOCK; i++) {
            long id = (long) BLOCK * (i / IDS_OF_A_BLOCK) + i % IDS_OF_A_BLOCK;
            boolean transactional = i % 2 == 0;
            Batches.Producer producer = new Batches.Producer(id, (short) 3, 0, transactional);
            ByteBuffer batch = Batches.of(end, 3, 1, producer, "mirrored");
            ByteBuffer all = transactional
                    ? Batches.join(batch, Batches.marker(end + 3, 1, producer, ControlRecordType.COMMIT))
                    : batch;
            end = topic.append(end, all).logEndOffset();
        }
        topic.awaitHighWatermark(end);
        return end;
    }

    private static void write(
            Producer<String, String> producer, MirrorTopic topic, String value, Map<Long, String> acknowledged)
            throws Exception {
        for (int i = 0; i < 3; i++) {
            acknowledged.put(Clients.send(producer, topic.name(), 0, value + "." + i), value + "." + i);
        }
    }

    private static void transaction(
            Producer<String, String> producer,
            MirrorTopic topic,
            String value,
            boolean commit,
            Map<Long, String> acknowledged)
            throws Exception {
        producer.beginTransaction();
        write(producer, topic, value, commit ? acknowledged : new TreeMap<>());
        if (commit) {
            producer.commitTransaction();
        } else {
            producer.abortTransaction();
        }
    }

    private static void changeLeader(Admin admin, MirrorTopic topic, boolean kill) throws Exception {
        topic.awaitInSync(3);
        int leader = Steps.leader(admin, topic.name());
        if (!kill) {
            Steps.moveLeader(bridges, admin, topic.name(), leader % 3 + 1);
            return;
        }
        KafkaNode node = bridges.kafka().node(leader);
        node.kill();
        BridgeCluster.until("another leader", () -> Steps.leader(admin, topic.name()) != leader);
        node.start();
    }

    private static Map<Long, String> readCommitted(MirrorTopic topic, long from) {
        TopicPartition partition = new TopicPartition(topic.name(), 0);
        Map<Long, String> read = new TreeMap<>();
        try (Consumer<String, String> consumer = new KafkaConsumer<>(
                Map.of("bootstrap.servers", bridges.kafka().bootstrapServers(), "isolation.level", "read_committed"),
                new StringDeserializer(),
                new StringDeserializer())) {
            consumer.assign(List.of(partition));
            consumer.seek(partition, from);
            long end = Objects.requireNonNull(
                    consumer.endOffsets(List.of(partition)).get(partition));
            BridgeCluster.until("read to " + end, () -> {
                consumer.poll(Duration.ofMillis(200)).forEach(r -> read.put(r.offset(), r.value()));
                return consumer.position(partition) >= end;
            });
        }
        return read;
    }

    private static RawProducer.Answer send(MirrorTopic topic, long producerId, int sequence) {
        RawProducer.Answer[] answer = new RawProducer.Answer[1];
        BridgeCluster.until("an answer of the leader", () -> {
            try (RawProducer producer =
                    new RawProducer(bridges.kafka().node(topic.awaitLeader()).address())) {
                answer[0] = producer.send(topic.name(), 0, producerId, (short) 0, sequence);
                return answer[0].error() != Errors.NOT_LEADER_OR_FOLLOWER;
            }
        });
        return answer[0];
    }

    private static long failedLoads(KafkaNode node, MirrorTopic topic) throws IOException {
        try (Stream<String> lines = Files.lines(node.logFile())) {
            return lines.filter(line ->
                            line.contains("Failed to load producer snapshot") && line.contains(topic.name() + "-0"))
                    .count();
        }
    }

    private static List<Path> snapshots(KafkaNode node, MirrorTopic topic) throws IOException {
        List<Path> found = new ArrayList<>();
        for (Path dir : node.logDirs()) {
            Path partition = dir.resolve(topic.name() + "-0");
            if (Files.isDirectory(partition)) {
                try (Stream<Path> files = Files.list(partition)) {
                    files.filter(file -> file.toString().endsWith(".snapshot")).forEach(found::add);
                }
            }
        }
        return found;
    }
}
