// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.it.bridge.ops;

import static org.assertj.core.api.Assertions.assertThat;

import io.kmirrord.bridge.wire.Request;
import io.kmirrord.bridge.wire.Response;
import io.kmirrord.bridge.wire.Response.EpochEntry;
import io.kmirrord.it.fixture.BridgeCluster;
import io.kmirrord.testkit.cluster.KafkaCluster;
import io.kmirrord.testkit.cluster.KafkaNode;
import io.kmirrord.testkit.junit.Clusters;
import java.nio.file.Files;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.admin.Admin;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A cut that dies with its leader before anybody fetched what followed. */
final class LostCutIT {
    private static final int LOCAL = 1 << 20;
    private static final String PATIENCE_MS = "300000";

    @RegisterExtension
    static final Clusters CLUSTERS = new Clusters();

    @ParameterizedTest
    @ValueSource(strings = "4.4.0")
    @DisplayName("F2: a leader that comes back with epochs above all of its successor's log takes over that log")
    void f2AFormerLeaderWithHigherEpochsHealsItself(String version) throws Exception {
        healsItself(version);
    }

    @Tag("long")
    @ParameterizedTest
    @ValueSource(strings = {"4.1.2", "4.2.1", "4.3.1"})
    void f2AFormerLeaderWithHigherEpochsHealsItselfOnTheOtherLines(String version) throws Exception {
        healsItself(version);
    }

    private static void healsItself(String version) throws Exception {
        BridgeCluster bridges = BridgeCluster.start(
                CLUSTERS,
                "lost-" + version,
                KafkaCluster.builder()
                        .version(version)
                        .brokers(2)
                        .dedicatedControllers(1)
                        // The paused follower stays in sync, however slow the machine.
                        .property("broker.session.timeout.ms", PATIENCE_MS)
                        .property("replica.lag.time.max.ms", PATIENCE_MS));
        MirrorTopic topic = MirrorTopic.create(bridges, "lost");
        topic.begin();
        topic.append(0, Batches.plain(0, 6, 2, "common"), Batches.plain(6, 3, 3, "a"), Batches.plain(9, 2, 3, "b"));
        topic.awaitHighWatermark(11);
        topic.ensureEpoch(2 * LOCAL);
        topic.awaitInSync(2);
        KafkaNode leader = bridges.kafka().node(topic.awaitLeader());
        KafkaNode follower = bridges.kafka().node(3 - leader.id());
        int leaderEpoch = topic.leaderState().leaderEpoch();
        Request cut = topic.truncateRequest(6, LOCAL);
        follower.pause();
        try {
            // Only the leader is asked: the paused node would not answer.
            bridges.call(leader.id(), cut, Response.Cut.class);
            topic.beginAt(leader.id(), leaderEpoch);
            // One batch, inside which the successor's log ends.
            Request append = topic.appendRequest(6, Batches.plain(6, 8, LOCAL, "never fetched"));
            bridges.call(leader.id(), append, Response.Appended.class);
            leader.kill();
        } finally {
            follower.resume();
        }
        // Moves the leadership at once, instead of when the session of the dead ends.
        try (Admin admin = bridges.kafka().admin()) {
            admin.unregisterBroker(leader.id()).all().get(30, TimeUnit.SECONDS);
        }
        assertThat(topic.awaitLeader()).isEqualTo(follower.id());
        leader.start();
        topic.awaitInSync(2);
        topic.assertReplicasEqual();
        assertThat(topic.describe(leader.id()).epochs()).containsExactly(new EpochEntry(2, 0), new EpochEntry(3, 6));
        try (var lines = Files.lines(leader.logFile())) {
            assertThat(lines.filter(line -> line.contains("is out of range"))).isEmpty();
        }
        bridges.close();
        bridges.kafka().close();
    }
}
