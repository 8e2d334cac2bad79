// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.statetopic;

import static io.kmirrord.statetopic.Waiting.get;
import static io.kmirrord.statetopic.Waiting.reason;
import static org.assertj.core.api.Assertions.assertThat;

import io.kmirrord.statetopic.StateTopicException.Reason;
import io.kmirrord.testkit.cluster.KafkaCluster;
import io.kmirrord.testkit.junit.Clusters;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Three brokers of the newest line. */
final class StateTopicIT {
    @RegisterExtension
    static final Clusters CLUSTERS = new Clusters();

    private static KafkaCluster cluster;

    @BeforeAll
    static void start() {
        cluster = CLUSTERS.start("three", KafkaCluster.builder().brokers(3));
    }

    @Test
    void whatIsWrittenIsRead() {
        StateTopicConfig config = StateTopicConfig.of(cluster.bootstrapServers());
        assertThat(reason(StateTopic.open(config, false))).isEqualTo(Reason.NOT_FOUND);
        try (StateTopic topic = get(StateTopic.open(config, true));
                StateTopic other = get(StateTopic.open(config, false));
                StateWriter writer = StateWriter.transactional(config, topic, 1)) {
            get(writer.write(List.of(Samples.mirror("west", 1), Samples.beat(1, 7))));
            boolean known = get(topic.readToEnd(view -> view.mirror("west").isPresent()));
            assertThat(known).isTrue();
            int records = get(other.readToEnd(view -> view.records().size()));
            assertThat(records).isEqualTo(3);
            assertThat(get(topic.leaders())).hasSize(50);
            assertThat(topic.health()).isEqualTo(Health.HEALTHY);
            assertThat(topic.stats().warnings()).isEmpty();
        }
    }
}
