// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.testkit.workload;

import static org.assertj.core.api.Assertions.assertThat;

import io.kmirrord.testkit.cluster.KafkaCluster;
import io.kmirrord.testkit.cluster.KafkaVersion;
import io.kmirrord.testkit.cluster.Versions;
import io.kmirrord.testkit.compare.ClusterReader;
import io.kmirrord.testkit.compare.Offsets;
import io.kmirrord.testkit.junit.Clusters;
import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The whole workload on brokers that can only be sources. */
class OldBrokersIT {

    @RegisterExtension
    static final Clusters CLUSTERS = new Clusters();

    static Stream<KafkaVersion> oldSources() {
        return Versions.OLD_SOURCES.stream();
    }

    @ParameterizedTest
    @MethodSource("oldSources")
    void theWholeWorkloadIsWritten(KafkaVersion version) {
        KafkaCluster cluster = CLUSTERS.start(
                "old-" + version, KafkaCluster.builder().version(version).property("log.cleaner.backoff.ms", "200"));
        List<TopicReport> reports =
                Workload.write(cluster.bootstrapServers(), WorkloadSpec.whole("old-", 5, Instant.now()));

        try (ClusterReader reader = new ClusterReader("old", cluster.bootstrapServers())) {
            for (TopicReport report : reports) {
                for (PartitionReport partition : report.partitions()) {
                    assertThat(reader.offsets(new TopicPartition(report.topic(), partition.partition())))
                            .isEqualTo(new Offsets(
                                    partition.logStartOffset(), partition.endOffset(), partition.lastStableOffset()));
                }
            }
        }
        cluster.close();
    }
}
