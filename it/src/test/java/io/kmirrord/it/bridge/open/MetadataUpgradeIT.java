// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.it.bridge.open;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.kmirrord.bridge.wire.Phase;
import io.kmirrord.bridge.wire.Request;
import io.kmirrord.bridge.wire.Response;
import io.kmirrord.it.bridge.ops.Batches;
import io.kmirrord.it.bridge.ops.MirrorTopic;
import io.kmirrord.it.fixture.BridgeCluster;
import io.kmirrord.it.fixture.Clients;
import io.kmirrord.testkit.cluster.KafkaCluster;
import io.kmirrord.testkit.cluster.KafkaNode;
import io.kmirrord.testkit.junit.Clusters;
import java.nio.file.Files;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.FeatureMetadata;
import org.apache.kafka.clients.admin.FeatureUpdate;
import org.apache.kafka.clients.admin.UpdateFeaturesOptions;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.common.errors.PolicyViolationException;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The metadata version is raised while topics are fenced, as the last step of an upgrade. */
final class MetadataUpgradeIT {
    private static final String METADATA_VERSION = "metadata.version";

    @RegisterExtension
    static final Clusters CLUSTERS = new Clusters();

    @Test
    @DisplayName("F22: fences stay in force through an upgrade of the metadata version and kill -9 of all nodes")
    @Tag("long")
    void f22FencesSurviveAnUpgradeOfTheMetadataVersion() throws Exception {
        BridgeCluster bridges = BridgeCluster.start(
                CLUSTERS,
                "upgrade",
                KafkaCluster.builder().brokers(3).version("4.4.0").metadataVersion("4.1-IV1"));
        MirrorTopic topic = MirrorTopic.create(bridges, "orders");
        topic.begin();
        topic.append(0, Batches.plain(0, 3, 1, "x"));
        topic.awaitHighWatermark(3);
        assertFenced(bridges, topic, 3);

        try (Admin admin = bridges.kafka().admin()) {
            short before = finalized(admin);
            short newest = Objects.requireNonNull(
                            features(admin).supportedFeatures().get(METADATA_VERSION))
                    .maxVersion();
            assertThat(newest).isGreaterThan(before);
            admin.updateFeatures(
                            Map.of(METADATA_VERSION, new FeatureUpdate(newest, FeatureUpdate.UpgradeType.UPGRADE)),
                            new UpdateFeaturesOptions())
                    .all()
                    .get(60, TimeUnit.SECONDS);
            BridgeCluster.until("the newest metadata version is final", () -> finalized(admin) == newest);
        }
        assertFenced(bridges, topic, 3);
        topic.ensureEpoch(40);
        topic.begin();
        topic.append(3, Batches.plain(3, 2, 25, "y"));
        topic.awaitHighWatermark(5);
        MirrorTopic later = MirrorTopic.create(bridges, "later");
        assertFenced(bridges, later, 0);

        bridges.kafka().nodes().forEach(KafkaNode::kill);
        bridges.kafka().startAll();
        topic.awaitInSync(3);
        assertThat(topic.leaderState().leaderEpoch()).isGreaterThanOrEqualTo(40);
        assertFenced(bridges, topic, 5);
        assertFenced(bridges, later, 0);
        topic.ensureEpoch(60);
        topic.begin();
        topic.append(5, Batches.plain(5, 1, 45, "z"));
        topic.awaitHighWatermark(6);
        topic.assertReplicasEqual();
        for (KafkaNode node : bridges.kafka().nodes()) {
            assertThat(Files.readString(node.logFile())).doesNotContain("fatal fault");
        }
    }

    private static FeatureMetadata features(Admin admin) throws Exception {
        return admin.describeFeatures().featureMetadata().get(30, TimeUnit.SECONDS);
    }

    private static short finalized(Admin admin) throws Exception {
        return Objects.requireNonNull(features(admin).finalizedFeatures().get(METADATA_VERSION))
                .maxVersionLevel();
    }

    /** Every node has the fence, a client is refused by name, and nothing of it is in the log. */
    private static void assertFenced(BridgeCluster bridges, MirrorTopic topic, long end) throws Exception {
        for (KafkaNode node : bridges.kafka().nodes()) {
            assertThat(bridges.call(node.id(), new Request.Describe(List.of()), Response.Description.class)
                            .fences())
                    .as("fences of node %d", node.id())
                    .containsEntry(topic.id(), topic.fence(Phase.MIRRORING, -1));
        }
        try (Producer<String, String> producer =
                Clients.idempotent(bridges.kafka().bootstrapServers())) {
            assertThatThrownBy(() -> Clients.send(producer, topic.name(), 0, "mine"))
                    .isInstanceOf(PolicyViolationException.class);
        }
        assertThat(topic.leaderState().logEndOffset()).isEqualTo(end);
    }
}
