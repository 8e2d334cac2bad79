// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.protocol.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.kmirrord.protocol.ClusterMetadata;
import io.kmirrord.protocol.Endpoint;
import io.kmirrord.protocol.ErrorCategory;
import io.kmirrord.protocol.Peer;
import io.kmirrord.protocol.WireException;
import java.util.List;
import java.util.Map;
import org.apache.kafka.common.protocol.Errors;
import org.junit.jupiter.api.Test;

final class KnownClusterTest {
    private static final Endpoint ADDRESS = new Endpoint("a", 9092);
    private static final Peer PEER = new Peer(1, ADDRESS, ADDRESS);

    private static void refused(KnownCluster cluster, String id) {
        assertThatThrownBy(() -> cluster.require(id, PEER)).isInstanceOfSatisfying(WireException.class, e -> {
            assertThat(e.category()).isEqualTo(ErrorCategory.FATAL);
            assertThat(e.error()).isEqualTo(Errors.INCONSISTENT_CLUSTER_ID);
            assertThat(e).hasMessageContaining(id).hasMessageContaining("expected: one");
        });
    }

    @Test
    void theFirstToAnswerIsTheOnlyOneToBelieve() {
        KnownCluster cluster = new KnownCluster(null);
        cluster.require(null, PEER);
        cluster.require("one", PEER);
        refused(cluster, "two");
        assertThatThrownBy(() -> cluster.update(new ClusterMetadata("two", Map.of(7, ADDRESS), List.of())))
                .isInstanceOf(WireException.class);
        assertThat(cluster.brokers()).as("nothing of it is taken up").isEmpty();
        cluster.update(new ClusterMetadata("one", Map.of(7, ADDRESS), List.of()));
        assertThat(cluster.brokers()).containsOnlyKeys(7);
    }

    @Test
    void whoIsExpectedNeedNotBeTheFirst() {
        KnownCluster cluster = new KnownCluster("one");
        refused(cluster, "two");
        cluster.require("one", PEER);
        assertThat(cluster.clusterId()).contains("one");
    }
}
