// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.it.bridge.open;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.kmirrord.bridge.wire.BridgeException;
import io.kmirrord.bridge.wire.ErrorCode;
import io.kmirrord.bridge.wire.Request;
import io.kmirrord.it.bridge.hooks.RawProducer;
import io.kmirrord.it.bridge.ops.Batches;
import io.kmirrord.it.bridge.ops.MirrorTopic;
import io.kmirrord.it.fixture.BridgeCluster;
import io.kmirrord.it.fixture.Clients;
import io.kmirrord.testkit.cluster.KafkaCluster;
import io.kmirrord.testkit.cluster.KafkaNode;
import io.kmirrord.testkit.cluster.NodeOptions;
import io.kmirrord.testkit.junit.Clusters;
import io.kmirrord.testkit.mirror.BridgeJar;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.common.errors.PolicyViolationException;
import org.apache.kafka.common.protocol.Errors;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** One broker of a fenced cluster was restarted without the agent: the hole that no plug-in can close, and its end. */
final class MissingAgentIT {
    private static final int SOURCE_EPOCH = 4;

    @RegisterExtension
    static final Clusters CLUSTERS = new Clusters();

    @Test
    @DisplayName("R1, R2: what a leader without agent took is named by its offset once the agent is back")
    void r2AWriteTakenByALeaderWithoutAgentIsFoundAndNamed() throws Exception {
        BridgeCluster bridges = BridgeCluster.start(
                CLUSTERS, "three", KafkaCluster.builder().brokers(3).version("4.4.0"));
        MirrorTopic written = mirrored(bridges, "written");
        MirrorTopic untouched = mirrored(bridges, "untouched");
        int bare = written.awaitLeader() % 3 + 1;
        KafkaNode node = bridges.kafka().node(bare);
        try (Admin admin = bridges.kafka().admin();
                Producer<String, String> producer =
                        Clients.idempotent(bridges.kafka().bootstrapServers())) {
            restart(node, NodeOptions::withoutAgent);
            Steps.awaitInSync(admin, written.name(), 3);
            Steps.awaitInSync(admin, untouched.name(), 3);
            assertThatThrownBy(() -> Clients.send(producer, written.name(), 0, "refused by the leader"))
                    .isInstanceOf(PolicyViolationException.class);
            try (RawProducer raw = new RawProducer(node.address())) {
                assertThat(raw.send(written.name(), 0, -1, (short) -1, -1).error())
                        .as("a follower without agent takes nothing")
                        .isEqualTo(Errors.NOT_LEADER_OR_FOLLOWER);
            }
            Steps.moveLeader(bridges, admin, written.name(), bare);
            Steps.moveLeader(bridges, admin, untouched.name(), bare);
            try (RawProducer raw = new RawProducer(node.address())) {
                assertThat(raw.send(written.name(), 0, -1, (short) -1, -1))
                        .as("the documented hole")
                        .isEqualTo(new RawProducer.Answer(Errors.NONE, 3));
            }

            restart(
                    node,
                    options -> options.agent(
                            BridgeJar.find(),
                            plan -> "socket.path=" + bridges.socket(plan.id()) + ",disk.floor.bytes=0"));
            Steps.awaitInSync(admin, written.name(), 3);
            Steps.awaitInSync(admin, untouched.name(), 3);
            assertThatThrownBy(() -> Clients.send(producer, written.name(), 0, "refused again"))
                    .isInstanceOf(PolicyViolationException.class);
        }
        assertNamedAndCut(bridges, written);
        untouched.begin();
        untouched.append(3, Batches.plain(3, 2, SOURCE_EPOCH, "on"));
        untouched.awaitHighWatermark(5);
        untouched.assertReplicasEqual();
        assertThat(untouched.leaderState().epochs()).hasSize(1);
    }

    private static MirrorTopic mirrored(BridgeCluster bridges, String name) throws BridgeException {
        MirrorTopic topic = MirrorTopic.create(bridges, name);
        topic.begin();
        topic.append(0, Batches.plain(0, 3, SOURCE_EPOCH, "x"));
        topic.awaitHighWatermark(3);
        return topic;
    }

    private static void restart(KafkaNode node, java.util.function.Consumer<NodeOptions> change) {
        assertThat(node.stop()).isTrue();
        node.reconfigure(change).start();
    }

    private static void assertNamedAndCut(BridgeCluster bridges, MirrorTopic topic) throws BridgeException {
        int epoch = topic.leaderState().leaderEpoch();
        BridgeException foreign = bridges.refusal(
                topic.awaitLeader(), new Request.Begin(topic.ref(), topic.partition(), epoch, SOURCE_EPOCH));
        assertThat(foreign.code()).isEqualTo(ErrorCode.FOREIGN_WRITE);
        assertThat(foreign.value()).as("its first offset").isEqualTo(3);
        topic.truncate(3, SOURCE_EPOCH);
        topic.awaitBarrier();
        assertThat(topic.leaderState().logEndOffset()).isEqualTo(3);
        topic.begin();
        topic.append(3, Batches.plain(3, 1, SOURCE_EPOCH, "on"));
        topic.awaitHighWatermark(4);
        topic.assertReplicasEqual();
    }
}
