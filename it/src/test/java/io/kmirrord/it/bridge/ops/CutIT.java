// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.it.bridge.ops;

import static org.assertj.core.api.Assertions.assertThat;

import io.kmirrord.bridge.wire.BridgeException;
import io.kmirrord.bridge.wire.ErrorCode;
import io.kmirrord.bridge.wire.Phase;
import io.kmirrord.bridge.wire.Request;
import io.kmirrord.bridge.wire.Response;
import io.kmirrord.bridge.wire.Response.EpochEntry;
import io.kmirrord.it.fixture.BridgeCluster;
import io.kmirrord.testkit.cluster.KafkaCluster;
import io.kmirrord.testkit.cluster.KafkaNode;
import io.kmirrord.testkit.junit.Clusters;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AlterConfigOp;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.apache.kafka.common.TopicPartitionReplica;
import org.apache.kafka.common.config.ConfigResource;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Cuts, restarts and their barriers on three brokers, with replicas paused, dead and moving. */
final class CutIT {
    @RegisterExtension
    static final Clusters CLUSTERS = new Clusters();

    private static BridgeCluster bridges;

    @BeforeAll
    static void start() {
        bridges = BridgeCluster.start(
                CLUSTERS,
                "cut",
                KafkaCluster.builder().brokers(3).logDirsPerBroker(2).property("log.cleaner.backoff.ms", "300"));
    }

    private static KafkaNode followerOf(MirrorTopic topic) {
        int leader = topic.awaitLeader();
        return bridges.kafka().brokers().stream()
                .filter(node -> node.id() != leader)
                .findFirst()
                .orElseThrow();
    }

    @Test
    void onlyBatchBoundariesAreCut() throws BridgeException {
        MirrorTopic topic = MirrorTopic.create(bridges, "boundaries");
        topic.begin();
        topic.append(0, Batches.plain(0, 4, 1, "x"), Batches.plain(4, 4, 1, "y"), Batches.plain(12, 4, 2, "z"));
        BridgeException inside = bridges.refusal(topic.awaitLeader(), topic.truncateRequest(6, 9));
        assertThat(inside.code()).isEqualTo(ErrorCode.NOT_BATCH_BOUNDARY);
        assertThat(inside.value()).isEqualTo(4);
        BridgeException beyond = bridges.refusal(topic.awaitLeader(), topic.truncateRequest(17, 9));
        assertThat(beyond.code()).isEqualTo(ErrorCode.OFFSET_MISMATCH);
        assertThat(beyond.value()).isEqualTo(16);
        assertThat(topic.truncate(16, 1)).isEqualTo(new Response.Cut(16, -1));
        assertThat(topic.truncate(10, 1)).as("in a gap").isEqualTo(new Response.Cut(10, 2));
        topic.awaitBarrier();
        topic.begin();
        topic.append(10, Batches.plain(10, 2, 2, "w"));
        topic.assertReplicasEqual();
    }

    @Test
    void whatWasAppendedSinceTheCallerLookedIsNotRemoved() throws BridgeException {
        MirrorTopic topic = MirrorTopic.create(bridges, "slept");
        int leader = topic.awaitLeader();
        Request restartOfTheEmpty = topic.restartRequest(40, 20_000);
        topic.begin();
        topic.append(0, Batches.plain(0, 4, 1, "x"), Batches.plain(4, 4, 2, "y"));
        Request cut = topic.truncateRequest(4, 9);
        topic.append(8, Batches.plain(8, 4, 2, "z"));
        for (Request stale : List.of(restartOfTheEmpty, cut)) {
            BridgeException refused = bridges.refusal(leader, stale);
            assertThat(refused.code()).as(stale.toString()).isEqualTo(ErrorCode.OFFSET_MISMATCH);
            assertThat(refused.value()).isEqualTo(12);
        }
        assertThat(topic.leaderState())
                .extracting(
                        Response.PartitionDescription::logStartOffset,
                        Response.PartitionDescription::logEndOffset,
                        Response.PartitionDescription::barrierPending)
                .containsExactly(0L, 12L, false);
        assertThat(topic.append(12, Batches.plain(12, 2, 2, "the token lives")).logEndOffset())
                .isEqualTo(14);
        topic.awaitHighWatermark(14);
        topic.assertReplicasEqual();
    }

    @Test
    void aRestartThatTimedOutGoesOnWhereItWasUntilSomethingIsAppended() throws BridgeException {
        MirrorTopic topic = MirrorTopic.create(bridges, "repeated");
        topic.begin();
        topic.append(0, Batches.plain(0, 4, 1, "x"), Batches.plain(4, 4, 3, "y"));
        topic.awaitHighWatermark(8);
        int leader = topic.awaitLeader();
        KafkaNode follower = pausable(leader);
        Request.RestartAt restart = topic.restartRequest(40, 500);
        Request.RestartAt elsewhere = topic.restartRequest(50, 500);
        follower.pause();
        try {
            assertThat(bridges.refusal(leader, restart).code()).isEqualTo(ErrorCode.TIMEOUT);
            assertThat(topic.describe(leader).logEndOffset()).as("half done").isZero();
            assertThat(bridges.refusal(leader, restart).code()).isEqualTo(ErrorCode.TIMEOUT);
            BridgeException other = bridges.refusal(leader, elsewhere);
            assertThat(other.code()).isEqualTo(ErrorCode.OFFSET_MISMATCH);
            assertThat(other.value()).isZero();
        } finally {
            follower.resume();
        }
        topic.awaitInSync(3);
        BridgeCluster.until(
                "the barrier is passed and forgotten",
                () -> !topic.describe(leader).barrierPending());
        Request.RestartAt patient = new Request.RestartAt(
                restart.ref(), restart.partition(), restart.leaderEpoch(), 40, restart.expectedEndOffset(), 20_000);
        assertThat(bridges.call(leader, patient, Response.Cut.class)).isEqualTo(new Response.Cut(40, 3));
        topic.begin();
        assertThat(bridges.call(leader, patient, Response.Cut.class))
                .as("an answer that was lost")
                .isEqualTo(new Response.Cut(40, 3));
        topic.append(40, Batches.plain(40, 4, 3, "again"));
        BridgeException over = bridges.refusal(leader, patient);
        assertThat(over.code()).isEqualTo(ErrorCode.OFFSET_MISMATCH);
        assertThat(over.value()).isEqualTo(44);
        topic.awaitHighWatermark(44);
        topic.assertReplicasEqual();
    }

    @Test
    void f17ACutThatLeavesNoEpochIsARestart() throws BridgeException {
        MirrorTopic topic = MirrorTopic.create(bridges, "no-epoch");
        topic.begin();
        topic.append(0, Batches.plain(0, 4, 1, "x"), Batches.plain(4, 4, 1, "y"));
        BridgeException atStart = bridges.refusal(topic.awaitLeader(), topic.truncateRequest(0, 9));
        assertThat(atStart.code()).isEqualTo(ErrorCode.CUT_NOT_ALLOWED);
        assertThat(atStart).hasMessageContaining("RESTART_AT");
        topic.awaitHighWatermark(8);
        bridges.call(
                topic.awaitLeader(),
                new Request.SetLogStart(topic.ref(), topic.partition(), MirrorTopic.FIRST_EPOCH, 6),
                Response.LogStart.class);
        assertThat(bridges.refusal(topic.awaitLeader(), topic.truncateRequest(4, 9))
                        .code())
                .isEqualTo(ErrorCode.CUT_NOT_ALLOWED);
        assertThat(topic.restartAt(4)).isEqualTo(new Response.Cut(4, 1));
        topic.begin();
        topic.append(4, Batches.plain(4, 4, 1, "again"));
        topic.awaitHighWatermark(8);
        topic.assertReplicasEqual();
    }

    @Test
    void f23AppendsOfCutEpochsWaitForAPausedReplicaAndHigherOnesNeedNot() throws BridgeException {
        MirrorTopic topic = MirrorTopic.create(bridges, "paused");
        topic.begin();
        topic.append(0, Batches.plain(0, 4, 1, "x"), Batches.plain(4, 4, 3, "y"));
        topic.awaitHighWatermark(8);
        int leader = topic.awaitLeader();
        KafkaNode follower = pausable(leader);
        Request cut = topic.truncateRequest(4, 3);
        follower.pause();
        try {
            // Only the leader is asked: the paused node would not answer.
            assertThat(bridges.call(leader, cut, Response.Cut.class)).isEqualTo(new Response.Cut(4, 3));
            topic.beginAt(leader, MirrorTopic.FIRST_EPOCH);
            BridgeException held = bridges.refusal(leader, topic.appendRequest(4, Batches.plain(4, 4, 3, "other")));
            assertThat(held.code()).isEqualTo(ErrorCode.BARRIER_PENDING);
            assertThat(topic.describe(leader).barrierPending()).isTrue();
            BridgeException late =
                    bridges.refusal(leader, new Request.Await(topic.partition(), MirrorTopic.FIRST_EPOCH, -1, 300));
            assertThat(late.code()).isEqualTo(ErrorCode.TIMEOUT);
            assertThat(late).hasMessageContaining("[" + follower.id() + "]");
            Request higher = topic.appendRequest(4, Batches.plain(4, 2, 4, "higher"));
            assertThat(bridges.call(leader, higher, Response.Appended.class).logEndOffset())
                    .isEqualTo(6);
        } finally {
            follower.resume();
        }
        topic.awaitBarrier();
        topic.awaitInSync(3);
        topic.append(6, Batches.plain(6, 4, 4, "more"));
        topic.awaitHighWatermark(10);
        topic.assertReplicasEqual();
    }

    /** A node whose pause moves no leadership. */
    private static KafkaNode pausable(int leader) {
        int controller = activeController();
        return bridges.kafka().brokers().stream()
                .filter(node -> node.id() != leader && node.id() != controller)
                .findFirst()
                .orElseThrow();
    }

    private static int activeController() {
        try {
            // Below any id given out: refused where it is active, else the active one is named.
            bridges.call(1, new Request.ReserveProducerIds(-1), Response.Written.class);
            throw new IllegalStateException("a negative producer id was accepted");
        } catch (BridgeException e) {
            return e.code() == ErrorCode.NOT_CONTROLLER ? (int) e.value() : 1;
        }
    }

    @Test
    void f2WithAReplicaAwayOnlyHigherEpochsMayFollowAndItHealsItself() throws BridgeException {
        MirrorTopic topic = MirrorTopic.create(bridges, "away");
        topic.begin();
        topic.append(0, Batches.plain(0, 6, 2, "common"), Batches.plain(6, 3, 3, "a"), Batches.plain(9, 2, 3, "b"));
        topic.awaitHighWatermark(11);
        KafkaNode away = followerOf(topic);
        away.kill();
        topic.awaitInSync(2);
        BridgeException sameEpoch = bridges.refusal(topic.awaitLeader(), topic.truncateRequest(6, 3));
        assertThat(sameEpoch.code()).isEqualTo(ErrorCode.REPLICA_NOT_IN_SYNC);
        assertThat(sameEpoch.value()).isEqualTo(away.id());
        assertThat(bridges.refusal(topic.awaitLeader(), topic.restartRequest(0, 1_000))
                        .code())
                .isEqualTo(ErrorCode.REPLICA_NOT_IN_SYNC);
        topic.ensureEpoch(2 << 20);
        assertThat(topic.truncate(6, 1 << 20)).isEqualTo(new Response.Cut(6, 3));
        topic.awaitBarrier();
        topic.begin();
        assertThat(topic.refusedAppend(6, Batches.plain(6, 3, 2, "low")).code())
                .as("a lower epoch after all would not heal")
                .isIn(ErrorCode.BARRIER_PENDING, ErrorCode.EPOCH_FALLING);
        // The same batch boundaries as before: only then is the divergence silent.
        topic.append(6, Batches.plain(6, 3, 1 << 20, "A"), Batches.plain(9, 5, 1 << 20, "B"));
        away.start();
        topic.awaitInSync(3);
        topic.awaitHighWatermark(14);
        topic.assertReplicasEqual();
        assertThat(topic.describe(away.id()).epochs())
                .containsExactly(new EpochEntry(2, 0), new EpochEntry(1 << 20, 6));
    }

    @Test
    void abortAndMarkNeedTheMinimumOfReplicas() throws BridgeException {
        MirrorTopic topic = MirrorTopic.create(bridges, "min-isr", 3, Map.of("min.insync.replicas", "3"));
        topic.begin();
        topic.append(0, Batches.of(0, 2, 1, new Batches.Producer(9, (short) 0, 0, true), "x"));
        topic.awaitHighWatermark(2);
        topic.phase(Phase.STOPPING, -1);
        KafkaNode away = followerOf(topic);
        away.kill();
        try {
            topic.awaitInSync(2);
            int leader = topic.awaitLeader();
            int epoch = topic.leaderState().leaderEpoch();
            for (Request request : List.of(
                    new Request.AbortOpen(topic.ref(), topic.partition(), epoch),
                    new Request.ResetMark(topic.ref(), topic.partition(), epoch))) {
                assertThat(bridges.refusal(leader, request).code()).isEqualTo(ErrorCode.NOT_ENOUGH_REPLICAS);
            }
            assertThat(topic.leaderState().logEndOffset()).isEqualTo(2);
        } finally {
            away.start();
        }
        topic.awaitInSync(3);
        Response.Aborted aborted = bridges.call(
                topic.awaitLeader(),
                new Request.AbortOpen(
                        topic.ref(), topic.partition(), topic.leaderState().leaderEpoch()),
                Response.Aborted.class);
        assertThat(aborted.transactions()).hasSize(1);
        topic.awaitHighWatermark(3);
        assertThat(topic.leaderState().lastStableOffset()).isEqualTo(3);
    }

    @Test
    void f3WhereCompactionPassedTheCutThePartitionIsCopiedInFull() throws BridgeException {
        MirrorTopic topic = MirrorTopic.create(
                bridges,
                "compacted",
                3,
                Map.of(
                        "cleanup.policy", "compact",
                        "segment.bytes", "1048576",
                        "min.cleanable.dirty.ratio", "0.01",
                        "max.compaction.lag.ms", "1000"));
        topic.begin();
        topic.append(0, Batches.plain(0, 3, 1, "k"));
        for (long base = 3; base < 8; base++) {
            topic.append(base, Batches.large(base, 2, 700_000));
        }
        topic.awaitHighWatermark(8);
        int leader = topic.awaitLeader();
        BridgeCluster.until(
                "the cleaner has passed offset 3", () -> topic.describe(leader).cleanerCheckpoint() > 3);
        BridgeException passed = bridges.refusal(leader, topic.truncateRequest(3, 9));
        assertThat(passed.code()).isEqualTo(ErrorCode.CUT_NOT_ALLOWED);
        assertThat(passed.value()).isGreaterThan(3);
        assertThat(passed).hasMessageContaining("in full");
        assertThat(topic.leaderState().compacted()).isTrue();
        assertThat(topic.leaderState().logEndOffset()).isEqualTo(8);
        topic.restartAt(0);
        topic.begin();
        topic.append(0, Batches.plain(0, 3, 1, "k"));
        topic.awaitHighWatermark(3);
        topic.assertReplicasEqual();
    }

    @Test
    void aMovingLogIsNotCutAndTakesAppendsUntilItIsSwappedIn() throws Exception {
        MirrorTopic topic = MirrorTopic.create(bridges, "moving");
        topic.begin();
        long end = 0;
        for (; end < 40; end++) {
            topic.append(end, Batches.large(end, 1, 200_000));
        }
        int leader = topic.awaitLeader();
        try (Admin admin = bridges.kafka().admin()) {
            throttle(admin, leader, "1000000");
            move(admin, topic, leader);
            BridgeCluster.until("the log moves", () -> isMoving(topic, leader));
            assertThat(bridges.refusal(leader, topic.truncateRequest(5, 9)).code())
                    .isEqualTo(ErrorCode.MOVING);
            topic.begin();
            topic.append(end, Batches.large(end, 1, 1_000));
            end++;
            throttle(admin, leader, "1000000000");
            while (isMoving(topic, leader)) {
                topic.append(end, Batches.large(end, 1, 1_000));
                end++;
            }
            for (long last = end + 20; end < last; end++) {
                topic.append(end, Batches.large(end, 1, 1_000));
            }
        }
        topic.awaitHighWatermark(end);
        topic.assertReplicasEqual();
    }

    private static boolean isMoving(MirrorTopic topic, int leader) {
        try {
            return topic.describe(leader).moving();
        } catch (BridgeException e) {
            throw new IllegalStateException(e);
        }
    }

    private static void throttle(Admin admin, int node, String bytesPerSecond) throws Exception {
        ConfigResource broker = new ConfigResource(ConfigResource.Type.BROKER, Integer.toString(node));
        ConfigEntry entry = new ConfigEntry("replica.alter.log.dirs.io.max.bytes.per.second", bytesPerSecond);
        admin.incrementalAlterConfigs(Map.of(broker, List.of(new AlterConfigOp(entry, AlterConfigOp.OpType.SET))))
                .all()
                .get();
    }

    private static void move(Admin admin, MirrorTopic topic, int node) throws Exception {
        List<Path> dirs = bridges.kafka().node(node).logDirs();
        Path other = dirs.stream()
                .filter(dir -> !dir.resolve(topic.name() + "-0").toFile().exists())
                .findFirst()
                .orElseThrow();
        admin.alterReplicaLogDirs(Map.of(new TopicPartitionReplica(topic.name(), 0, node), other.toString()))
                .all()
                .get();
    }
}
