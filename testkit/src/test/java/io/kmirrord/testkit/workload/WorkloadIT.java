// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.testkit.workload;

import static org.assertj.core.api.Assertions.assertThat;

import io.kmirrord.testkit.cluster.KafkaCluster;
import io.kmirrord.testkit.cluster.KafkaNode;
import io.kmirrord.testkit.compare.BatchCursor;
import io.kmirrord.testkit.compare.BatchHeader;
import io.kmirrord.testkit.compare.ClusterComparison;
import io.kmirrord.testkit.compare.ClusterReader;
import io.kmirrord.testkit.compare.EndRule;
import io.kmirrord.testkit.compare.LogBatch;
import io.kmirrord.testkit.compare.LogComparison;
import io.kmirrord.testkit.compare.PartitionComparison;
import io.kmirrord.testkit.compare.Replica;
import io.kmirrord.testkit.junit.Clusters;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The whole workload on two brokers, and the same again on another cluster. */
class WorkloadIT {

    @RegisterExtension
    static final Clusters CLUSTERS = new Clusters();

    private static final Instant NOW = Instant.parse("2026-11-01T12:00:00Z");

    private static KafkaCluster cluster;
    private static KafkaCluster twin;
    private static List<TopicReport> reports;

    @BeforeAll
    static void write() {
        cluster = CLUSTERS.start("first", KafkaCluster.builder().brokers(2).property("log.cleaner.backoff.ms", "200"));
        twin = CLUSTERS.start("twin", KafkaCluster.builder());
        WorkloadSpec spec = WorkloadSpec.whole("w-", 7, NOW).withBulkBytes(4_000_000);
        reports = Workload.write(cluster.bootstrapServers(), spec.withReplicationFactor(2));
        Workload.write(
                twin.bootstrapServers(), spec, List.of("producers", "transactions", "shapes", "trimmed"), name -> {});
    }

    @Test
    void replicasAreEqualAndTheLogsEndWhereTheReportSays() throws IOException {
        Map<String, List<Path>> dirs =
                cluster.brokers().stream().collect(Collectors.toMap(node -> "source-" + node.id(), KafkaNode::logDirs));
        for (TopicReport report : reports) {
            for (PartitionReport partition : report.partitions()) {
                TopicPartition name = new TopicPartition(report.topic(), partition.partition());
                // Each replica cleans for itself and stamps its own delete horizon into batches with tombstones.
                int comparable = report.scenario().equals("compacted") ? 1 : 2;
                List<Replica> replicas = Replica.find(name, dirs).subList(0, comparable);
                PartitionComparison result = LogComparison.compare(name, replicas, EndRule.EQUAL);
                assertThat(result.differences()).isEmpty();
                assertThat(result.replicas())
                        .allSatisfy(replica -> assertThat(replica.logEndOffset())
                                .as("%s of %s", name, replica)
                                .isEqualTo(partition.endOffset()));
            }
        }
    }

    @Test
    void offsetsAreThoseReported() {
        try (ClusterReader reader = new ClusterReader("first", cluster.bootstrapServers())) {
            for (TopicReport report : reports) {
                for (PartitionReport partition : report.partitions()) {
                    var offsets = reader.offsets(new TopicPartition(report.topic(), partition.partition()));
                    assertThat(offsets.logStart()).isEqualTo(partition.logStartOffset());
                    assertThat(offsets.highWatermark()).isEqualTo(partition.endOffset());
                    assertThat(offsets.lastStable()).isEqualTo(partition.lastStableOffset());
                }
            }
        }
    }

    @Test
    void everyCodecComesFromEveryKindOfProducer() throws IOException {
        for (int codec = 0; codec < 5; codec++) {
            int wanted = codec;
            assertThat(batches("w-producers"))
                    .as("codec %d", codec)
                    .anyMatch(b -> b.codec() == wanted && b.producerId() < 0)
                    .anyMatch(b -> b.codec() == wanted && b.producerId() >= 0 && !b.transactional())
                    .anyMatch(b -> b.codec() == wanted && b.transactional() && !b.control());
        }
    }

    @Test
    void transactionsAreCommittedAbortedAndInFlight() throws IOException {
        TopicReport report = report("transactions");
        assertThat(report.partitions().get(0).lastStableOffset())
                .isEqualTo(report.partitions().get(0).endOffset());
        assertThat(report.partitions().get(1).lastStableOffset())
                .isLessThan(report.partitions().get(1).endOffset());
        assertThat(report.partitions().get(0).committedRecords())
                .isBetween(1L, report.partitions().get(0).records() - 1);
        assertThat(batches("w-transactions")).anyMatch(BatchHeader::control);
    }

    @Test
    void theCleanerLeftGapsEmptyBatchesAndTombstones() throws IOException {
        List<BatchHeader> batches = batches("w-compacted");
        assertThat(batches).anyMatch(batch -> batch.recordCount() == 0);
        assertThat(batches)
                .anyMatch(batch -> batch.recordCount() > 0 && batch.recordCount() < batch.lastOffsetDelta() + 1);
        assertThat(batches).as("delete horizon").anyMatch(batch -> (batch.attributes() & 0x40) != 0);
        long gaps = 0;
        for (int i = 1; i < batches.size(); i++) {
            gaps += batches.get(i).baseOffset() > batches.get(i - 1).nextOffset() ? 1 : 0;
        }
        assertThat(gaps).isPositive();
        assertThat(report("compacted").configs()).containsEntry("min.compaction.lag.ms", "" + Long.MAX_VALUE);
    }

    @Test
    void thereAreLargeSmallAndBrokerStampedBatches() throws IOException {
        assertThat(batches("w-large")).anyMatch(batch -> batch.sizeBytes() > 10 << 20);
        assertThat(batches("w-shapes"))
                .filteredOn(batch -> batch.recordCount() == 1)
                .hasSizeGreaterThan(100);
        assertThat(batches("w-append-time")).allMatch(batch -> (batch.attributes() & 0x08) != 0);
    }

    @Test
    void theSameSeedAndInstantGiveTheSameRecords() {
        try (ClusterReader left = new ClusterReader("first", cluster.bootstrapServers());
                ClusterReader right = new ClusterReader("twin", twin.bootstrapServers())) {
            var comparison = new ClusterComparison(left, right, EndRule.EQUAL);
            for (String topic : List.of("w-producers", "w-transactions", "w-trimmed")) {
                assertThat(comparison.compare(left.partitions(topic)))
                        .isNotEmpty()
                        .allSatisfy(result -> assertThat(result.differences()).isEmpty());
            }
        }
    }

    private static TopicReport report(String scenario) {
        return reports.stream()
                .filter(r -> r.scenario().equals(scenario))
                .findFirst()
                .orElseThrow();
    }

    /** Returns the batches of all partitions, one after the other. */
    private static List<BatchHeader> batches(String topic) throws IOException {
        List<BatchHeader> headers = new ArrayList<>();
        Predicate<TopicReport> named = report -> report.topic().equals(topic);
        for (PartitionReport partition :
                reports.stream().filter(named).findFirst().orElseThrow().partitions()) {
            Path directory = cluster.node(1).logDirs().get(0).resolve(topic + "-" + partition.partition());
            try (BatchCursor cursor = BatchCursor.open(directory)) {
                for (LogBatch batch = cursor.next(); batch != null; batch = cursor.next()) {
                    headers.add(batch.header());
                }
            }
        }
        return headers;
    }
}
