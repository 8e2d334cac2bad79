// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.it.bridge.ops;

import static org.assertj.core.api.Assertions.assertThat;

import io.kmirrord.bridge.client.BridgeClient;
import io.kmirrord.bridge.wire.BridgeException;
import io.kmirrord.bridge.wire.ErrorCode;
import io.kmirrord.bridge.wire.Fence;
import io.kmirrord.bridge.wire.MirrorRef;
import io.kmirrord.bridge.wire.Phase;
import io.kmirrord.bridge.wire.Request;
import io.kmirrord.bridge.wire.Response;
import io.kmirrord.bridge.wire.TopicIdPartition;
import io.kmirrord.it.fixture.BridgeCluster;
import io.kmirrord.testkit.cluster.KafkaCluster;
import io.kmirrord.testkit.cluster.KafkaNode;
import io.kmirrord.testkit.junit.Clusters;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.kafka.clients.admin.Admin;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** What the active controller writes and refuses: dedicated controllers and two brokers. */
final class ControllerIT {
    @RegisterExtension
    static final Clusters CLUSTERS = new Clusters();

    private static BridgeCluster bridges;

    @BeforeAll
    static void start() {
        bridges = BridgeCluster.start(
                CLUSTERS, "controller", KafkaCluster.builder().brokers(2).dedicatedControllers(3));
    }

    private static Request.CreateTopic create(
            UUID id, String name, int epoch, Fence fence, Map<String, String> configs) {
        return new Request.CreateTopic(id, name, 1, (short) 2, epoch, configs, fence);
    }

    private static Fence fence(long generation, Phase phase) {
        return new Fence("mirror", generation, phase, -1, new TreeMap<>());
    }

    @Test
    void onlyTheActiveControllerWritesAndTheOthersNameIt() throws BridgeException {
        bridges.write(new Request.ReserveProducerIds(1_000_000));
        int refused = 0;
        for (KafkaNode node : bridges.kafka().nodes()) {
            try {
                bridges.call(node.id(), new Request.ReserveProducerIds(1_000_000), Response.Written.class);
            } catch (BridgeException e) {
                assertThat(e.code()).isEqualTo(ErrorCode.NOT_CONTROLLER);
                assertThat(e.value()).isIn(-1L, 101L, 102L, 103L);
                refused++;
            }
        }
        assertThat(refused).isEqualTo(4);
        BridgeException lower = bridges.refusedByController(new Request.ReserveProducerIds(999_999));
        assertThat(lower.code()).isEqualTo(ErrorCode.NOT_MONOTONIC);
        assertThat(lower.value()).isEqualTo(1_000_000);
        assertThat(bridges.refusedByController(new Request.ReserveProducerIds(Long.MAX_VALUE))
                        .code())
                .isEqualTo(ErrorCode.INVALID_REQUEST);
    }

    @Test
    void f11AFenceOnlyMovesForwards() throws BridgeException {
        UUID id = UUID.randomUUID();
        bridges.write(create(id, "forwards", 5, fence(3, Phase.MIRRORING), Map.of()));
        long first = bridges.atController(new Request.PutFence(id, fence(3, Phase.STOPPING)), Response.Written.class)
                .metadataOffset();
        long again = bridges.atController(new Request.PutFence(id, fence(3, Phase.STOPPING)), Response.Written.class)
                .metadataOffset();
        assertThat(again).as("idempotent").isGreaterThanOrEqualTo(first);
        for (Fence backward : List.of(
                fence(2, Phase.STOPPING),
                fence(3, Phase.MIRRORING),
                new Fence("other", 3, Phase.STOPPING, -1, new TreeMap<>()),
                new Fence("other", 4, Phase.PREPARING, -1, new TreeMap<>()),
                fence(4, Phase.MIRRORING))) {
            assertThat(bridges.refusedByController(new Request.PutFence(id, backward))
                            .code())
                    .as(backward.toText())
                    .isEqualTo(ErrorCode.NOT_MONOTONIC);
        }
        assertThat(bridges.refusedByController(new Request.PutFence(UUID.randomUUID(), fence(1, Phase.PREPARING)))
                        .code())
                .isEqualTo(ErrorCode.UNKNOWN_PARTITION);
    }

    @Test
    void aFenceIsMovedByWhoKnowsTheTopicOnly() throws BridgeException {
        UUID id = UUID.randomUUID();
        bridges.write(create(id, "moved", 2_000_000, fence(1, Phase.MIRRORING), Map.of()));
        Fence low = new Fence("mirror", 1, Phase.STOPPING, 1 << 20, new TreeMap<>());
        BridgeException count = bridges.refusedByController(new Request.MoveFence(id, low, 2));
        assertThat(count.code()).isEqualTo(ErrorCode.PARTITION_COUNT);
        assertThat(count.value()).isEqualTo(1);
        BridgeException epoch = bridges.refusedByController(new Request.MoveFence(id, low, 1));
        assertThat(epoch.code()).isEqualTo(ErrorCode.STOP_EPOCH_TOO_LOW);
        assertThat(epoch.value()).isEqualTo(2_000_000);
        Fence above = new Fence("mirror", 1, Phase.STOPPING, 1 << 21, new TreeMap<>());
        bridges.write(new Request.MoveFence(id, above, 1));
        bridges.write(new Request.EnsureEpoch(new MirrorRef("mirror", 1), id, Map.of(0, 1 << 21)));
        bridges.write(new Request.MoveFence(id, new Fence("mirror", 1, Phase.STOPPED, 1 << 21, new TreeMap<>()), 1));
        assertThat(Objects.requireNonNull(bridges.call(1, new Request.Describe(List.of()), Response.Description.class)
                                .fences()
                                .get(id))
                        .phase())
                .isEqualTo(Phase.STOPPED);
    }

    @Test
    void f18EpochsRiseInBoundedStepsAndNeverFall() throws BridgeException {
        UUID id = UUID.randomUUID();
        MirrorRef ref = new MirrorRef("mirror", 1);
        bridges.write(create(id, "steps", 5, fence(1, Phase.MIRRORING), Map.of()));
        for (int epoch : List.of(5 + (1 << 21) + 1, (1 << 30) + 1, 1_600_000_000, -1)) {
            assertThat(bridges.refusedByController(new Request.EnsureEpoch(ref, id, Map.of(0, epoch)))
                            .code())
                    .isEqualTo(ErrorCode.INVALID_REQUEST);
        }
        assertThat(bridges.refusedByController(new Request.EnsureEpoch(ref, id, Map.of(1, 6)))
                        .code())
                .isEqualTo(ErrorCode.UNKNOWN_PARTITION);
        bridges.write(new Request.EnsureEpoch(ref, id, Map.of(0, 4)));
        assertThat(leaderEpoch(id)).isEqualTo(5);
        bridges.write(new Request.EnsureEpoch(ref, id, Map.of(0, 1 << 21)));
        BridgeCluster.until("raised", () -> leaderEpoch(id) == 1 << 21);
    }

    private static int leaderEpoch(UUID id) {
        int highest = -1;
        for (KafkaNode broker : bridges.kafka().brokers()) {
            try {
                Request.Describe describe = new Request.Describe(List.of(new TopicIdPartition(id, 0)));
                for (Response.PartitionDescription partition : bridges.call(
                                broker.id(), describe, Response.Description.class)
                        .partitions()) {
                    highest = Math.max(highest, partition.leaderEpoch());
                }
            } catch (BridgeException e) {
                throw new IllegalStateException(e);
            }
        }
        return highest;
    }

    @Test
    void aTopicThatCannotBeCreatedGetsNoFence() throws BridgeException {
        UUID id = UUID.randomUUID();
        Fence fence = fence(1, Phase.MIRRORING);
        bridges.write(create(id, "taken", 5, fence, Map.of("retention.ms", "3600000")));
        assertThat(bridges.refusedByController(create(id, "other-name", 5, fence, Map.of()))
                        .code())
                .isEqualTo(ErrorCode.EXISTS);
        Map<ErrorCode, Request.CreateTopic> refused = Map.of(
                ErrorCode.EXISTS, create(UUID.randomUUID(), "taken", 5, fence, Map.of()),
                ErrorCode.INTERNAL_TOPIC, create(UUID.randomUUID(), "__mirrored", 5, fence, Map.of()),
                ErrorCode.INVALID_REQUEST, create(UUID.randomUUID(), "bad", 5, fence, Map.of("no.such.key", "1")),
                ErrorCode.NOT_ENOUGH_REPLICAS,
                        new Request.CreateTopic(UUID.randomUUID(), "wide", 1, (short) 3, 5, Map.of(), fence));
        for (Map.Entry<ErrorCode, Request.CreateTopic> each : refused.entrySet()) {
            assertThat(bridges.refusedByController(each.getValue()).code())
                    .as(each.getValue().toString())
                    .isEqualTo(each.getKey());
        }
        Map<UUID, Fence> fences = bridges.call(1, new Request.Describe(List.of()), Response.Description.class)
                .fences();
        assertThat(fences).containsKey(id);
        assertThat(fences.keySet())
                .doesNotContainAnyElementsOf(refused.values().stream()
                        .map(Request.CreateTopic::topicId)
                        .toList());
    }

    @Test
    void f16AnIdThatWasUsedBeforeWaitsForEveryBroker() throws Exception {
        UUID id = UUID.randomUUID();
        bridges.write(create(id, "twice", 5, fence(1, Phase.MIRRORING), Map.of()));
        int highest = (1 << 20) + 7;
        bridges.write(new Request.EnsureEpoch(new MirrorRef("mirror", 1), id, Map.of(0, highest)));
        try (Admin admin = bridges.kafka().admin()) {
            admin.deleteTopics(List.of("twice")).all().get();
        }
        assertThat(bridges.refusedByController(create(id, "twice", 6, fence(1, Phase.MIRRORING), Map.of()))
                        .code())
                .isEqualTo(ErrorCode.NOT_MONOTONIC);
        KafkaNode away = bridges.kafka().node(2);
        away.stop();
        BridgeException refusal = bridges.refusedByController(
                new Request.CreateTopic(id, "twice", 1, (short) 1, 6, Map.of(), fence(2, Phase.MIRRORING)));
        assertThat(refusal.code()).isEqualTo(ErrorCode.NOT_ENOUGH_REPLICAS);
        assertThat(refusal.value()).isEqualTo(2);
        away.start();
        BridgeException low =
                bridges.refusedByController(create(id, "twice", highest + 1, fence(2, Phase.MIRRORING), Map.of()));
        assertThat(low.code()).isEqualTo(ErrorCode.INVALID_REQUEST);
        int again = 2 << 20;
        assertThat(low.value()).isEqualTo(again);
        bridges.write(create(id, "twice", again, fence(2, Phase.MIRRORING), Map.of()));
        BridgeCluster.until("created again", () -> leaderEpoch(id) >= again);
    }

    @Test
    void watchTellsOfReplicasLeadershipAndTheClaim() throws BridgeException {
        UUID id = UUID.randomUUID();
        TopicIdPartition partition = new TopicIdPartition(id, 0);
        Map<TopicIdPartition, Response.LocalReplica> local = new ConcurrentHashMap<>();
        AtomicInteger claims = new AtomicInteger();
        watch(1, local, claims);
        for (int controller = 101; controller <= 103; controller++) {
            watch(controller, new ConcurrentHashMap<>(), claims);
        }
        BridgeCluster.until("one controller claims", () -> claims.get() == 1);
        bridges.write(create(id, "watched", 5, fence(1, Phase.MIRRORING), Map.of()));
        BridgeCluster.until("the replica is told", () -> local.containsKey(partition));
        assertThat(local.get(partition))
                .extracting(Response.LocalReplica::topicName, Response.LocalReplica::partitionCount)
                .containsExactly("watched", 1);
        bridges.write(new Request.EnsureEpoch(new MirrorRef("mirror", 1), id, Map.of(0, 77)));
        BridgeCluster.until("the epoch is told", () -> {
            Response.LocalReplica told = local.get(partition);
            return told != null && told.leaderEpoch() == 77;
        });
    }

    private static void watch(int node, Map<TopicIdPartition, Response.LocalReplica> local, AtomicInteger claims) {
        bridges.client(node).watch(new BridgeClient.WatchListener() {
            private int claim = -1;

            @Override
            public void onUpdate(Response.WatchUpdate update) {
                update.removed().forEach(local::remove);
                update.changed().forEach(replica -> local.put(replica.partition(), replica));
                claims.addAndGet((update.controllerEpoch() >= 0 ? 1 : 0) - (claim >= 0 ? 1 : 0));
                claim = update.controllerEpoch();
            }

            @Override
            public void onDisconnected() {
                claims.addAndGet(claim >= 0 ? -1 : 0);
                claim = -1;
            }
        });
    }
}
