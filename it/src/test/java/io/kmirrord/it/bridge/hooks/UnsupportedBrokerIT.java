// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.it.bridge.hooks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.kmirrord.bridge.wire.BridgeException;
import io.kmirrord.bridge.wire.ErrorCode;
import io.kmirrord.bridge.wire.Request;
import io.kmirrord.bridge.wire.Response;
import io.kmirrord.it.fixture.BridgeCluster;
import io.kmirrord.it.fixture.Clients;
import io.kmirrord.it.fixture.Fences;
import io.kmirrord.testkit.cluster.KafkaCluster;
import io.kmirrord.testkit.junit.Clusters;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.producer.Producer;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** A broker whose members the bridge does not find: here the adapter of another line is forced on it. */
final class UnsupportedBrokerIT {
    @RegisterExtension
    static final Clusters CLUSTERS = new Clusters();

    @Test
    @DisplayName("R3: the broker serves, the bridge refuses everything with the list, and says what it cannot hold")
    void r3UnsupportedBrokersServeAndTheBridgeRefusesWithTheList() throws Exception {
        BridgeCluster cluster =
                BridgeCluster.start(CLUSTERS, "one", KafkaCluster.builder().brokers(1));
        UUID id = Fences.create(cluster, "mirrored", 1, 1);
        assertThat(cluster.hello(1).fenceInstalled()).isTrue();

        cluster.kafka().node(1).reconfigure(options -> options.jvmOption("-Dkmirrord.bridge.adapter=4.1"));
        cluster.kafka().node(1).restart();
        BridgeCluster.until(
                "the new process answers",
                () -> !cluster.hello(1).linkProblems().isEmpty());
        BridgeCluster.until("the metadata was read", () -> cluster.hello(1).fenceWanted());
        Response.Hello hello = cluster.hello(1);
        assertThat(hello.adapter()).isNull();
        assertThat(hello.brokerVersion()).isEqualTo("4.4.0");
        assertThat(hello.nodeId()).isEqualTo(1);
        assertThat(hello.clusterId()).isEqualTo(clusterId(cluster));
        assertThat(hello.roles()).containsExactlyInAnyOrder(Response.Role.BROKER, Response.Role.CONTROLLER);
        assertThat(hello.fenceInstalled()).isFalse();
        assertThat(hello.linkProblems()).anyMatch(problem -> problem.contains("BatchMetadata.lastOffset"));

        for (Request request : List.of(
                new Request.Describe(List.of()),
                new Request.PutFence(id, Fences.of(2, io.kmirrord.bridge.wire.Phase.PREPARING, -1, java.util.Map.of())),
                new Request.ReserveProducerIds(1_000_000))) {
            assertThatThrownBy(() -> cluster.call(1, request, Response.class))
                    .isInstanceOfSatisfying(BridgeException.class, refusal -> {
                        assertThat(refusal.code()).isEqualTo(ErrorCode.UNSUPPORTED_BROKER);
                        assertThat(refusal).hasMessageContaining("BatchMetadata.lastOffset");
                    });
        }
        cluster.admin()
                .createTopics(List.of(new NewTopic("local", 1, (short) 1)))
                .all()
                .get(30, TimeUnit.SECONDS);
        try (Producer<String, String> producer =
                Clients.idempotent(cluster.kafka().bootstrapServers())) {
            assertThat(Clients.send(producer, "local", 0, "served")).isZero();
        }
    }

    private static String clusterId(BridgeCluster cluster) throws Exception {
        return cluster.admin().describeCluster().clusterId().get(30, TimeUnit.SECONDS);
    }
}
