// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.testkit.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import io.kmirrord.testkit.junit.Clusters;
import java.nio.file.Files;
import java.util.List;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Each old line serves as a source: KRaft where it can, ZooKeeper below. */
final class OldSourcesIT {
    @RegisterExtension
    static final Clusters CLUSTERS = new Clusters();

    static List<KafkaVersion> versions() {
        return Versions.OLD_SOURCES;
    }

    @ParameterizedTest
    @MethodSource("versions")
    void aSingleBrokerKeepsItsRecordsOverAKill(KafkaVersion version) throws Exception {
        try (var cluster =
                CLUSTERS.start("source-" + version, KafkaCluster.builder().version(version))) {
            RoundTrip.createTopic(cluster, "t", 1);
            RoundTrip.produce(cluster, "t", "first");
            cluster.node(1).kill();
            cluster.node(1).start();
            RoundTrip.produce(cluster, "t", "second");
            assertThat(RoundTrip.consume(cluster, "t", 2)).containsExactly("first", "second");
            assertThat(Files.readString(cluster.node(1).logFile())).containsPattern("Kafka version ?: " + version);
        }
    }
}
