// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.it.bridge.ops;

import static org.assertj.core.api.Assertions.assertThat;

import io.kmirrord.bridge.wire.BridgeException;
import io.kmirrord.bridge.wire.ErrorCode;
import io.kmirrord.bridge.wire.Response;
import io.kmirrord.bridge.wire.Response.EpochEntry;
import io.kmirrord.it.fixture.BridgeCluster;
import io.kmirrord.testkit.cluster.KafkaCluster;
import io.kmirrord.testkit.cluster.KafkaNode;
import io.kmirrord.testkit.junit.Clusters;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.FeatureUpdate;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.clients.admin.UpdateFeaturesOptions;
import org.apache.kafka.common.Node;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Cuts while a replica is eligible as leader (KIP-966) without being in sync. */
final class EligibleReplicasIT {
    private static final int LOCAL = 1 << 20;

    @RegisterExtension
    static final Clusters CLUSTERS = new Clusters();

    private static BridgeCluster bridges;
    private static Admin admin;

    @BeforeAll
    static void start() throws Exception {
        // A controller of its own: the partition is to lose two of three brokers.
        bridges = BridgeCluster.start(
                CLUSTERS, "elr", KafkaCluster.builder().brokers(3).dedicatedControllers(1));
        admin = CLUSTERS.manage(bridges.kafka().admin());
        admin.updateFeatures(
                        Map.of(
                                "eligible.leader.replicas.version",
                                new FeatureUpdate((short) 1, FeatureUpdate.UpgradeType.UPGRADE)),
                        new UpdateFeaturesOptions())
                .all()
                .get(30, TimeUnit.SECONDS);
    }

    @AfterEach
    void startAll() {
        for (KafkaNode node : bridges.kafka().brokers()) {
            if (!node.isAlive()) {
                node.start();
            }
        }
    }

    @Test
    @DisplayName("F2: an eligible member counts as a replica: no cut below its epochs, and it heals above them")
    void f2AnEligibleMemberCountsAsAReplica() throws Exception {
        Case started = leaveOneInSync("counts");
        MirrorTopic topic = started.topic;
        BridgeException sameEpoch = bridges.refusal(started.leader, topic.truncateRequest(6, 3));
        assertThat(sameEpoch.code()).isEqualTo(ErrorCode.REPLICA_NOT_IN_SYNC);
        assertThat(sameEpoch).hasMessageContaining(Integer.toString(started.eligible.id()));
        BridgeException restart = Assertions.assertThrows(BridgeException.class, () -> topic.restartAt(0));
        assertThat(restart.code()).isEqualTo(ErrorCode.REPLICA_NOT_IN_SYNC);
        assertThat(topic.describe(started.leader).logEndOffset()).isEqualTo(11);

        topic.ensureEpoch(2 * LOCAL);
        assertThat(eligible(topic)).as("raising the epoch keeps it").containsExactly(started.eligible.id());
        assertThat(topic.truncate(6, LOCAL)).isEqualTo(new Response.Cut(6, 3));
        topic.awaitBarrier();
        topic.begin();
        // The same batch boundaries as before: only then is the divergence silent.
        topic.append(6, Batches.plain(6, 3, LOCAL, "A"), Batches.plain(9, 5, LOCAL, "B"));
        started.eligible.start();
        topic.awaitInSync(2);
        topic.awaitHighWatermark(14);
        started.gone.start();
        topic.awaitInSync(3);
        assertHealed(topic);
    }

    @Test
    @DisplayName("F2: an eligible member that leads after the cut brings back what was cut, alike on all; cut again")
    void f2AnEligibleMemberThatLeadsUndoesTheCutAlike() throws Exception {
        Case started = leaveOneInSync("leads");
        MirrorTopic topic = started.topic;
        topic.ensureEpoch(2 * LOCAL);
        assertThat(topic.truncate(6, LOCAL)).isEqualTo(new Response.Cut(6, 3));
        topic.begin();
        topic.append(6, Batches.plain(6, 3, LOCAL, "A"), Batches.plain(9, 5, LOCAL, "B"));
        KafkaNode cutter = bridges.kafka().node(started.leader);
        cutter.kill();
        started.eligible.start();
        assertThat(topic.awaitLeader()).isEqualTo(started.eligible.id());
        assertThat(topic.leaderState().logEndOffset()).isEqualTo(11);
        cutter.start();
        started.gone.start();
        topic.awaitInSync(3);
        topic.awaitHighWatermark(11);
        topic.assertReplicasEqual();

        topic.ensureEpoch(2 * LOCAL);
        assertThat(topic.truncate(6, LOCAL)).isEqualTo(new Response.Cut(6, 3));
        topic.awaitBarrier();
        topic.begin();
        topic.append(6, Batches.plain(6, 3, LOCAL, "A"), Batches.plain(9, 5, LOCAL, "B"));
        topic.awaitHighWatermark(14);
        assertHealed(topic);
    }

    private static void assertHealed(MirrorTopic topic) throws BridgeException {
        topic.assertReplicasEqual();
        for (KafkaNode node : bridges.kafka().brokers()) {
            assertThat(topic.describe(node.id()).epochs())
                    .containsExactly(new EpochEntry(2, 0), new EpochEntry(LOCAL, 6));
        }
    }

    /** A topic of 11 records whose leader is alone in sync; one replica is eligible, one not even that. */
    private record Case(MirrorTopic topic, int leader, KafkaNode eligible, KafkaNode gone) {}

    private static Case leaveOneInSync(String name) throws Exception {
        MirrorTopic topic = MirrorTopic.create(bridges, name, 3, Map.of("min.insync.replicas", "2"));
        topic.begin();
        topic.append(0, Batches.plain(0, 6, 2, "common"), Batches.plain(6, 3, 3, "a"), Batches.plain(9, 2, 3, "b"));
        topic.awaitHighWatermark(11);
        int leader = topic.awaitLeader();
        List<KafkaNode> followers = bridges.kafka().brokers().stream()
                .filter(node -> node.id() != leader)
                .toList();
        followers.get(0).stop();
        topic.awaitInSync(2);
        followers.get(1).stop();
        topic.awaitInSync(1);
        KafkaNode eligible = followers.get(1);
        BridgeCluster.until(
                "node " + eligible.id() + " is eligible", () -> eligible(topic).equals(List.of(eligible.id())));
        assertThat(topic.awaitLeader()).isEqualTo(leader);
        return new Case(topic, leader, eligible, followers.get(0));
    }

    private static List<Integer> eligible(MirrorTopic topic) {
        try {
            TopicDescription described = Objects.requireNonNull(admin.describeTopics(List.of(topic.name()))
                    .allTopicNames()
                    .get(30, TimeUnit.SECONDS)
                    .get(topic.name()));
            return described.partitions().get(0).elr().stream().map(Node::id).toList();
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }
}
