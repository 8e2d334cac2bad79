// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.it.recovery;

import static org.assertj.core.api.Assertions.assertThat;

import io.kmirrord.it.fixture.MirrorFixture;
import io.kmirrord.it.fixture.Records;
import io.kmirrord.statemachine.Desired;
import io.kmirrord.statemachine.PartitionId;
import io.kmirrord.statemachine.Recorded;
import io.kmirrord.statemachine.StateName;
import io.kmirrord.statemachine.decision.Failure;
import io.kmirrord.statemachine.decision.FailureCode;
import io.kmirrord.statemachine.view.StatePartitions;
import io.kmirrord.testkit.cluster.KafkaCluster;
import io.kmirrord.testkit.cluster.KafkaNode;
import io.kmirrord.testkit.fault.FaultLink;
import io.kmirrord.testkit.junit.Clusters;
import io.kmirrord.testkit.mirror.DaemonProcess;
import java.net.InetSocketAddress;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import org.apache.kafka.clients.admin.RecordsToDelete;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** What was wished holds: across restarts of everything, moves of the state topic, and whatever the source does. */
class WishesIT {
    private static final Duration SOON = Duration.ofSeconds(90);
    private static final int STATE_MOVES = 20;
    private static final String MIRROR = MirrorFixture.MIRROR;

    @RegisterExtension
    static final Clusters CLUSTERS = new Clusters();

    private static KafkaCluster source;
    private static FaultLink link;
    private static MirrorFixture fixture;

    @BeforeAll
    static void start() {
        source = CLUSTERS.start("source", KafkaCluster.builder().brokers(1));
        KafkaNode only = source.node(1);
        URI uri = URI.create("kafka://" + only.address());
        link = CLUSTERS.manage(FaultLink.open(new InetSocketAddress(uri.getHost(), uri.getPort())));
        fixture = MirrorFixture.start(
                CLUSTERS,
                "destination",
                source,
                KafkaCluster.builder().brokers(3).property("default.replication.factor", "3"),
                List.of(),
                Map.of(
                        "source.address.map",
                        only.address() + "=127.0.0.1:" + link.address().getPort()));
    }

    private static void mirror(String topic, int partitions) {
        Records.create(source, topic, partitions, 1);
        Records.write(source, topic, partitions, 200);
        fixture.startTopics(List.of(topic));
        fixture.mirrors().awaitState(MIRROR, topic, partitions, StateName.MIRRORING, SOON);
        fixture.awaitMirrored(List.of(topic));
    }

    @Test
    void pausedAndStoppedStayWhateverMovesTheStateTopic() {
        mirror("paused", 2);
        mirror("stopped", 2);
        fixture.mirrors().wish(MIRROR, List.of("paused"), Desired.PAUSED);
        fixture.mirrors().wish(MIRROR, List.of("stopped"), Desired.STOPPED);
        fixture.mirrors().awaitState(MIRROR, "paused", 2, StateName.PAUSED, SOON);
        fixture.mirrors().awaitState(MIRROR, "stopped", 2, StateName.STOPPED, SOON);
        Map<Integer, Recorded> stopped = fixture.mirrors().states(MIRROR, "stopped");
        Records.write(source, "paused", 2, 100);
        Leaders leaders = new Leaders(fixture);
        UUID id = Objects.requireNonNull(fixture.mirrors()
                .topic()
                .read(view -> view.topics(MIRROR).get("paused"))
                .join()
                .topicId());
        List<TopicPartition> moved = List.of(
                new TopicPartition("__mirror_state", StatePartitions.of(MIRROR)),
                new TopicPartition("__mirror_state", StatePartitions.of(new PartitionId(MIRROR, id, 0))));
        for (int move = 0; move < STATE_MOVES; move++) {
            leaders.moveOn(moved.get(move % moved.size()));
        }
        leaders.moveOn(new TopicPartition("paused", 0));
        leaders.moveOn(new TopicPartition("stopped", 0));
        mirror("after-the-moves", 1);
        fixture.mirrors().awaitState(MIRROR, "paused", 2, StateName.PAUSED, SOON);
        assertThat(fixture.mirrors().states(MIRROR, "stopped")).isEqualTo(stopped);
        assertThat(fixture.destinationOffsets().of(List.of("paused")).values())
                .allSatisfy(offsets -> assertThat(offsets.highWatermark()).isEqualTo(200));
        fixture.mirrors().wish(MIRROR, List.of("paused"), Desired.MIRRORING);
        fixture.awaitMirrored(List.of("paused"));
    }

    @Test
    void everythingKilledAndStartedColdDaemonsFirstGoesOn() {
        mirror("cold", 3);
        fixture.daemons().byNode().values().forEach(DaemonProcess::kill);
        fixture.destination().nodes().forEach(KafkaNode::kill);
        Records.write(source, "cold", 3, 100);
        fixture.daemons().start();
        // Side by side: no node is ready before the quorum is.
        fixture.destination().nodes().forEach(KafkaNode::launch);
        fixture.destination().nodes().forEach(node -> node.awaitReady(SOON));
        fixture.awaitMirrored(List.of("cold"));
        fixture.mirrors().awaitState(MIRROR, "cold", 3, StateName.MIRRORING, SOON);
    }

    @Test
    void aSourceThatWasAwayIsReadAgainAndAStopNeedsItNot() {
        mirror("away", 2);
        mirror("left", 2);
        link.cut();
        link.admit(FaultLink.Admission.RESET);
        try {
            fixture.mirrors().wish(MIRROR, List.of("left"), Desired.STOPPED);
            fixture.mirrors().awaitState(MIRROR, "left", 2, StateName.STOPPED, SOON);
            Records.write(fixture.destination(), "left", 2, 10);
            Records.write(source, "away", 2, 100);
        } finally {
            link.heal();
        }
        fixture.awaitMirrored(List.of("away"));
        fixture.mirrors().awaitState(MIRROR, "away", 2, StateName.MIRRORING, SOON);
    }

    @Test
    void aRecreatedSourceTopicFailsByItsNameAndNothingIsMixed() throws Exception {
        mirror("recreated", 1);
        try (var admin = source.admin()) {
            admin.deleteTopics(List.of("recreated")).all().get();
        }
        Records.create(source, "recreated", 1, 1);
        Records.write(source, "recreated", 1, 500);
        fixture.mirrors()
                .awaitStates(
                        MIRROR,
                        "recreated",
                        1,
                        state -> failed(state, FailureCode.SOURCE_TOPIC_RECREATED),
                        SOON,
                        "FAILED");
        assertThat(fixture.destinationOffsets().of(List.of("recreated")).values())
                .allSatisfy(offsets -> assertThat(offsets.highWatermark()).isEqualTo(200));
        fixture.mirrors().wish(MIRROR, List.of("recreated"), Desired.STOPPED);
        fixture.mirrors().awaitState(MIRROR, "recreated", 1, StateName.STOPPED, SOON);
    }

    @Test
    void aGapIsFollowedAsThePolicySays() throws Exception {
        mirror("gap", 1);
        fixture.mirrors().wish(MIRROR, List.of("gap"), Desired.PAUSED);
        fixture.mirrors().awaitState(MIRROR, "gap", 1, StateName.PAUSED, SOON);
        Records.write(source, "gap", 1, 100);
        Records.write(source, "gap", 1, 100);
        TopicPartition partition = new TopicPartition("gap", 0);
        try (var admin = source.admin()) {
            // In the middle of a batch, above what was copied.
            admin.deleteRecords(Map.of(partition, RecordsToDelete.beforeOffset(350)))
                    .all()
                    .get();
        }
        fixture.mirrors().wish(MIRROR, List.of("gap"), Desired.MIRRORING);
        fixture.awaitMirrored(List.of("gap"));
        assertThat(fixture.daemons().byNode().values())
                .anySatisfy(daemon -> assertThat(daemon.logTail(2_000)).contains("gap: offsets 200 to 350"));
    }

    private static boolean failed(Recorded state, FailureCode code) {
        Failure failure = state.failure();
        return state.state() == StateName.FAILED && failure != null && failure.code() == code;
    }
}
