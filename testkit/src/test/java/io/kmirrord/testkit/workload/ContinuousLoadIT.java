// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.testkit.workload;

import static org.assertj.core.api.Assertions.assertThat;

import io.kmirrord.testkit.cluster.KafkaCluster;
import io.kmirrord.testkit.compare.ClusterComparison;
import io.kmirrord.testkit.compare.ClusterReader;
import io.kmirrord.testkit.compare.Difference;
import io.kmirrord.testkit.compare.EndRule;
import io.kmirrord.testkit.compare.Field;
import io.kmirrord.testkit.compare.Offsets;
import io.kmirrord.testkit.compare.ReadComparison;
import io.kmirrord.testkit.junit.Clusters;
import io.kmirrord.testkit.process.Poll;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Load, audit and comparison through the protocol, on two clusters of one broker. */
class ContinuousLoadIT {
    /** Of today, or the default retention takes the records. */
    private static final long WRITTEN_MS = System.currentTimeMillis();

    @RegisterExtension
    static final Clusters CLUSTERS = new Clusters();

    private static KafkaCluster left;
    private static KafkaCluster right;

    @BeforeAll
    static void start() {
        left = CLUSTERS.start("left", KafkaCluster.builder());
        right = CLUSTERS.start("right", KafkaCluster.builder());
    }

    @Test
    void everyAcknowledgedRecordIsThereOnceThoughTheBrokerDiesMeanwhile() {
        create(left, "killed", 2);
        ContinuousLoad load = ContinuousLoad.start(left.bootstrapServers(), LoadSpec.idempotent("killed", 2, 2_000));
        try (load) {
            awaitMore(load, 500);
            left.node(1).kill();
            left.node(1).start();
            awaitMore(load, 500);
        }
        LoadResult result = load.stop();
        try (ClusterReader reader = new ClusterReader("left", left.bootstrapServers())) {
            LoadAudit audit = LoadAudit.check(reader, result);
            assertThat(audit.problems()).isEmpty();
            assertThat(audit.checked())
                    .isGreaterThanOrEqualTo(result.acknowledged().size());
        }
    }

    @Test
    void committedAndAbortedTransactionsOfALoadAreToldApart() {
        create(left, "transactional", 2);
        ContinuousLoad load =
                ContinuousLoad.start(left.bootstrapServers(), new LoadSpec("transactional", 2, 3, 1_000, 100, 20));
        try (load) {
            awaitMore(load, 300);
        }
        LoadResult result = load.stop();
        assertThat(result.acknowledged()).anyMatch(Sent::committed).anyMatch(sent -> !sent.committed());
        try (ClusterReader reader = new ClusterReader("left", left.bootstrapServers())) {
            assertThat(LoadAudit.check(reader, result).problems()).isEmpty();
        }
    }

    @Test
    void lostDoubledChangedMovedAndForeignRecordsAreFound() {
        create(left, "audited", 1);
        try (KafkaProducer<byte[], byte[]> producer = new Producers(left.bootstrapServers()).plain(Codec.NONE, "all")) {
            for (String key : List.of("fine", "twice", "twice", "changed", "moved", "foreign", "doubtful")) {
                Batch.send(producer, List.of(record("audited", key, "value")));
            }
        }
        List<Sent> sent = List.of(
                sent(0, "fine", "value"),
                sent(1, "twice", "value"),
                sent(3, "changed", "another value"),
                sent(9, "moved", "value"),
                sent(10, "lost", "value"));
        LoadResult result = new LoadResult(LoadSpec.idempotent("audited", 1, 1), sent, Set.of("doubtful"));

        try (ClusterReader reader = new ClusterReader("left", left.bootstrapServers())) {
            assertThat(LoadAudit.check(reader, result).problems())
                    .containsExactly(
                            "Twice: record twice of audited-0, offset 1 and at offset 2",
                            "Changed: record changed of audited-0, offset 3",
                            "Moved: record moved of audited-0, offset 9 is at offset 4",
                            "Never sent: record foreign of audited-0, offset 5",
                            "Lost: record lost of audited-0, offset 10");
        }
    }

    @Test
    void clustersThatDifferAreFoundToDiffer() {
        create(left, "compared", 4);
        create(right, "compared", 4);
        ProducerRecord<byte[], byte[]> withHeader = record("compared", 1, "same", "same");
        withHeader.headers().add("h", new byte[] {1});
        write(left, List.of(record("compared", 0, "k", "v"), record("compared", 0, "k", "v")));
        write(right, List.of(record("compared", 0, "k", "v"), record("compared", 0, "k", "v")));
        write(left, List.of(record("compared", 1, "k", "v"), withHeader));
        write(right, List.of(record("compared", 1, "k", "v"), record("compared", 1, "same", "same")));
        write(left, List.of(record("compared", 2, "k", "v"), record("compared", 2, "k", "v")));
        write(right, List.of(record("compared", 2, "k", "v")));
        writeTransaction(left, true, record("compared", 3, "k", "v"));
        writeTransaction(right, false, record("compared", 3, "k", "v"));

        try (ClusterReader reference = new ClusterReader("left", left.bootstrapServers());
                ClusterReader other = new ClusterReader("right", right.bootstrapServers())) {
            awaitMarker(reference);
            awaitMarker(other);
            List<ReadComparison> results =
                    new ClusterComparison(reference, other, EndRule.EQUAL).compare(reference.partitions("compared"));

            assertThat(results.get(0).equal()).isTrue();
            assertThat(results.get(0).uncommittedRecords()).isEqualTo(2);
            assertThat(results.get(1).differences())
                    .hasSize(2)
                    .allMatch(difference -> difference.field() == Field.RECORD && difference.offset() == 1)
                    .allMatch(difference -> difference.referenceValue().contains("1 headers"));
            assertThat(results.get(2).differences())
                    .extracting(Difference::field)
                    .containsExactly(Field.HIGH_WATERMARK, Field.LAST_STABLE_OFFSET);
            assertThat(results.get(3).differences())
                    .extracting(Difference::field)
                    .containsExactly(Field.MISSING_RECORD);
            assertThat(new ClusterComparison(reference, other, EndRule.MINIMUM)
                            .compare(new TopicPartition("compared", 2))
                            .equal())
                    .isTrue();
        }
    }

    /** The end of a transaction is acknowledged before its marker is in the partition. */
    private static void awaitMarker(ClusterReader reader) {
        TopicPartition partition = new TopicPartition("compared", 3);
        assertThat(Poll.until(
                        Duration.ofSeconds(60), () -> reader.offsets(partition).equals(new Offsets(0, 2, 2))))
                .as(() -> reader.name() + ": " + reader.offsets(partition))
                .isTrue();
    }

    private static void awaitMore(ContinuousLoad load, long more) {
        long before = load.acknowledged();
        assertThat(Poll.until(Duration.ofSeconds(60), () -> load.acknowledged() >= before + more))
                .isTrue();
    }

    private static void create(KafkaCluster cluster, String topic, int partitions) {
        try (TopicAdmin admin = new TopicAdmin(cluster.bootstrapServers())) {
            admin.create(new TopicPlan(topic, partitions, Map.of()), (short) 1);
        }
    }

    private static void write(KafkaCluster cluster, List<ProducerRecord<byte[], byte[]>> records) {
        try (var producer = new Producers(cluster.bootstrapServers()).idempotent(Codec.NONE)) {
            Batch.send(producer, records);
        }
    }

    private static void writeTransaction(KafkaCluster cluster, boolean commit, ProducerRecord<byte[], byte[]> record) {
        try (var producer = new Producers(cluster.bootstrapServers()).transactional(Codec.NONE, "compared")) {
            producer.beginTransaction();
            Batch.send(producer, List.of(record));
            if (commit) {
                producer.commitTransaction();
            } else {
                producer.abortTransaction();
            }
        }
    }

    private static ProducerRecord<byte[], byte[]> record(String topic, String key, String value) {
        return record(topic, 0, key, value);
    }

    private static ProducerRecord<byte[], byte[]> record(String topic, int partition, String key, String value) {
        return new ProducerRecord<>(topic, partition, WRITTEN_MS, bytes(key), bytes(value));
    }

    private static Sent sent(long offset, String key, String value) {
        return new Sent(0, offset, key, Sent.checksum(bytes(key), bytes(value)), true);
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
