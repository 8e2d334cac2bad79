// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.it.duty;

import static org.assertj.core.api.Assertions.assertThat;

import io.kmirrord.bridge.wire.Fence;
import io.kmirrord.bridge.wire.Phase;
import io.kmirrord.bridge.wire.Request;
import io.kmirrord.bridge.wire.Response;
import io.kmirrord.bridge.wire.TopicIdPartition;
import io.kmirrord.it.fixture.BridgeCluster;
import io.kmirrord.statemachine.FencePhase;
import io.kmirrord.statemachine.view.RecordValue;
import io.kmirrord.testkit.cluster.KafkaCluster;
import io.kmirrord.testkit.cluster.KafkaNode;
import io.kmirrord.testkit.junit.Clusters;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.common.Uuid;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Requests to the controller, from a topic's creation to its stop, while the controller moves. */
final class ControllerDutyIT {
    private static final int BLOCK = 1 << 20;

    @RegisterExtension
    static final Clusters CLUSTERS = new Clusters();

    private static RecordValue.Outcome get(CompletableFuture<RecordValue.Outcome> asked) throws Exception {
        return asked.get(120, TimeUnit.SECONDS);
    }

    private static long later() {
        return System.currentTimeMillis() + 90_000;
    }

    private static RecordValue.FenceRequest fence(UUID id, FencePhase phase, boolean stop, Integer... partitions) {
        return new RecordValue.FenceRequest("orders", 1, id, phase, List.of(partitions), 14, stop, later());
    }

    private static Fence seen(BridgeCluster cluster, UUID id, RecordValue.Outcome outcome) throws Exception {
        KafkaNode broker = cluster.kafka().brokers().stream()
                .filter(KafkaNode::isAlive)
                .findFirst()
                .orElseThrow();
        cluster.awaitView(
                broker.id(),
                Long.parseLong(Objects.requireNonNull(outcome.details().get("metadataOffset"))));
        Response.Description description =
                cluster.call(broker.id(), new Request.Describe(List.of()), Response.Description.class);
        return Objects.requireNonNull(description.fences().get(id));
    }

    @Test
    void besideDedicatedControllers() throws Exception {
        fromCreationToStop(BridgeCluster.start(
                CLUSTERS, "dedicated", KafkaCluster.builder().brokers(1).dedicatedControllers(3)));
    }

    @Test
    @Tag("long")
    void besideCombinedNodes() throws Exception {
        fromCreationToStop(
                BridgeCluster.start(CLUSTERS, "combined", KafkaCluster.builder().brokers(3)));
    }

    private static void fromCreationToStop(BridgeCluster cluster) throws Exception {
        try (DutyNodes nodes = new DutyNodes(cluster)) {
            UUID id = UUID.randomUUID();
            RecordValue.TopicRequest create =
                    new RecordValue.TopicRequest("orders", 1, id, 2, (short) -1, 14, Map.of(), later());
            RecordValue.Outcome created = get(nodes.ask(create));
            assertThat(created.done()).as(created.message()).isTrue();
            assertThat(seen(cluster, id, created)).isEqualTo(new Fence("dr", 1, Phase.PREPARING, -1, new TreeMap<>()));
            assertThat(Objects.requireNonNull(cluster.admin()
                                    .describeTopics(List.of("orders"))
                                    .allTopicNames()
                                    .get()
                                    .get("orders"))
                            .topicId())
                    .isEqualTo(new Uuid(id.getMostSignificantBits(), id.getLeastSignificantBits()));

            KafkaNode first = cluster.kafka().node(created.nodeId());
            first.pause();
            List<CompletableFuture<RecordValue.Outcome>> asked = List.of(
                    nodes.ask(create),
                    nodes.ask(fence(id, FencePhase.MIRRORING, false, 0)),
                    nodes.ask(fence(id, FencePhase.MIRRORING, false, 1)),
                    nodes.ask(new RecordValue.EpochRequest("orders", 1, id, Map.of(1, 50), later())));
            for (CompletableFuture<RecordValue.Outcome> each : asked) {
                RecordValue.Outcome outcome = get(each);
                assertThat(outcome.done()).as(outcome.message()).isTrue();
                assertThat(outcome.nodeId()).as("the controller moved").isNotEqualTo(first.id());
            }
            assertThat(get(asked.get(0)).details()).containsEntry("existed", "true");
            first.resume();

            stop(cluster, nodes, id);
            BridgeCluster.until("requests and outcomes are cleared away", () -> nodes.leftOver() == 0);
        }
    }

    private static void stop(BridgeCluster cluster, DutyNodes nodes, UUID id) throws Exception {
        RecordValue.Outcome stopping = get(nodes.ask(fence(id, FencePhase.STOPPING, true, 0)));
        assertThat(stopping.details())
                .as(stopping.message())
                .containsEntry("stopEpoch", Integer.toString(BLOCK))
                .containsEntry("phase", "STOPPING");
        RecordValue.Outcome raised =
                get(nodes.ask(new RecordValue.EpochRequest("orders", 1, id, Map.of(0, BLOCK, 1, BLOCK), later())));
        assertThat(raised.done()).as(raised.message()).isTrue();
        RecordValue.Outcome one = get(nodes.ask(fence(id, FencePhase.STOPPED, false, 0)));
        assertThat(seen(cluster, id, one).toText()).isEqualTo("v1;dr;1;MIRRORING;" + BLOCK + ";0=STOPPED");
        RecordValue.Outcome both = get(nodes.ask(fence(id, FencePhase.STOPPED, false, 1)));
        assertThat(seen(cluster, id, both).toText()).isEqualTo("v1;dr;1;STOPPED;" + BLOCK + ";");
        RecordValue.Outcome again = get(nodes.ask(fence(id, FencePhase.MIRRORING, false, 1)));
        assertThat(again.done()).isFalse();
        assertThat(again.details()).containsEntry("code", "ALREADY_OPEN");
        for (KafkaNode broker : cluster.kafka().brokers()) {
            for (int partition = 0; partition < 2; partition++) {
                Request.Describe describe = new Request.Describe(List.of(new TopicIdPartition(id, partition)));
                BridgeCluster.until(
                        "leader epoch of the block on node " + broker.id(),
                        () -> cluster.call(broker.id(), describe, Response.Description.class).partitions().stream()
                                .allMatch(each -> each.leaderEpoch() >= BLOCK));
            }
        }
    }
}
