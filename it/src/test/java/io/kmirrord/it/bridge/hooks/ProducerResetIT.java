// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.it.bridge.hooks;

import static org.assertj.core.api.Assertions.assertThat;

import io.kmirrord.it.fixture.BridgeCluster;
import io.kmirrord.it.fixture.Leaders;
import io.kmirrord.testkit.cluster.KafkaCluster;
import io.kmirrord.testkit.cluster.KafkaNode;
import io.kmirrord.testkit.junit.Clusters;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.protocol.Errors;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Producer ids of the mirrored part after a stop, on every leader that comes. */
final class ProducerResetIT {
    @RegisterExtension
    static final Clusters CLUSTERS = new Clusters();

    private static final long MIRRORED_PID = 50;
    private static final long LOCAL_PID = 7_000_001;

    @ParameterizedTest
    @ValueSource(strings = {"4.1.2", "4.4.0"})
    @DisplayName("C3, F6, F9: no new record is taken for a repetition of a mirrored one, no repetition for a new one")
    void c3HoldsOnEveryLeader(String version) throws Exception {
        forget(version);
    }

    @Tag("long")
    @ParameterizedTest
    @ValueSource(strings = {"4.2.1", "4.3.1"})
    @DisplayName("C3, F6, F9 on the lines between")
    void c3HoldsOnTheLinesBetween(String version) throws Exception {
        forget(version);
    }

    private static void forget(String version) throws Exception {
        BridgeCluster cluster = BridgeCluster.start(
                CLUSTERS,
                "reset-" + version,
                KafkaCluster.builder().version(version).brokers(3));
        Mirrored topic = Mirrored.create(cluster, "orders", 3);
        topic.append(0, MIRRORED_PID, 0, 3, 6);
        long mark = topic.stop();
        assertThat(mark).isEqualTo(9);

        long first = mark + 1;
        assertThat(send(cluster, topic, MIRRORED_PID, 0)).isEqualTo(stored(first));
        assertThat(send(cluster, topic, LOCAL_PID, 0)).isEqualTo(stored(first + 3));

        moveLeader(cluster, topic);
        assertThat(send(cluster, topic, MIRRORED_PID, 3))
                .as("sequence 3 of the mirrored part is not this one")
                .isEqualTo(stored(first + 6));
        assertThat(send(cluster, topic, MIRRORED_PID, 0))
                .as("a repetition of what was stored here")
                .isEqualTo(stored(first));
        assertThat(send(cluster, topic, LOCAL_PID, 0))
                .as("F6: a live local producer is known on the new leader")
                .isEqualTo(stored(first + 3));

        KafkaNode leader = cluster.kafka().node(topic.leader());
        leader.kill();
        BridgeCluster.until("another leader", () -> topic.leader() != leader.id());
        assertThat(send(cluster, topic, MIRRORED_PID, 6)).isEqualTo(stored(first + 9));
        assertThat(send(cluster, topic, 51, 0)).isEqualTo(stored(first + 12));
        leader.start();
        topic.awaitInSync(3);
        moveLeader(cluster, topic);
        assertThat(send(cluster, topic, MIRRORED_PID, 3)).isEqualTo(stored(first + 6));
        assertThat(send(cluster, topic, MIRRORED_PID, 9)).isEqualTo(stored(first + 15));
        cluster.close();
        cluster.kafka().close();
    }

    private static RawProducer.Answer stored(long offset) {
        return new RawProducer.Answer(Errors.NONE, offset);
    }

    /** Sends to the leader, again only while that one does not know yet that it leads. */
    private static RawProducer.Answer send(BridgeCluster cluster, Mirrored topic, long producerId, int sequence) {
        RawProducer.Answer[] answer = new RawProducer.Answer[1];
        BridgeCluster.until("an answer of the leader", () -> {
            try (RawProducer producer =
                    new RawProducer(cluster.kafka().node(topic.leader()).address())) {
                answer[0] = producer.send(topic.name, 0, producerId, (short) 0, sequence);
                return answer[0].error() != Errors.NOT_LEADER_OR_FOLLOWER;
            }
        });
        return answer[0];
    }

    /** Makes another replica the leader, with all in sync; returns it. */
    static int moveLeader(BridgeCluster cluster, Mirrored topic) {
        topic.awaitInSync(3);
        return new Leaders(cluster.admin()).moveOn(new TopicPartition(topic.name, 0));
    }
}
