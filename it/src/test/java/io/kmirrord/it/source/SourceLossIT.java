// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.it.source;

import static org.assertj.core.api.Assertions.assertThat;

import io.kmirrord.it.fixture.Equality;
import io.kmirrord.it.fixture.MirrorFixture;
import io.kmirrord.it.fixture.Places;
import io.kmirrord.it.fixture.Records;
import io.kmirrord.statemachine.Desired;
import io.kmirrord.statemachine.Recorded;
import io.kmirrord.statemachine.StateName;
import io.kmirrord.statemachine.decision.FailureCode;
import io.kmirrord.testkit.cluster.KafkaCluster;
import io.kmirrord.testkit.cluster.KafkaNode;
import io.kmirrord.testkit.fault.FaultLink;
import io.kmirrord.testkit.junit.Clusters;
import io.kmirrord.testkit.mirror.DaemonProcess;
import io.kmirrord.testkit.process.Poll;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** A source that is not what it was: another cluster at its address, its data gone, a topic made anew. */
class SourceLossIT {
    private static final Duration SOON = Duration.ofSeconds(60);
    private static final String MIRROR = MirrorFixture.MIRROR;
    /** Follows a source that lost records by an unclean election. */
    private static final String FOLLOWER = "follower";

    private static final Duration AWAY = Duration.ofMinutes(10);
    private static final int COPIED = 200;

    @RegisterExtension
    static final Clusters CLUSTERS = new Clusters();

    private static KafkaCluster source;
    private static KafkaCluster other;
    private static FaultLink link;
    private static MirrorFixture fixture;

    @BeforeAll
    static void start() {
        source = CLUSTERS.start("source", KafkaCluster.builder().brokers(1));
        other = CLUSTERS.start("other", KafkaCluster.builder().brokers(1));
        link = CLUSTERS.manage(FaultLink.open(address(source)));
        fixture = MirrorFixture.start(
                CLUSTERS, "destination", source, KafkaCluster.builder().brokers(1), List.of(), throughTheLink());
        fixture.mirrors()
                .define(
                        FOLLOWER,
                        Map.of(
                                "source.bootstrap.servers",
                                source.bootstrapServers(),
                                "replication.factor",
                                "1",
                                "mirror.support.unclean.leader.election",
                                "true"));
    }

    private static Map<String, String> throughTheLink() {
        String reachable = "127.0.0.1:" + link.address().getPort();
        return Map.of(
                "source.bootstrap.servers",
                reachable,
                "source.address.map",
                source.node(1).address() + "=" + reachable);
    }

    private static InetSocketAddress address(KafkaCluster cluster) {
        URI uri = URI.create("kafka://" + cluster.node(1).address());
        return new InetSocketAddress(uri.getHost(), uri.getPort());
    }

    private static void mirror(String mirror, String topic) {
        Records.create(source, topic, 1, 1);
        Records.write(source, topic, 1, COPIED);
        assertThat(fixture.mirrors().start(mirror, List.of(topic), false).done())
                .isTrue();
        fixture.mirrors().awaitState(mirror, topic, 1, StateName.MIRRORING, SOON);
        fixture.awaitMirrored(List.of(topic));
    }

    private static void requireUntouched(String topic) {
        assertThat(fixture.destinationOffsets().of(List.of(topic)).values())
                .singleElement()
                .satisfies(offsets -> {
                    assertThat(offsets.logStart()).isZero();
                    assertThat(offsets.highWatermark()).isEqualTo(COPIED);
                });
    }

    private static void stop(String mirror, String topic) {
        fixture.mirrors().wish(mirror, List.of(topic), Desired.STOPPED);
        fixture.mirrors().awaitState(mirror, topic, 1, StateName.STOPPED, SOON);
    }

    @Test
    void anotherClusterIsNamedAndNothingOfItIsTaken() {
        mirror(MIRROR, "stays");
        mirror(MIRROR, "leaves");
        awaitPlace("readers", 50);
        Records.create(other, "stays", 1, 1);
        Records.write(other, "stays", 1, 3 * COPIED);
        link.target(address(other));
        link.cut();
        try {
            assertThat(fixture.mirrors().awaitFailed(MIRROR, "stays", 1, FailureCode.SOURCE_OTHER_CLUSTER, SOON))
                    .contains("cluster");
            Recorded failed = fixture.mirrors().states(MIRROR, "stays").get(0);
            fixture.mirrors().awaitFailed(MIRROR, "leaves", 1, FailureCode.SOURCE_OTHER_CLUSTER, SOON);
            stop(MIRROR, "leaves");
            // Nor is it believed by a daemon that knows no other.
            DaemonProcess daemon = fixture.daemons().beside(1);
            daemon.kill();
            daemon.start();
            fixture.mirrors().wish(MIRROR, List.of("stays"), Desired.MIRRORING);
            fixture.mirrors().awaitFailedAgain(MIRROR, "stays", FailureCode.SOURCE_OTHER_CLUSTER, failed, SOON);
            assertThat(fixture.mirrors().start(MIRROR, List.of("more"), false).done())
                    .isFalse();
            requireUntouched("stays");
        } finally {
            link.target(address(source));
            link.cut();
        }
        Records.write(source, "stays", 1, 100);
        fixture.mirrors().wish(MIRROR, List.of("stays"), Desired.MIRRORING);
        new Equality(fixture).require(List.of("stays"));
        // Nor does the daemon that began while the address led to it stay with it.
        awaitPlace("readers", 120);
    }

    private static void awaitPlace(String group, long offset) {
        TopicPartition partition = new TopicPartition("stays", 0);
        try (Places there = new Places(source);
                Places here = new Places(fixture.destination())) {
            there.commit(group, partition, offset);
            assertThat(Poll.until(SOON, () -> here.offset(group, partition) == offset))
                    .as("group %s is at %s", group, here.offset(group, partition))
                    .isTrue();
        }
    }

    @Test
    void aSourceThatWasAwayIsReadAgainAndAStopNeedsItNot() {
        mirror(MIRROR, "away");
        mirror(MIRROR, "left");
        link.admit(FaultLink.Admission.RESET);
        link.cut();
        try {
            stop(MIRROR, "left");
            Records.write(fixture.destination(), "left", 1, 10);
            Records.write(source, "away", 1, 100);
        } finally {
            link.heal();
        }
        fixture.awaitMirrored(List.of("away"));
        fixture.mirrors().awaitState(MIRROR, "away", 1, StateName.MIRRORING, SOON);
    }

    /** Also what had not begun to be copied yet. */
    @Test
    @Tag("long")
    void aSourceThatIsAwayForTenMinutesIsReadAgainByItself() {
        Map<String, String> patient = new HashMap<>(throughTheLink());
        patient.put("replication.factor", "1");
        patient.put("retry.max.backoff.ms", "10000");
        fixture.mirrors().define("patient", patient);
        mirror("patient", "long-away");
        Records.create(source, "half-started", 1, 1);
        Records.write(source, "half-started", 1, COPIED);
        assertThat(fixture.mirrors()
                        .start("patient", List.of("half-started"), false)
                        .done())
                .isTrue();
        link.admit(FaultLink.Admission.RESET);
        link.cut();
        try {
            Records.write(source, "long-away", 1, 100);
            long from = System.nanoTime();
            assertThat(Poll.until(AWAY.plusMinutes(1), () -> System.nanoTime() - from > AWAY.toNanos()))
                    .isTrue();
            assertThat(fixture.daemons().beside(1).isAlive()).isTrue();
        } finally {
            link.heal();
        }
        fixture.awaitMirrored(List.of("long-away", "half-started"));
        fixture.mirrors().awaitState("patient", "long-away", 1, StateName.MIRRORING, SOON);
    }

    @Test
    void f10ASourceThatLostItsDataEmptiesNoCopy() throws Exception {
        mirror(MIRROR, "emptied");
        mirror(FOLLOWER, "emptied-too");
        KafkaNode broker = source.node(1);
        broker.kill();
        remove(broker, "emptied");
        remove(broker, "emptied-too");
        broker.start();
        assertThat(fixture.mirrors().awaitFailed(MIRROR, "emptied", 1, FailureCode.SOURCE_LOST_DATA, SOON))
                .contains("" + COPIED);
        fixture.mirrors().awaitFailed(FOLLOWER, "emptied-too", 1, FailureCode.SOURCE_LOST_DATA, SOON);
        Records.write(source, "emptied", 1, 2 * COPIED);
        Records.write(source, "emptied-too", 1, 2 * COPIED);
        fixture.mirrors().wish(MIRROR, List.of("emptied"), Desired.MIRRORING);
        fixture.mirrors().wish(FOLLOWER, List.of("emptied-too"), Desired.MIRRORING);
        mirror(MIRROR, "made-later");
        fixture.mirrors().awaitFailed(MIRROR, "emptied", 1, FailureCode.SOURCE_LOST_DATA, SOON);
        fixture.mirrors().awaitFailed(FOLLOWER, "emptied-too", 1, FailureCode.SOURCE_LOST_DATA, SOON);
        requireUntouched("emptied");
        requireUntouched("emptied-too");
        stop(MIRROR, "emptied");
        stop(FOLLOWER, "emptied-too");
    }

    private static void remove(KafkaNode broker, String topic) throws IOException {
        for (Path dir : broker.logDirs()) {
            try (var files = Files.walk(dir.resolve(topic + "-0"))) {
                for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                    Files.delete(file);
                }
            }
        }
    }

    @Test
    void aRecreatedTopicFailsByItsNameAndNothingIsMixed() throws Exception {
        mirror(MIRROR, "recreated");
        try (var admin = source.admin()) {
            admin.deleteTopics(List.of("recreated")).all().get();
        }
        Records.create(source, "recreated", 1, 1);
        Records.write(source, "recreated", 1, 500);
        fixture.mirrors().awaitFailed(MIRROR, "recreated", 1, FailureCode.SOURCE_TOPIC_RECREATED, SOON);
        requireUntouched("recreated");
        stop(MIRROR, "recreated");
    }
}
