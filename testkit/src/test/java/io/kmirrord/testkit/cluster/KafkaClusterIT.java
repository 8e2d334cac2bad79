// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.testkit.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.kmirrord.testkit.junit.Clusters;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.admin.Admin;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Three combined brokers of the newest line, two log dirs each. */
final class KafkaClusterIT {
    @RegisterExtension
    static final Clusters CLUSTERS = new Clusters();

    private static KafkaCluster cluster;

    @BeforeAll
    static void start() {
        cluster = CLUSTERS.start("three", KafkaCluster.builder().brokers(3).logDirsPerBroker(2));
    }

    @Test
    void recordsComeBackAfterTheLeaderWasKilledAndRestarted() throws Exception {
        RoundTrip.createTopic(cluster, "kill", 3);
        RoundTrip.produce(cluster, "kill", "before");
        var leader = cluster.node(leaderOf("kill"));
        var firstPid = leader.pid();
        leader.kill();
        assertThat(leader.isAlive()).isFalse();
        RoundTrip.produce(cluster, "kill", "while dead");
        leader.start();
        assertThat(leader.pid()).isNotEqualTo(firstPid);
        assertThat(RoundTrip.consume(cluster, "kill", 2)).containsExactly("before", "while dead");
    }

    @Test
    void aPausedBrokerDoesNotAnswerUntilResumed() {
        var node = cluster.node(3);
        node.pause();
        try {
            assertThatThrownBy(() -> describe(node, 3_000)).hasMessageContaining("Timeout");
            assertThat(node.isAlive()).isTrue();
        } finally {
            node.resume();
        }
        node.awaitReady(java.time.Duration.ofMinutes(1));
    }

    @Test
    void aStoppedBrokerShutsDownInOrderAndComesBack() throws Exception {
        var node = cluster.node(2);
        assertThat(node.stop()).isTrue();
        assertThat(Files.readString(node.logFile())).contains("shut down completed");
        node.start();
        assertThat(describe(node, 10_000)).contains(2);
    }

    @Test
    void bothLogDirsAreInUse() {
        var node = cluster.node(1);
        assertThat(node.logDirs())
                .hasSize(2)
                .allSatisfy(dir -> assertThat(dir).isDirectoryContaining("glob:**/meta.properties"));
    }

    @Test
    void aBrokerThatJoinsLaterServesTheOthersTopics() throws Exception {
        RoundTrip.createTopic(cluster, "join", 3);
        var fourth = cluster.addBroker(options -> options.property("broker.rack", "late"));
        try {
            assertThat(fourth.id()).isEqualTo(4);
            assertThat(fourth.role()).isEqualTo(NodeRole.BROKER);
            assertThat(describe(fourth, 10_000)).contains(1, 2, 3, 4);
        } finally {
            fourth.stop();
        }
    }

    @Test
    void aNodeThatCannotStartFailsWithTheEndOfItsLog() {
        var node = cluster.node(2);
        node.stop();
        node.reconfigure(options -> options.property("log.segment.bytes", "banana"));
        assertThatThrownBy(node::start)
                .isInstanceOf(ClusterStartException.class)
                .hasMessageContaining("node 2")
                .hasMessageContaining("banana")
                .hasMessageContaining(node.logFile().toString());
        node.reconfigure(options -> options.property("log.segment.bytes", "1073741824"));
        node.start();
    }

    @Test
    void agentsTravelInTheVariableOfAnOperatorsDropIn() {
        var missing = Path.of("no-such-agent.jar");
        assertThatThrownBy(() -> cluster.addBroker(options -> options.agent(missing, node -> "")))
                .hasMessageContaining("no agent jar at")
                .hasMessageContaining("no-such-agent.jar");
    }

    private static int leaderOf(String topic) throws Exception {
        try (var admin = cluster.admin()) {
            var topics = admin.describeTopics(List.of(topic)).allTopicNames().get(30, TimeUnit.SECONDS);
            return topics.values()
                    .iterator()
                    .next()
                    .partitions()
                    .get(0)
                    .leader()
                    .id();
        }
    }

    private static List<Integer> describe(KafkaNode node, int timeoutMs) throws Exception {
        try (var admin = Admin.create(Map.of(
                "bootstrap.servers",
                node.address(),
                "request.timeout.ms",
                timeoutMs,
                "default.api.timeout.ms",
                timeoutMs))) {
            return admin.describeCluster().nodes().get().stream()
                    .map(org.apache.kafka.common.Node::id)
                    .toList();
        }
    }
}
