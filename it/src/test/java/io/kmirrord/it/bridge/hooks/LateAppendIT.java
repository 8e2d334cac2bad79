// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.it.bridge.hooks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.kmirrord.bridge.wire.Phase;
import io.kmirrord.it.fixture.BridgeCluster;
import io.kmirrord.it.fixture.Clients;
import io.kmirrord.it.fixture.Fences;
import io.kmirrord.testkit.cluster.KafkaCluster;
import io.kmirrord.testkit.cluster.KafkaNode;
import io.kmirrord.testkit.junit.Clusters;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.KafkaException;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** A request that passed the first hook before the fence and appends after it. */
final class LateAppendIT {
    @RegisterExtension
    static final Clusters CLUSTERS = new Clusters();

    @Test
    @DisplayName("F5: a send that waits for its transaction coordinator while the fence comes does not land")
    void f5TheFenceIsABarrier() throws Exception {
        // The coordinator is a broker of its own: pausing it stops neither the controller nor the leader.
        BridgeCluster cluster = BridgeCluster.start(
                CLUSTERS, "three", KafkaCluster.builder().brokers(2).dedicatedControllers(1));
        cluster.admin()
                .createTopics(List.of(
                        new NewTopic("orders", Map.of(0, List.of(1))), new NewTopic("open", Map.of(0, List.of(1)))))
                .all()
                .get(30, TimeUnit.SECONDS);
        UUID id = idOf(cluster);
        Mirrored topic = new Mirrored(cluster, "orders", id);
        KafkaNode coordinator = cluster.kafka().node(2);
        try (Producer<String, String> producer = producerWithCoordinator(cluster, coordinator.id())) {
            producer.beginTransaction();
            Future<RecordMetadata> late;
            coordinator.pause();
            try {
                late = producer.send(new ProducerRecord<>("orders", 0, null, "late"));
                assertThatThrownBy(() -> late.get(2, TimeUnit.SECONDS))
                        .as("it waits for its coordinator")
                        .isInstanceOf(java.util.concurrent.TimeoutException.class);
                Fences.put(cluster, id, Fences.in(Phase.PREPARING), 1);
                Fences.put(cluster, id, Fences.in(Phase.MIRRORING), 1);
                assertThat(topic.describe(1).logEndOffset()).isZero();
            } finally {
                coordinator.resume();
            }
            assertThatThrownBy(() -> late.get(60, TimeUnit.SECONDS))
                    .isInstanceOf(ExecutionException.class)
                    .hasCauseInstanceOf(KafkaException.class);
            producer.abortTransaction();
            producer.beginTransaction();
            Clients.send(producer, "open", 0, "usable again");
            producer.commitTransaction();
        }
        assertThat(topic.describe(1).logEndOffset()).isZero();
    }

    private static Producer<String, String> producerWithCoordinator(BridgeCluster cluster, int node) throws Exception {
        for (int i = 0; i < 100; i++) {
            String id = "late-" + i;
            Producer<String, String> producer =
                    Clients.transactional(cluster.kafka().bootstrapServers(), id);
            int coordinator = cluster.admin()
                    .describeTransactions(List.of(id))
                    .description(id)
                    .get(30, TimeUnit.SECONDS)
                    .coordinatorId();
            if (coordinator == node) {
                return producer;
            }
            producer.close();
        }
        throw new AssertionError("no transactional id of 100 has its coordinator on node " + node);
    }

    private static UUID idOf(BridgeCluster cluster) throws Exception {
        BridgeCluster.until(
                "the topic is known",
                () -> !Offsets.describe(cluster.admin(), "orders").partitions().isEmpty());
        var id = Offsets.describe(cluster.admin(), "orders").topicId();
        return new UUID(id.getMostSignificantBits(), id.getLeastSignificantBits());
    }
}
