// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.it.bridge.hooks;

import static org.assertj.core.api.Assertions.assertThat;

import io.kmirrord.it.fixture.BridgeCluster;
import io.kmirrord.testkit.cluster.KafkaCluster;
import io.kmirrord.testkit.cluster.KafkaNode;
import io.kmirrord.testkit.junit.Clusters;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.kafka.clients.admin.NewPartitionReassignment;
import org.apache.kafka.clients.admin.NewPartitions;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.protocol.Errors;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The fence has no gap in time or space, with producers at every broker all the while. */
final class FenceCoverageIT {
    @RegisterExtension
    static final Clusters CLUSTERS = new Clusters();

    @Test
    @DisplayName("F4: creation, added partitions, a broker that never heard of the topic, leader changes, kill -9")
    void f4NoRecordOfAClientLands() throws Exception {
        BridgeCluster cluster =
                BridgeCluster.start(CLUSTERS, "three", KafkaCluster.builder().brokers(3));
        AtomicInteger partitions = new AtomicInteger(1);
        List<Hammer> hammers = new ArrayList<>();
        try {
            for (KafkaNode broker : cluster.kafka().brokers()) {
                hammers.add(new Hammer(broker, "orders", partitions::get));
            }
            Mirrored topic = Mirrored.create(cluster, "orders", 3);
            topic.append(0, 50, 0, 3);
            BridgeCluster.until(
                    "the leader refused", () -> hammers.stream().anyMatch(h -> h.count(Errors.POLICY_VIOLATION) > 50));

            cluster.admin()
                    .createPartitions(Map.of("orders", NewPartitions.increaseTo(3)))
                    .all()
                    .get(30, TimeUnit.SECONDS);
            partitions.set(3);
            ProducerResetIT.moveLeader(cluster, topic);

            KafkaNode fourth = cluster.kafka().addBroker();
            hammers.add(new Hammer(fourth, "orders", partitions::get));
            reassign(cluster, List.of(4, 1, 2));
            topic.awaitInSync(3);
            reassign(cluster, List.of(4));
            BridgeCluster.until("node 4 leads", () -> topic.leader() == 4);
            BridgeCluster.until("node 4 refused", () -> hammers.get(3).count(Errors.POLICY_VIOLATION) > 50);

            fourth.kill();
            fourth.start();
            BridgeCluster.until("node 4 leads again", () -> topic.leader() == 4);
            long before = hammers.get(3).count(Errors.POLICY_VIOLATION);
            BridgeCluster.until(
                    "node 4 refused again", () -> hammers.get(3).count(Errors.POLICY_VIOLATION) > before + 50);
        } finally {
            for (Hammer hammer : hammers) {
                hammer.close();
            }
        }
        assertThat(hammers)
                .allSatisfy(hammer -> assertThat(hammer.count(Errors.NONE))
                        .as(hammer.toString())
                        .isZero());
        assertThat(Offsets.ends(cluster.admin(), "orders")).isEqualTo(Map.of(0, 6L, 1, 0L, 2, 0L));
    }

    private static void reassign(BridgeCluster cluster, List<Integer> replicas) throws Exception {
        TopicPartition partition = new TopicPartition("orders", 0);
        cluster.admin()
                .alterPartitionReassignments(Map.of(partition, Optional.of(new NewPartitionReassignment(replicas))))
                .all()
                .get(30, TimeUnit.SECONDS);
        BridgeCluster.until(
                "reassigned to " + replicas,
                () -> cluster.admin()
                        .listPartitionReassignments()
                        .reassignments()
                        .get(30, TimeUnit.SECONDS)
                        .isEmpty());
    }
}
