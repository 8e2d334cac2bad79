// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.it.failover;

import static org.assertj.core.api.Assertions.assertThat;

import io.kmirrord.it.fixture.Console;
import io.kmirrord.it.fixture.Leaders;
import io.kmirrord.it.fixture.MirrorFixture;
import io.kmirrord.it.fixture.Records;
import io.kmirrord.statemachine.Desired;
import io.kmirrord.statemachine.StateName;
import io.kmirrord.statemachine.decision.FailureCode;
import io.kmirrord.testkit.cluster.KafkaNode;
import io.kmirrord.testkit.junit.Clusters;
import io.kmirrord.testkit.mirror.DaemonProcess;
import java.time.Duration;
import java.util.List;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Failover with a source that is dead, under load, and whatever else may be wrong at that moment. */
class FailoverIT {
    private static final String MIRROR = MirrorFixture.MIRROR;
    private static final int FEW = 4;
    private static final Duration SOON = Duration.ofMinutes(2);

    @RegisterExtension
    static final Clusters CLUSTERS = new Clusters();

    private static Scene scene;

    @BeforeAll
    static void start() throws Exception {
        scene = Scene.start(CLUSTERS);
    }

    private static void requireStopped(String topic, int partitions) {
        scene.fixture().mirrors().awaitState(MIRROR, topic, partitions, StateName.STOPPED, Duration.ZERO);
    }

    @Test
    void theSourceDiesUnderLoadAndApplicationsGoOn() throws Exception {
        try (MirroredLoad load = scene.load("orders", 24)) {
            long from = System.nanoTime();
            load.killSource();
            scene.failover("orders");
            System.out.println("24 partitions stopped "
                    + Duration.ofNanos(System.nanoTime() - from).toMillis() + " ms after SIGKILL");
            requireStopped("orders", 24);
            load.requireOurs(scene.applications());
        }
    }

    @Test
    @Tag("long")
    @DisplayName("R4: a daemon is dead for good, and its broker leads after the stop")
    void r4ADaemonIsDeadForGood() throws Exception {
        TopicPartition first = new TopicPartition("orphan", 0);
        try (MirroredLoad load = scene.load("orphan", FEW)) {
            int broker = scene.fixture().destinationLeader(first).id();
            DaemonProcess dead = scene.fixture().daemons().beside(broker);
            load.killSource();
            dead.kill();
            try {
                scene.failover("orphan");
                requireStopped("orphan", FEW);
                scene.leaders().moveTo(first, broker);
                load.requireOurs(scene.applications());
            } finally {
                dead.start();
            }
        }
    }

    @Test
    @Tag("long")
    void aBrokerThatWasDownDuringTheStopLeadsAfterIt() throws Exception {
        TopicPartition first = new TopicPartition("absent", 0);
        try (MirroredLoad load = scene.load("absent", FEW)) {
            KafkaNode broker = scene.fixture().destinationLeader(first);
            load.killSource();
            broker.kill();
            scene.failover("absent");
            requireStopped("absent", FEW);
            broker.start();
            scene.leaders().moveTo(first, broker.id());
            load.requireOurs(scene.applications());
        }
    }

    @Test
    @Tag("long")
    void theActiveControllerDiesDuringTheStop() throws Exception {
        try (MirroredLoad load = scene.load("headless", FEW)) {
            KafkaNode controller = scene.controller();
            load.killSource();
            scene.mirrorctl(0, "failover", MIRROR, "--topics", "headless", "--no-wait");
            controller.kill();
            assertThat(scene.fixture().mirrors().states(MIRROR, "headless").values())
                    .as("a stop needs the controller")
                    .noneMatch(state -> state.state() == StateName.STOPPED);
            controller.start();
            scene.fixture().mirrors().awaitState(MIRROR, "headless", FEW, StateName.STOPPED, SOON);
            load.requireOurs(scene.applications());
        }
    }

    @Test
    @Tag("long")
    @DisplayName("R4: the daemon beside the only controller is dead: it is named, and the stop goes on once it runs")
    void r4TheOnlyControllerHasNoDaemon() throws Exception {
        try (MirroredLoad load = scene.load("unserved", FEW)) {
            DaemonProcess dead =
                    scene.fixture().daemons().beside(scene.controller().id());
            load.killSource();
            dead.kill();
            try {
                scene.mirrorctl(0, "failover", MIRROR, "--topics", "unserved", "--no-wait");
                scene.awaitFailure("unserved", "CONTROLLER_UNSERVED");
            } finally {
                dead.start();
            }
            scene.fixture().mirrors().awaitState(MIRROR, "unserved", FEW, StateName.STOPPED, SOON);
            load.requireOurs(scene.applications());
        }
    }

    @Test
    @Tag("long")
    void tooFewReplicasAreInSyncForAWhile() throws Exception {
        try (MirroredLoad load = scene.load("thin", FEW)) {
            load.killSource();
            scene.setMinInSync("thin", 3);
            KafkaNode broker = scene.fixture().destinationLeader(new TopicPartition("thin", 0));
            broker.kill();
            scene.mirrorctl(0, "failover", MIRROR, "--topics", "thin", "--no-wait");
            scene.awaitFailure("thin", "NOT_ENOUGH_REPLICAS");
            broker.start();
            scene.fixture().mirrors().awaitState(MIRROR, "thin", FEW, StateName.STOPPED, SOON);
            load.requireOurs(scene.applications());
        }
    }

    @Test
    @Tag("long")
    @DisplayName("R6: two of three brokers are dead")
    void r6TwoOfThreeBrokersAreDead() throws Exception {
        try (MirroredLoad load = scene.load("degraded", FEW)) {
            load.killSource();
            KafkaNode left = scene.fixture().destinationLeader(new TopicPartition("degraded", 0));
            scene.killAllBrokersBut(left, "degraded", FEW);
            try {
                Console refused = scene.mirrorctl(3, "failover", MIRROR, "--topics", "degraded");
                assertThat(refused.err())
                        .contains("KM2022")
                        .contains("__mirror_state")
                        .contains("--degraded");
                Console done = scene.mirrorctl(
                        0, "failover", MIRROR, "--topics", "degraded", "--degraded", "--confirm", MIRROR);
                assertThat(done.err()).contains("min.insync.replicas is as it was before");
                requireStopped("degraded", FEW);
                assertThat(scene.minInSync("__mirror_state")).isEqualTo("2");
            } finally {
                scene.startAll();
            }
            load.requireOurs(scene.applications());
        }
    }

    @Test
    @Tag("long")
    void whateverStateItIsIn() throws Exception {
        MirrorFixture fixture = scene.fixture();
        List<String> topics = List.of("was-paused", "was-failed", "was-empty", "was-begun");
        for (String topic : topics) {
            Records.create(fixture.source(), topic, 2, 1);
            if (!topic.equals("was-empty")) {
                Records.write(fixture.source(), topic, 2, 100);
            }
            if (!topic.equals("was-begun")) {
                fixture.startTopics(List.of(topic));
                fixture.mirrors().awaitState(MIRROR, topic, 2, StateName.MIRRORING, SOON);
                fixture.awaitMirrored(List.of(topic));
            }
        }
        fixture.mirrors().wish(MIRROR, List.of("was-paused"), Desired.PAUSED);
        fixture.mirrors().awaitState(MIRROR, "was-paused", 2, StateName.PAUSED, SOON);
        fixture.sourceOffsets()
                .admin()
                .deleteTopics(List.of("was-failed"))
                .all()
                .get();
        fixture.mirrors().awaitFailed(MIRROR, "was-failed", 2, FailureCode.SOURCE_TOPIC_DELETED, SOON);
        fixture.startTopics(List.of("was-begun"));
        fixture.source().nodes().forEach(KafkaNode::kill);
        try {
            scene.failover(String.join(",", topics));
            for (String topic : topics) {
                requireStopped(topic, 2);
                Records.write(fixture.destination(), topic, 2, 10);
            }
        } finally {
            fixture.source().nodes().forEach(KafkaNode::start);
        }
    }

    @Test
    @Tag("long")
    @DisplayName("leaders move, replicas are rebuilt from nothing and moved to another disk, every broker is killed")
    void whateverHappensAfterTheStop() throws Exception {
        try (MirroredLoad load = scene.load("after", FEW)) {
            load.killSource();
            scene.failover("after");
            Leaders leaders = scene.leaders();
            for (TopicPartition partition : load.all()) {
                leaders.moveOn(partition);
            }
            load.requireOurs(scene.applications(), "moved");
            scene.replicas().rebuild(load.all());
            scene.replicas().moveToOtherDisks(load.all());
            load.requireOurs(scene.applications(), "rebuilt");
            scene.fixture().destination().brokers().forEach(KafkaNode::kill);
            scene.startAll();
            load.requireOurs(scene.applications(), "restarted");
        }
    }
}
