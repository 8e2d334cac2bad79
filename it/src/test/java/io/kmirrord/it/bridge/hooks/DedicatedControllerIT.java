// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.it.bridge.hooks;

import static org.assertj.core.api.Assertions.assertThat;

import io.kmirrord.bridge.wire.Phase;
import io.kmirrord.bridge.wire.Request;
import io.kmirrord.bridge.wire.Response;
import io.kmirrord.it.fixture.BridgeCluster;
import io.kmirrord.it.fixture.Fences;
import io.kmirrord.testkit.cluster.KafkaCluster;
import io.kmirrord.testkit.cluster.KafkaNode;
import io.kmirrord.testkit.junit.Clusters;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Controllers that are no brokers follow the fences through a publisher of the bridge. */
final class DedicatedControllerIT {
    @RegisterExtension
    static final Clusters CLUSTERS = new Clusters();

    @Test
    void controllersFollowTheFencesAlsoAfterARestart() throws Exception {
        BridgeCluster cluster = BridgeCluster.start(
                CLUSTERS, "apart", KafkaCluster.builder().brokers(1).dedicatedControllers(1));
        KafkaNode controller = cluster.kafka().controllers().get(0);
        assertThat(cluster.hello(controller.id()).roles()).containsExactly(Response.Role.CONTROLLER);
        UUID id = Fences.create(cluster, "mirrored", 1, 1);
        long offset = cluster.write(new Request.PutFence(id, Fences.in(Phase.STOPPING)));
        assertFollowed(cluster, controller.id(), id, offset);
        controller.kill();
        controller.start();
        assertFollowed(cluster, controller.id(), id, offset);
        assertThat(cluster.hello(controller.id()).fenceInstalled()).isTrue();
    }

    private static void assertFollowed(BridgeCluster cluster, int node, UUID id, long offset) throws Exception {
        cluster.awaitView(node, offset);
        assertThat(cluster.call(node, new Request.Describe(List.of()), Response.Description.class)
                        .fences())
                .containsEntry(id, Fences.in(Phase.STOPPING));
    }
}
