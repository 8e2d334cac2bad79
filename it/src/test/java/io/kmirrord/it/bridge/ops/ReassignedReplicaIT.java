// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.it.bridge.ops;

import static org.assertj.core.api.Assertions.assertThat;

import io.kmirrord.bridge.wire.Response;
import io.kmirrord.bridge.wire.Response.EpochEntry;
import io.kmirrord.it.fixture.BridgeCluster;
import io.kmirrord.testkit.cluster.KafkaCluster;
import io.kmirrord.testkit.cluster.KafkaNode;
import io.kmirrord.testkit.junit.Clusters;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewPartitionReassignment;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** A replica that is taken off the assignment while it is down, and put back: its log is the one from before the cut. */
final class ReassignedReplicaIT {
    @RegisterExtension
    static final Clusters CLUSTERS = new Clusters();

    @Test
    void f16AReplicaReassignedAwayAndBackHealsItselfUnderHigherEpochs() throws Exception {
        BridgeCluster bridges = BridgeCluster.start(
                CLUSTERS, "reassigned", KafkaCluster.builder().brokers(3));
        try (Admin admin = bridges.kafka().admin()) {
            MirrorTopic topic = MirrorTopic.create(bridges, "reassigned", 2, Map.of());
            topic.begin();
            topic.append(0, Batches.plain(0, 6, 2, "common"), Batches.plain(6, 3, 3, "a"), Batches.plain(9, 2, 3, "b"));
            topic.awaitHighWatermark(11);
            int leader = topic.awaitLeader();
            int away = topic.leaderState().replicas().stream()
                    .map(Response.ReplicaState::nodeId)
                    .filter(node -> node != leader)
                    .findFirst()
                    .orElseThrow();
            int spare = 1 + 2 + 3 - leader - away;
            KafkaNode stale = bridges.kafka().node(away);
            stale.kill();
            topic.awaitInSync(1);
            assign(admin, topic, leader, spare);
            topic.awaitInSync(2);

            topic.ensureEpoch(2 << 20);
            assertThat(topic.truncate(6, 1 << 20)).isEqualTo(new Response.Cut(6, 3));
            topic.awaitBarrier();
            topic.begin();
            // The same batch boundaries as before: only then is a divergence silent.
            topic.append(6, Batches.plain(6, 3, 1 << 20, "A"), Batches.plain(9, 5, 1 << 20, "B"));
            topic.awaitHighWatermark(14);

            assign(admin, topic, leader, spare, away);
            stale.start();
            topic.awaitInSync(3);
            topic.assertReplicasEqual();
            assertThat(topic.describe(away).epochs()).containsExactly(new EpochEntry(2, 0), new EpochEntry(1 << 20, 6));
        }
    }

    private static void assign(Admin admin, MirrorTopic topic, Integer... nodes) throws Exception {
        admin.alterPartitionReassignments(Map.of(
                        new TopicPartition(topic.name(), 0), Optional.of(new NewPartitionReassignment(List.of(nodes)))))
                .all()
                .get(30, TimeUnit.SECONDS);
    }
}
