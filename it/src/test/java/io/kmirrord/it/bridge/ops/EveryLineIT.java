// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.it.bridge.ops;

import static org.assertj.core.api.Assertions.assertThat;

import io.kmirrord.bridge.wire.BridgeException;
import io.kmirrord.bridge.wire.ControllerResign;
import io.kmirrord.bridge.wire.ErrorCode;
import io.kmirrord.bridge.wire.Phase;
import io.kmirrord.bridge.wire.Request;
import io.kmirrord.bridge.wire.Response;
import io.kmirrord.bridge.wire.Response.EpochEntry;
import io.kmirrord.it.fixture.BridgeCluster;
import io.kmirrord.it.fixture.Clients;
import io.kmirrord.it.fixture.Fences;
import io.kmirrord.testkit.cluster.KafkaCluster;
import io.kmirrord.testkit.cluster.KafkaNode;
import io.kmirrord.testkit.junit.Clusters;
import java.nio.file.Files;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.admin.AlterConfigOp;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.admin.QuorumInfo;
import org.apache.kafka.clients.admin.TransactionState;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.common.config.ConfigResource;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** One life of a mirror topic through every operation, on every broker line, with a kill of all nodes at the end. */
final class EveryLineIT {
    private static final int BLOCK = 1 << 20;

    @RegisterExtension
    static final Clusters CLUSTERS = new Clusters();

    @ParameterizedTest
    @ValueSource(strings = "4.1.2")
    void everyOperationWorks(String version) throws Exception {
        live(version);
    }

    /** Every build has ByteEqualityIT and ProducerResetIT on these lines, and all other tests of operations on the newest. */
    @Tag("long")
    @ParameterizedTest
    @ValueSource(strings = {"4.2.1", "4.3.1", "4.4.0"})
    void everyOperationWorksOnTheOtherLines(String version) throws Exception {
        live(version);
    }

    private static void live(String version) throws Exception {
        BridgeCluster bridges = BridgeCluster.start(
                CLUSTERS,
                "line-" + version,
                KafkaCluster.builder().version(version).brokers(3));
        try (bridges) {
            MirrorTopic topic = mirrored(bridges);
            cutAndRestart(topic);
            swallowAMarker(bridges);
            stepDown(bridges);
            stop(bridges, topic);
            killAllAndCheck(bridges, topic);
        }
        bridges.kafka().close();
    }

    private static MirrorTopic mirrored(BridgeCluster bridges) throws BridgeException {
        MirrorTopic topic = MirrorTopic.create(bridges, "orders", 3, Map.of("segment.bytes", "1048576"));
        Response.PartitionDescription fresh = topic.leaderState();
        assertThat(fresh.leaderEpoch()).isEqualTo(MirrorTopic.FIRST_EPOCH);
        assertThat(fresh.segmentBytes()).isEqualTo(1 << 20);
        assertThat(fresh.epochs()).as("F7: no epoch-start entry").isEmpty();

        topic.begin();
        Response.Appended appended = topic.append(
                0,
                Batches.plain(0, 5, 3, "a"),
                Batches.of(5, 3, 3, new Batches.Producer(7, (short) 1, 0, true), "t"),
                Batches.plain(10, 4, 4, "gap"));
        assertThat(appended.logEndOffset()).isEqualTo(14);
        assertThat(appended.lastStableOffset()).isLessThanOrEqualTo(5);
        topic.awaitHighWatermark(14);
        Response.PartitionDescription state = topic.leaderState();
        assertThat(state.epochs()).containsExactly(new EpochEntry(3, 0), new EpochEntry(4, 10));
        assertThat(state.openTransactions())
                .extracting(Response.OpenTransaction::producerId)
                .containsExactly(7L);
        topic.assertReplicasEqual();

        topic.ensureEpoch(BLOCK);
        assertThat(topic.refusedAppend(14, Batches.plain(14, 1, 4, "stale")).code())
                .isEqualTo(ErrorCode.TOKEN_DEAD);
        topic.awaitInSync(3);
        topic.begin();
        topic.append(14, Batches.plain(14, 6, 4, "b"));
        topic.awaitHighWatermark(20);
        topic.assertReplicasEqual();
        return topic;
    }

    private static void cutAndRestart(MirrorTopic topic) throws BridgeException {
        assertThat(topic.truncate(14, 4)).isEqualTo(new Response.Cut(14, 4));
        topic.awaitBarrier();
        topic.begin();
        topic.append(14, Batches.plain(14, 6, 4, "other"));
        topic.awaitHighWatermark(20);
        topic.assertReplicasEqual();

        assertThat(topic.restartAt(12)).isEqualTo(new Response.Cut(12, 4));
        assertThat(topic.begin())
                .extracting(Response.Begun::logStartOffset, Response.Begun::logEndOffset, Response.Begun::lastEpoch)
                .containsExactly(12L, 12L, -1);
        topic.append(
                12,
                Batches.plain(12, 4, 5, "again"),
                Batches.of(16, 2, 5, new Batches.Producer(8, (short) 0, 0, true), "open"));
        topic.awaitHighWatermark(18);
        topic.assertReplicasEqual();
        assertThat(topic.leaderState().logStartOffset()).isEqualTo(12);
    }

    /** F8, N17: the transaction ends, nothing is written, and no broker logs an error about it. */
    private static void swallowAMarker(BridgeCluster bridges) throws Exception {
        String name = "begun-here";
        Uuid id = bridges.admin()
                .createTopics(List.of(new NewTopic(name, 1, (short) 3)))
                .topicId(name)
                .get(30, TimeUnit.SECONDS);
        UUID topicId = new UUID(id.getMostSignificantBits(), id.getLeastSignificantBits());
        try (Producer<String, String> producer =
                Clients.transactional(bridges.kafka().bootstrapServers(), name)) {
            producer.beginTransaction();
            Clients.send(producer, name, 0, "begun before the fence");
            Fences.put(bridges, topicId, Fences.in(Phase.PREPARING));
            Fences.put(bridges, topicId, Fences.in(Phase.MIRRORING));
            producer.commitTransaction();
        }
        BridgeCluster.until(
                "the transaction ends",
                () -> bridges.admin()
                                .describeTransactions(List.of(name))
                                .description(name)
                                .get(30, TimeUnit.SECONDS)
                                .state()
                        == TransactionState.COMPLETE_COMMIT);
        TopicPartition partition = new TopicPartition(name, 0);
        assertThat(bridges.admin()
                        .listOffsets(Map.of(partition, OffsetSpec.latest()))
                        .partitionResult(partition)
                        .get(30, TimeUnit.SECONDS)
                        .offset())
                .as("no marker")
                .isEqualTo(1);
        for (KafkaNode node : bridges.kafka().nodes()) {
            assertThat(Files.readAllLines(node.logFile()))
                    .noneMatch(line -> line.contains(name) && line.contains("] ERROR "));
        }
    }

    /** R4: the active controller gives way to another one when it is asked to, in its epoch alone. */
    private static void stepDown(BridgeCluster bridges) throws Exception {
        QuorumInfo before = quorum(bridges);
        int epoch = Math.toIntExact(before.leaderEpoch());
        ask(bridges, new ControllerResign(before.leaderId(), epoch - 1));
        ask(bridges, new ControllerResign(before.leaderId() % 3 + 1, epoch));
        bridges.atController(new Request.ReserveProducerIds(1_000), Response.Written.class);
        assertThat(quorum(bridges).leaderEpoch()).as("of another epoch or node").isEqualTo(epoch);

        ask(bridges, new ControllerResign(before.leaderId(), epoch));
        BridgeCluster.until("another controller", () -> quorum(bridges).leaderId() != before.leaderId());
        bridges.atController(new Request.ReserveProducerIds(2_000), Response.Written.class);
        QuorumInfo after = quorum(bridges);
        ask(bridges, new ControllerResign(before.leaderId(), epoch));
        bridges.atController(new Request.ReserveProducerIds(3_000), Response.Written.class);
        assertThat(quorum(bridges).leaderEpoch())
                .as("asked for again, too late")
                .isEqualTo(after.leaderEpoch());
        for (KafkaNode node : bridges.kafka().nodes()) {
            assertThat(node.isAlive()).isTrue();
            assertThat(Files.readAllLines(node.logFile())).noneMatch(line -> line.contains("Encountered fatal fault"));
        }
    }

    private static QuorumInfo quorum(BridgeCluster bridges) throws Exception {
        return bridges.admin().describeMetadataQuorum().quorumInfo().get(30, TimeUnit.SECONDS);
    }

    private static void ask(BridgeCluster bridges, ControllerResign resign) throws Exception {
        ConfigResource broker = new ConfigResource(ConfigResource.Type.BROKER, "2");
        AlterConfigOp set = new AlterConfigOp(
                new ConfigEntry(ControllerResign.CONFIG_KEY, resign.text()), AlterConfigOp.OpType.SET);
        bridges.admin()
                .incrementalAlterConfigs(Map.of(broker, List.of(set)))
                .all()
                .get(30, TimeUnit.SECONDS);
    }

    private static void stop(BridgeCluster bridges, MirrorTopic topic) throws BridgeException {
        int leader = topic.awaitLeader();
        int epoch = topic.leaderState().leaderEpoch();
        assertThat(bridges.call(
                        leader,
                        new Request.SetLogStart(topic.ref(), topic.partition(), epoch, 16),
                        Response.LogStart.class))
                .isEqualTo(new Response.LogStart(16));

        topic.phase(Phase.STOPPING, -1);
        topic.ensureEpoch(2 * BLOCK);
        topic.awaitInSync(3);
        leader = topic.awaitLeader();
        epoch = topic.leaderState().leaderEpoch();
        Response.Aborted aborted = bridges.call(
                leader, new Request.AbortOpen(topic.ref(), topic.partition(), epoch), Response.Aborted.class);
        assertThat(aborted.transactions())
                .extracting(Response.OpenTransaction::producerId)
                .containsExactly(8L);
        assertThat(aborted.logEndOffset()).isEqualTo(19);
        topic.awaitHighWatermark(19);
        Response.Marked marked = bridges.call(
                leader, new Request.ResetMark(topic.ref(), topic.partition(), epoch), Response.Marked.class);
        assertThat(marked).isEqualTo(new Response.Marked(19, 20));
        topic.awaitHighWatermark(20);
        Response.PartitionDescription state = topic.leaderState();
        assertThat(state.lastStableOffset()).isEqualTo(20);
        assertThat(state.openTransactions()).isEmpty();
        assertThat(state.epochs()).contains(new EpochEntry(2 * BLOCK, 18));
        topic.assertReplicasEqual();
        topic.phase(Phase.STOPPED, 2 * BLOCK);

        Response.Records read =
                bridges.call(leader, new Request.Read(topic.partition(), 19, 1 << 20), Response.Records.class);
        assertThat(read.records().getLong(read.records().position())).isEqualTo(19);
        assertThat(bridges.call(leader, new Request.EndOffsetForEpoch(topic.partition(), 6), Response.EpochEnd.class))
                .isEqualTo(new Response.EpochEnd(5, 18));
        bridges.write(new Request.ReserveProducerIds(5_000_000));
    }

    private static void killAllAndCheck(BridgeCluster bridges, MirrorTopic topic) throws BridgeException {
        bridges.kafka().nodes().forEach(KafkaNode::kill);
        bridges.kafka().startAll();
        topic.awaitInSync(3);
        Response.Description description = bridges.call(
                topic.awaitLeader(), new Request.Describe(List.of(topic.partition())), Response.Description.class);
        assertThat(description.fences()).containsEntry(topic.id(), topic.fence(Phase.STOPPED, 2 * BLOCK));
        assertThat(description.partitions().get(0).leaderEpoch()).isGreaterThanOrEqualTo(2 * BLOCK);
        assertThat(bridges.refusedByController(new Request.ReserveProducerIds(4_999_999))
                        .code())
                .isEqualTo(ErrorCode.NOT_MONOTONIC);
        topic.assertReplicasEqual();
    }
}
