// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.it.recovery;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import io.kmirrord.daemon.duty.ids.DrainReport;
import io.kmirrord.daemon.duty.ids.ProducerIdDrain;
import io.kmirrord.it.fixture.Console;
import io.kmirrord.it.fixture.Equality;
import io.kmirrord.it.fixture.Leaders;
import io.kmirrord.it.fixture.Metrics;
import io.kmirrord.it.fixture.MirrorFixture;
import io.kmirrord.it.fixture.ProducerIds;
import io.kmirrord.it.fixture.Records;
import io.kmirrord.protocol.Endpoint;
import io.kmirrord.statemachine.Desired;
import io.kmirrord.statemachine.PartitionId;
import io.kmirrord.statemachine.Recorded;
import io.kmirrord.statemachine.StateName;
import io.kmirrord.statemachine.decision.ProducerIdRange;
import io.kmirrord.statemachine.view.StatePartitions;
import io.kmirrord.testkit.cluster.KafkaCluster;
import io.kmirrord.testkit.cluster.KafkaNode;
import io.kmirrord.testkit.cluster.NodeOptions;
import io.kmirrord.testkit.junit.Clusters;
import io.kmirrord.testkit.mirror.DaemonProcess;
import io.kmirrord.testkit.process.Poll;
import java.io.IOException;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewPartitions;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.PolicyViolationException;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** What was wished holds: across restarts of everything, moves of the state topic, and daemons that stay away. */
class WishesIT {
    private static final Duration SOON = Duration.ofSeconds(90);
    /** By then operators are told of a partition without an actor. */
    private static final Duration NOTICED = Duration.ofSeconds(30);

    private static final int STATE_MOVES = 20;
    private static final int MANY_STATE_MOVES = 100;
    private static final String MIRROR = MirrorFixture.MIRROR;

    @RegisterExtension
    static final Clusters CLUSTERS = new Clusters();

    private static KafkaCluster source;
    private static MirrorFixture fixture;
    /** Before any mirror was started. */
    private static Map<Integer, Long> firstProducerIds;

    @BeforeAll
    static void start() {
        source = CLUSTERS.start("source", KafkaCluster.builder().brokers(1));
        fixture = MirrorFixture.start(
                CLUSTERS,
                "destination",
                source,
                KafkaCluster.builder().brokers(3).property("default.replication.factor", "3"),
                List.of(),
                Map.of());
        firstProducerIds = ProducerIds.ofBrokers(fixture.destination());
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
        moveTheStateTopic("paused", "stopped", STATE_MOVES);
    }

    @Test
    @Tag("long")
    void pausedAndStoppedStayThroughAHundredMovesOfTheStateTopic() {
        moveTheStateTopic("long-paused", "long-stopped", MANY_STATE_MOVES);
    }

    private static void moveTheStateTopic(String paused, String stopped, int moves) {
        mirror(paused, 2);
        mirror(stopped, 2);
        fixture.mirrors().wish(MIRROR, List.of(paused), Desired.PAUSED);
        fixture.mirrors().wish(MIRROR, List.of(stopped), Desired.STOPPED);
        fixture.mirrors().awaitState(MIRROR, paused, 2, StateName.PAUSED, SOON);
        fixture.mirrors().awaitState(MIRROR, stopped, 2, StateName.STOPPED, SOON);
        Map<Integer, Recorded> before = fixture.mirrors().states(MIRROR, stopped);
        Records.write(source, paused, 2, 100);
        Leaders leaders = new Leaders(fixture.destinationOffsets().admin());
        Set<TopicPartition> moved = new HashSet<>();
        moved.add(new TopicPartition("__mirror_state", StatePartitions.of(MIRROR)));
        for (String topic : List.of(paused, stopped)) {
            UUID id = topicId(topic);
            for (int partition = 0; partition < 2; partition++) {
                moved.add(new TopicPartition(
                        "__mirror_state", StatePartitions.of(new PartitionId(MIRROR, id, partition))));
            }
        }
        for (int move = 0; move < moves; move++) {
            leaders.moveOn(moved);
        }
        leaders.moveOn(new TopicPartition(paused, 0));
        leaders.moveOn(new TopicPartition(stopped, 0));
        mirror("after-" + paused, 1);
        fixture.mirrors().awaitState(MIRROR, paused, 2, StateName.PAUSED, SOON);
        assertThat(fixture.mirrors().states(MIRROR, stopped)).isEqualTo(before);
        assertThat(fixture.destinationOffsets().of(List.of(paused)).values())
                .allSatisfy(offsets -> assertThat(offsets.highWatermark()).isEqualTo(200));
        fixture.mirrors().wish(MIRROR, List.of(paused), Desired.MIRRORING);
        fixture.awaitMirrored(List.of(paused));
    }

    @Test
    @DisplayName(
            "F9: once a mirror started, no broker gives ids that its batches may carry, blocks from before included")
    void f9EveryBrokerGivesIdsOfTheClustersOwnRange() throws Exception {
        long firstSlotEnds = 1L << ProducerIdRange.SLOT_BITS;
        assertThat(firstProducerIds.values())
                .as("each holds a block of ids as low as the source's")
                .hasSize(3)
                .allSatisfy(id -> assertThat(id).isLessThan(firstSlotEnds));
        mirror("own-ids", 1);
        ProducerIdRange range = ProducerIdRange.of(
                clusterId(fixture.destinationOffsets().admin()),
                clusterId(fixture.sourceOffsets().admin()));
        assertThat(ProducerIds.ofBrokers(fixture.destination()).values())
                .hasSize(3)
                .allSatisfy(id -> assertThat(id).isBetween(range.base(), range.base() + firstSlotEnds - 1));
    }

    private static String clusterId(Admin admin) throws Exception {
        return admin.describeCluster().clusterId().get();
    }

    @Test
    @DisplayName("F9: a broker that hangs may hold ids from before, and is named")
    void f9ABrokerThatHangsIsNotDrained() throws Exception {
        Map<Integer, Endpoint> addresses = new HashMap<>();
        fixture.destination().brokers().forEach(broker -> addresses.put(broker.id(), Endpoint.parse(broker.address())));
        KafkaNode hanging = fixture.destination().brokers().get(0);
        hanging.pause();
        try (ProducerIdDrain drain = new ProducerIdDrain(
                Map.of("bootstrap.servers", fixture.destination().bootstrapServers()))) {
            DrainReport report =
                    drain.drain(addresses, 1, Duration.ofSeconds(3)).get(SOON.toSeconds(), TimeUnit.SECONDS);
            assertThat(report.brokers()).isEqualTo(addresses.keySet());
            assertThat(report.text()).startsWith("broker " + hanging.id() + " (it does not answer; gave up after");
            assertThat(report.undrained()).containsOnlyKeys(hanging.id());
        } finally {
            hanging.resume();
        }
    }

    private static UUID topicId(String topic) {
        return Objects.requireNonNull(fixture.mirrors()
                .topic()
                .read(view -> view.topics(MIRROR).get(topic))
                .join()
                .topicId());
    }

    @Test
    @Tag("long")
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
    void partitionsThatTheSourceGetsAreGotHereToo() throws Exception {
        mirror("growing", 1);
        try (var admin = source.admin()) {
            admin.createPartitions(Map.of("growing", NewPartitions.increaseTo(3)))
                    .all()
                    .get();
        }
        Records.write(source, "growing", 3, 50);
        fixture.mirrors().awaitState(MIRROR, "growing", 3, StateName.MIRRORING, SOON);
        fixture.awaitMirrored(List.of("growing"));
    }

    @Test
    @DisplayName("R4: a broker whose daemon is dead leads nothing that is mirrored, and somebody says so")
    void r4ADeadDaemonLosesItsLeaderships() throws Exception {
        mirror("orphaned", 3);
        TopicPartition first = new TopicPartition("orphaned", 0);
        int node = fixture.destinationLeader(first).id();
        DaemonProcess dead = fixture.daemons().beside(node);
        dead.kill();
        try {
            Records.write(source, "orphaned", 3, 100);
            assertThat(Poll.until(NOTICED, () -> says("node " + node + " leads it and its daemon has been silent")))
                    .as(() -> "noticed in time\n" + fixture.daemonLogs())
                    .isTrue();
            fixture.awaitMirrored(List.of("orphaned"));
            assertThat(fixture.destinationOffsets().leaders(List.of("orphaned")).values())
                    .doesNotContain(node);
            assertThat(problem(node)).contains("was last heard of");
            assertThat(Poll.until(SOON, () -> metric("kmirrord_partitions_unowned{mirror=\"it\"}") == 0))
                    .isTrue();
        } finally {
            dead.start();
        }
        new Leaders(fixture.destinationOffsets().admin()).moveTo(first, node);
        Records.write(source, "orphaned", 3, 100);
        fixture.awaitMirrored(List.of("orphaned"));
    }

    private static boolean says(String text) {
        return fixture.daemons().byNode().values().stream()
                .anyMatch(daemon -> daemon.logTail(2_000).contains(text));
    }

    private static double metric(String series) {
        return Metrics.sum(fixture.daemons().byNode().values(), series);
    }

    /** What an operator is shown of the daemon beside a node. */
    private static String problem(int node) throws IOException {
        Console run = Console.at(fixture.destination(), "describe", MIRROR, "-o", "json");
        assertThat(run.exitCode()).as(run.err()).isZero();
        for (JsonNode daemon : run.json().path("daemons")) {
            if (daemon.path("node").asInt() == node) {
                return daemon.path("problem").asText();
            }
        }
        throw new AssertionError("no daemon beside node " + node + ": " + run.out());
    }

    @Test
    @Tag("long")
    void aBrokerWithoutItsBridgeLosesItsLeaderships() {
        mirror("bridgeless", 3);
        TopicPartition first = new TopicPartition("bridgeless", 0);
        KafkaNode broker = fixture.destinationLeader(first);
        broker.reconfigure(NodeOptions::withoutAgent).restart();
        new Leaders(fixture.destinationOffsets().admin()).moveTo(first, broker.id());
        Records.write(source, "bridgeless", 3, 100);
        fixture.awaitMirrored(List.of("bridgeless"));
        assertThat(fixture.destinationLeader(first).id()).isNotEqualTo(broker.id());
        assertThat(says("node " + broker.id() + " leads it and its storage bridge is not linked"))
                .isTrue();
        fixture.bridges().installIn(broker).restart();
        Records.write(source, "bridgeless", 3, 100);
        fixture.awaitMirrored(List.of("bridgeless"));
    }

    @Test
    @Tag("long")
    void allDaemonsAreDownDuringARollingRestart() throws Exception {
        mirror("rolled", 3);
        fixture.daemons().byNode().values().forEach(DaemonProcess::stop);
        for (KafkaNode node : fixture.destination().nodes()) {
            node.restart();
            assertThatThrownBy(() -> Records.write(fixture.destination(), new TopicPartition("rolled", 0), 1, 10))
                    .as("no client writes to a mirror, daemons or not")
                    .hasRootCauseInstanceOf(PolicyViolationException.class);
        }
        Records.write(source, "rolled", 3, 100);
        fixture.daemons().start();
        new Equality(fixture).require(List.of("rolled"));
        fixture.mirrors().awaitState(MIRROR, "rolled", 3, StateName.MIRRORING, SOON);
    }
}
