// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.testkit.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import io.kmirrord.testkit.junit.Clusters;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.admin.FinalizedVersionRange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** One controller and two brokers, storage formatted with an old metadata version. */
final class DedicatedControllersIT {
    @RegisterExtension
    static final Clusters CLUSTERS = new Clusters();

    @Test
    void metadataSurvivesTheKillOfAllNodes() throws Exception {
        var cluster = CLUSTERS.start(
                "dedicated",
                KafkaCluster.builder().brokers(2).dedicatedControllers(1).metadataVersion("4.0-IV0"));
        assertThat(cluster.nodes())
                .extracting(KafkaNode::role)
                .containsExactly(NodeRole.BROKER, NodeRole.BROKER, NodeRole.CONTROLLER);
        RoundTrip.createTopic(cluster, "t", 2);
        RoundTrip.produce(cluster, "t", "kept");
        cluster.close();
        assertThat(cluster.nodes()).noneMatch(KafkaNode::isAlive);
        cluster.startAll();
        assertThat(RoundTrip.consume(cluster, "t", 1)).containsExactly("kept");
        try (var admin = cluster.admin()) {
            var features = admin.describeFeatures().featureMetadata().get(30, TimeUnit.SECONDS);
            // 4.0-IV0 is feature level 22 (MetadataVersion).
            assertThat(features.finalizedFeatures())
                    .extractingByKey("metadata.version")
                    .extracting(FinalizedVersionRange::maxVersionLevel)
                    .isEqualTo((short) 22);
        }
    }
}
