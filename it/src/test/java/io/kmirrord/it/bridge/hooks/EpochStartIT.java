// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.it.bridge.hooks;

import static org.assertj.core.api.Assertions.assertThat;

import io.kmirrord.bridge.wire.Phase;
import io.kmirrord.bridge.wire.Response.EpochEntry;
import io.kmirrord.it.fixture.BridgeCluster;
import io.kmirrord.it.fixture.Fences;
import io.kmirrord.testkit.cluster.KafkaCluster;
import io.kmirrord.testkit.cluster.KafkaNode;
import io.kmirrord.testkit.junit.Clusters;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.kafka.clients.admin.NewTopic;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Leader epochs of this cluster in the logs of mirror topics. */
@DisplayName("F7: an epoch-start entry of an ex-leader")
final class EpochStartIT {
    @RegisterExtension
    static final Clusters CLUSTERS = new Clusters();

    private static BridgeCluster cluster;

    @BeforeAll
    static void start() {
        cluster = BridgeCluster.start(CLUSTERS, "three", KafkaCluster.builder().brokers(3));
    }

    private static void assertEpochsOnAllReplicas(Mirrored topic, EpochEntry... entries) {
        for (KafkaNode node : cluster.kafka().brokers()) {
            BridgeCluster.until(
                    "epochs of node " + node.id(),
                    () -> topic.describe(node.id()).epochs().equals(List.of(entries)));
        }
    }

    @Test
    void f7EpochStartEntryIsNotBorn() throws Exception {
        Mirrored topic = Mirrored.create(cluster, "unborn", 3);
        topic.append(0, 50, 0);
        int leader = -1;
        for (int round = 0; round < 4; round++) {
            leader = ProducerResetIT.moveLeader(cluster, topic);
            if (round % 2 == 1) {
                topic.append(0, 50, 3 + 3 * round);
            }
            assertEpochsOnAllReplicas(topic, new EpochEntry(0, 0));
        }
        assertThat(topic.describe(leader).leaderEpoch()).isGreaterThanOrEqualTo(4);
    }

    @Test
    void f7AnExLeaderThatAppendedNothingComesBackInSync() throws Exception {
        Mirrored topic = Mirrored.create(cluster, "paused", 3);
        topic.append(0, 50, 0);
        KafkaNode exLeader = cluster.kafka().node(ProducerResetIT.moveLeader(cluster, topic));
        exLeader.pause();
        try {
            AtomicInteger leader = new AtomicInteger();
            BridgeCluster.until("another leader", () -> {
                leader.set(topic.leader());
                return leader.get() != exLeader.id();
            });
            topic.appendAt(leader.get(), 0, 50, 3);
        } finally {
            exLeader.resume();
        }
        topic.awaitInSync(3);
        assertEpochsOnAllReplicas(topic, new EpochEntry(0, 0));
    }

    @Test
    void f7ANewFenceDropsEntriesFromBefore() throws Exception {
        cluster.admin()
                .createTopics(List.of(new NewTopic("local", 1, (short) 3)))
                .all()
                .get(30, TimeUnit.SECONDS);
        BridgeCluster.until("the topic is known", () -> topicIsKnown("local"));
        var kafkaId = Offsets.describe(cluster.admin(), "local").topicId();
        UUID id = new UUID(kafkaId.getMostSignificantBits(), kafkaId.getLeastSignificantBits());
        Mirrored topic = new Mirrored(cluster, "local", id);
        BridgeCluster.until(
                "the leader's entry",
                () -> !topic.describe(topic.leader()).epochs().isEmpty());
        Fences.put(cluster, id, Fences.in(Phase.PREPARING));
        // Local data may still be there: a follower with a newer local epoch needs the leader's entry.
        assertThat(topic.describe(topic.leader()).epochs()).isNotEmpty();
        Fences.put(cluster, id, Fences.in(Phase.MIRRORING));
        assertEpochsOnAllReplicas(topic);
    }

    private static boolean topicIsKnown(String topic) throws Exception {
        return !Offsets.describe(cluster.admin(), topic).partitions().isEmpty();
    }
}
