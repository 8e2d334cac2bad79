// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.it.recovery;

import io.kmirrord.it.fixture.MirrorFixture;
import io.kmirrord.testkit.cluster.KafkaCluster;
import io.kmirrord.testkit.junit.Clusters;
import java.util.Collection;
import java.util.Map;

/** The pair of clusters that things are broken in: each topic, the internal ones included, survives any one broker. */
final class Sites {
    private Sites() {}

    /** Starts a source of 2 brokers with a controller apart, and a destination of 3 combined nodes that mirrors topics. */
    static MirrorFixture twoToThree(Clusters clusters, Collection<String> topics) {
        KafkaCluster source = clusters.start(
                "source",
                KafkaCluster.builder()
                        .brokers(2)
                        .dedicatedControllers(1)
                        .property("transaction.state.log.replication.factor", "2")
                        .property("transaction.state.log.min.isr", "1")
                        .property("offsets.topic.replication.factor", "2"));
        return MirrorFixture.start(
                clusters,
                "destination",
                source,
                KafkaCluster.builder().brokers(3).property("default.replication.factor", "3"),
                topics,
                Map.of());
    }
}
