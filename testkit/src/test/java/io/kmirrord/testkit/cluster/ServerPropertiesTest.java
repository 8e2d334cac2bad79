// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.testkit.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

final class ServerPropertiesTest {
    private static final Path DIR = Path.of("/base");

    private static List<NodePlan> plan(int brokers, int controllers, boolean zooKeeper) {
        var roles = ClusterPlan.roles(brokers, controllers, zooKeeper);
        var ports =
                IntStream.range(0, 2 * roles.size()).mapToObj(i -> 1_000 + i).toList();
        return ClusterPlan.nodes(DIR, roles, 2, ports);
    }

    @Test
    void theFirstThreeCombinedNodesVoteAndLaterOnesAreBrokers() {
        var nodes = plan(4, 0, false);
        assertThat(nodes)
                .extracting(NodePlan::role)
                .containsExactly(NodeRole.COMBINED, NodeRole.COMBINED, NodeRole.COMBINED, NodeRole.BROKER);
        assertThat(ServerProperties.kraft(nodes.get(0), nodes, Versions.DEFAULT))
                .containsEntry("process.roles", "broker,controller")
                .containsEntry("controller.quorum.voters", "1@127.0.0.1:1001,2@127.0.0.1:1003,3@127.0.0.1:1005")
                .containsEntry("listeners", "PLAINTEXT://127.0.0.1:1000,CONTROLLER://127.0.0.1:1001")
                .containsEntry("log.dirs", "/base/node-1/data-0,/base/node-1/data-1")
                .containsEntry("offsets.topic.replication.factor", "3");
        assertThat(ServerProperties.kraft(nodes.get(3), nodes, Versions.DEFAULT))
                .containsEntry("process.roles", "broker")
                .containsEntry("listeners", "PLAINTEXT://127.0.0.1:1006");
    }

    @Test
    void dedicatedControllersHaveNoClientListener() {
        var nodes = plan(2, 1, false);
        assertThat(nodes).extracting(NodePlan::id).containsExactly(1, 2, 101);
        assertThat(ServerProperties.kraft(nodes.get(2), nodes, Versions.DEFAULT))
                .containsEntry("process.roles", "controller")
                .containsEntry("listeners", "CONTROLLER://127.0.0.1:1005")
                .doesNotContainKey("advertised.listeners");
    }

    @Test
    void oldBrokersFindTheirZooKeeper() {
        var nodes = plan(1, 0, true);
        var version = KafkaVersion.parse("2.8.2");
        assertThat(ServerProperties.onZooKeeper(nodes.get(0), nodes, version))
                .containsEntry("zookeeper.connect", "127.0.0.1:1002")
                .containsEntry("broker.id", "1")
                .doesNotContainKeys("process.roles", "share.coordinator.state.topic.num.partitions");
        assertThat(ServerProperties.zooKeeper(nodes.get(1)))
                .containsEntry("clientPort", "1002")
                .containsEntry("clientPortAddress", "127.0.0.1");
    }

    @Test
    void nothingListensBeyondLoopback() {
        var nodes = plan(3, 3, false);
        for (var node : nodes) {
            assertThat(ServerProperties.kraft(node, nodes, Versions.DEFAULT))
                    .extractingByKey("listeners")
                    .asString()
                    .matches("([A-Z]+://127\\.0\\.0\\.1:\\d+,?)+");
        }
    }

    @Test
    void aBrokerAddedLaterTakesTheNextId() {
        var nodes = plan(2, 1, false);
        var cluster = new ClusterPlan(
                "c", "id", DIR, Versions.DEFAULT, java.util.Optional.empty(), java.util.Optional.empty(), nodes);
        var added = cluster.nextBroker(1, 7);
        assertThat(added).isEqualTo(new NodePlan(3, NodeRole.BROKER, DIR.resolve("node-3"), 1, 7, 0));
        assertThat(cluster.with(added).nodes()).hasSize(4).contains(added);
    }
}
