// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.it.equality;

import static org.assertj.core.api.Assertions.assertThat;

import io.kmirrord.it.fixture.Equality;
import io.kmirrord.it.fixture.MirrorFixture;
import io.kmirrord.testkit.cluster.KafkaCluster;
import io.kmirrord.testkit.cluster.KafkaVersion;
import io.kmirrord.testkit.cluster.Versions;
import io.kmirrord.testkit.compare.Offsets;
import io.kmirrord.testkit.compare.PartitionComparison;
import io.kmirrord.testkit.junit.Clusters;
import io.kmirrord.testkit.workload.PartitionReport;
import io.kmirrord.testkit.workload.TopicReport;
import io.kmirrord.testkit.workload.Workload;
import io.kmirrord.testkit.workload.WorkloadSpec;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** The whole workload of one source of two brokers, copied into every supported version. */
class ByteEqualityIT {

    private static final int REPLICAS = 3;
    private static final int CONTROLLERS = 3;

    @RegisterExtension
    static final Clusters CLUSTERS = new Clusters();

    private static KafkaCluster source;
    private static List<TopicReport> reports;
    private static List<String> topics;

    @BeforeAll
    static void writeWorkload() {
        source = CLUSTERS.start(
                "source",
                KafkaCluster.builder()
                        .brokers(2)
                        .property("log.cleaner.backoff.ms", "200")
                        // What is in flight stays so, however slow the machine.
                        .property("transaction.abort.timed.out.transaction.cleanup.interval.ms", "86400000"));
        WorkloadSpec spec = WorkloadSpec.whole("equality-", 11, Instant.now())
                .withReplicationFactor(2)
                .withBulkBytes(20_000_000);
        reports = Workload.write(source.bootstrapServers(), spec);
        topics = reports.stream().map(TopicReport::topic).toList();
    }

    /** The oldest version and the newest, one with combined and one with dedicated controllers. */
    static Stream<Arguments> theEnds() {
        int last = Versions.DESTINATIONS.size() - 1;
        return Stream.of(
                Arguments.of(Versions.DESTINATIONS.get(0), false), Arguments.of(Versions.DESTINATIONS.get(last), true));
    }

    /** What {@link #theEnds()} leaves out: each version with each form of controllers. */
    static Stream<Arguments> theOthers() {
        List<List<Object>> ends = theEnds().map(each -> List.of(each.get())).toList();
        return Versions.DESTINATIONS.stream()
                .flatMap(version -> Stream.of(Arguments.of(version, false), Arguments.of(version, true)))
                .filter(each -> !ends.contains(List.of(each.get())));
    }

    @ParameterizedTest(name = "{0}, dedicated controllers {1}")
    @MethodSource("theEnds")
    void everyReplicaHoldsTheBytesOfTheSource(KafkaVersion version, boolean dedicated) {
        mirrorAndCompare(version, dedicated);
    }

    @Tag("long")
    @ParameterizedTest(name = "{0}, dedicated controllers {1}")
    @MethodSource("theOthers")
    void everyReplicaHoldsTheBytesOfTheSourceInEveryForm(KafkaVersion version, boolean dedicated) {
        mirrorAndCompare(version, dedicated);
    }

    private static void mirrorAndCompare(KafkaVersion version, boolean dedicated) {
        String name = "destination-" + version + (dedicated ? "-dedicated" : "-combined");
        var builder = KafkaCluster.builder().version(version).brokers(REPLICAS);
        if (dedicated) {
            builder.dedicatedControllers(CONTROLLERS);
        }
        try (MirrorFixture fixture = MirrorFixture.start(CLUSTERS, name, source, builder, topics, Map.of())) {
            List<PartitionComparison> compared = new Equality(fixture).require(topics);

            assertThat(compared)
                    .hasSize(reports.stream()
                            .mapToInt(r -> r.partitions().size())
                            .sum());
            assertThat(compared)
                    .allSatisfy(partition -> assertThat(partition.replicas())
                            .as("the source's leader and all replicas of %s", partition.partition())
                            .hasSize(1 + REPLICAS));
            assertThat(compared)
                    .anySatisfy(partition -> assertThat(partition.bytes()).isGreaterThan(10 << 20));
            assertOffsetsAreThoseOfTheWorkload(fixture);
        }
    }

    private static void assertOffsetsAreThoseOfTheWorkload(MirrorFixture fixture) {
        Map<TopicPartition, Offsets> offsets = fixture.destinationOffsets().of(topics);
        for (TopicReport report : reports) {
            for (PartitionReport partition : report.partitions()) {
                TopicPartition name = new TopicPartition(report.topic(), partition.partition());
                assertThat(offsets.get(name))
                        .as("%s", name)
                        .isEqualTo(new Offsets(
                                partition.logStartOffset(), partition.endOffset(), partition.lastStableOffset()));
            }
        }
    }
}
