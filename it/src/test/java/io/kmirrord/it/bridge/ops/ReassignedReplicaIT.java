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
import java.io.IOException;
import java.nio.file.Files;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewPartitionReassignment;
import org.apache.kafka.common.ElectionType;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

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

    @Tag("long")
    @ParameterizedTest
    @ValueSource(strings = {"4.1.2", "4.2.1", "4.3.1", "4.4.0"})
    @DisplayName("F16: a replica reassigned away and back around a cut starts anew, whatever the epochs")
    void f16AReplicaReassignedAwayAndBackStartsAnewUnderTheSameEpochs(String version) throws Exception {
        startsAnew(version);
    }

    private static void startsAnew(String version) throws Exception {
        BridgeCluster bridges = BridgeCluster.start(
                CLUSTERS,
                "same-" + version,
                KafkaCluster.builder().version(version).brokers(3));
        try (Admin admin = bridges.kafka().admin()) {
            KafkaNode stale = bridges.kafka().node(3);
            List<MirrorTopic> topics = List.of(filled(bridges, admin, "cut"), filled(bridges, admin, "restarted"));
            stale.kill();
            for (MirrorTopic topic : topics) {
                topic.awaitInSync(2);
                int before = topic.leaderState().leaderEpoch();
                assign(admin, topic, 1, 2);
                BridgeCluster.until(
                        "who follows the old epoch is not listened to any more",
                        () -> topic.leaderState().leaderEpoch() > before);
                topic.awaitInSync(2);
            }
            MirrorTopic cut = topics.get(0);
            assertThat(onceRecorded(() -> cut.truncate(6, 3))).isEqualTo(new Response.Cut(6, 3));
            cut.awaitBarrier();
            MirrorTopic restarted = topics.get(1);
            assertThat(onceRecorded(() -> restarted.restartAt(0))).isEqualTo(new Response.Cut(0, 3));
            restarted.begin();
            restarted.append(0, Batches.plain(0, 6, 2, "COMMON"));
            for (MirrorTopic topic : topics) {
                topic.begin();
                // Boundaries, epochs and end as before: only then is a divergence silent.
                topic.append(6, Batches.plain(6, 3, 3, "A"), Batches.plain(9, 2, 3, "B"));
                topic.append(11, Batches.plain(11, 2, 3, "C"));
                topic.awaitHighWatermark(13);
                assign(admin, topic, 1, 2, 3);
            }
            stale.start();
            for (MirrorTopic topic : topics) {
                topic.awaitInSync(3);
                topic.assertReplicasEqual();
                assertThat(emptied(stale, topic)).isEqualTo(1);
            }
            // Once in sync it is trusted like any other: a restart copies nothing anew, and a cut is made.
            stale.kill();
            topics.forEach(topic -> topic.awaitInSync(2));
            stale.start();
            topics.forEach(topic -> topic.awaitInSync(3));
            assertThat(onceRecorded(() -> cut.truncate(9, 3))).isEqualTo(new Response.Cut(9, 3));
            cut.awaitBarrier();
            for (MirrorTopic topic : topics) {
                topic.assertReplicasEqual();
                assertThat(emptied(stale, topic)).isEqualTo(1);
            }
        }
        bridges.close();
        bridges.kafka().close();
    }

    /** A topic with all replicas in sync, led by another node than 3. */
    private static MirrorTopic filled(BridgeCluster bridges, Admin admin, String name) throws Exception {
        MirrorTopic topic = MirrorTopic.create(bridges, name, 3, Map.of());
        assign(admin, topic, 1, 2, 3);
        if (topic.awaitLeader() != 1) {
            admin.electLeaders(ElectionType.PREFERRED, Set.of(new TopicPartition(name, 0)))
                    .all()
                    .get(30, TimeUnit.SECONDS);
        }
        BridgeCluster.until("1 leads " + name, () -> topic.awaitLeader() == 1);
        topic.begin();
        topic.append(0, Batches.plain(0, 6, 2, "common"), Batches.plain(6, 3, 3, "a"), Batches.plain(9, 2, 3, "b"));
        topic.awaitHighWatermark(11);
        topic.awaitInSync(3);
        return topic;
    }

    private interface Cut {
        Response.Cut make() throws BridgeException;
    }

    /** The controller learns of a change of replicas when everybody does, and writes it down a moment later. */
    private static Response.Cut onceRecorded(Cut cut) {
        AtomicReference<Response.Cut> made = new AtomicReference<>();
        BridgeCluster.until("replicas are recorded", () -> {
            try {
                made.set(cut.make());
                return true;
            } catch (BridgeException e) {
                assertThat(e.code()).as(e.getMessage()).isEqualTo(ErrorCode.REPLICA_NOT_IN_SYNC);
                return false;
            }
        });
        return java.util.Objects.requireNonNull(made.get());
    }

    private static long emptied(KafkaNode node, MirrorTopic topic) throws IOException {
        try (var lines = Files.lines(node.logFile())) {
            return lines.filter(line -> line.contains(topic.name() + "-0: this replica joins"))
                    .count();
        }
    }

    private static void assign(Admin admin, MirrorTopic topic, Integer... nodes) throws Exception {
        admin.alterPartitionReassignments(Map.of(
                        new TopicPartition(topic.name(), 0), Optional.of(new NewPartitionReassignment(List.of(nodes)))))
                .all()
                .get(30, TimeUnit.SECONDS);
    }
}
