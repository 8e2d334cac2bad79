// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.it.failover;

import static org.assertj.core.api.Assertions.assertThat;

import io.kmirrord.it.fixture.Console;
import io.kmirrord.it.fixture.Leaders;
import io.kmirrord.it.fixture.MirrorFixture;
import io.kmirrord.it.fixture.Records;
import io.kmirrord.statemachine.StateName;
import io.kmirrord.testkit.cluster.KafkaCluster;
import io.kmirrord.testkit.cluster.KafkaNode;
import io.kmirrord.testkit.junit.Clusters;
import io.kmirrord.testkit.process.Poll;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AlterConfigOp;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.config.ConfigResource;

/**
 * A source of one broker, and a destination of three brokers with two disks each and a controller apart. Not thread-safe.
 *
 * @param producers of the source, whose ids applications of the destination have too
 */
record Scene(MirrorFixture fixture, Applications applications, List<Application> producers) {
    private static final Duration SOON = Duration.ofMinutes(2);
    private static final int SOURCE_PRODUCERS = 30;

    static Scene start(Clusters clusters) throws Exception {
        KafkaCluster source = clusters.start("source", KafkaCluster.builder().brokers(1));
        MirrorFixture fixture = MirrorFixture.start(
                clusters,
                "destination",
                source,
                KafkaCluster.builder()
                        .brokers(3)
                        .dedicatedControllers(1)
                        .logDirsPerBroker(2)
                        .property("default.replication.factor", "3")
                        .property("offsets.topic.replication.factor", "3")
                        .property("transaction.state.log.replication.factor", "3"),
                List.of(),
                Map.of());
        List<Application> producers = new ArrayList<>();
        for (int i = 0; i < SOURCE_PRODUCERS; i++) {
            String name = "source-" + i;
            producers.add(clusters.manage(
                    i % 2 == 0 ? Application.idempotent(source, name) : Application.transactional(source, name)));
        }
        Records.create(source, "numbers", 1, 1);
        producers.forEach(producer -> producer.write("numbers", 1, 1));
        try (Admin admin = source.admin()) {
            Set<Long> taken = Applications.ids(admin, new TopicPartition("numbers", 0));
            Applications applications = clusters.manage(Applications.before(fixture.destination(), taken));
            return new Scene(fixture, applications, producers);
        }
    }

    MirroredLoad load(String topic, int partitions) throws Exception {
        return MirroredLoad.start(fixture, producers, topic, partitions);
    }

    Leaders leaders() {
        return new Leaders(admin());
    }

    Replicas replicas() {
        return new Replicas(fixture);
    }

    private Admin admin() {
        return fixture.destinationOffsets().admin();
    }

    KafkaNode controller() {
        return fixture.destination().controllers().get(0);
    }

    /** Runs mirrorctl at the destination, which must end with an exit code. */
    Console mirrorctl(int exitCode, String... arguments) {
        Console console = Console.at(fixture.destination(), arguments);
        assertThat(console.exitCode())
                .as(() -> console.out() + console.err() + fixture.daemonLogs())
                .isEqualTo(exitCode);
        return console;
    }

    void failover(String topics) {
        mirrorctl(0, "failover", MirrorFixture.MIRROR, "--topics", topics, "--timeout", "120s");
    }

    void awaitFailure(String topic, String code) {
        assertThat(Poll.until(
                        SOON,
                        () -> fixture.mirrors().states(MirrorFixture.MIRROR, topic).values().stream()
                                .anyMatch(state -> state.state() == StateName.FAILED
                                        && Objects.requireNonNull(state.failure())
                                                .code()
                                                .name()
                                                .equals(code))))
                .as(() -> fixture.mirrors().describe(MirrorFixture.MIRROR, topic))
                .isTrue();
    }

    void setMinInSync(String topic, int replicas) throws Exception {
        admin().incrementalAlterConfigs(Map.of(
                        new ConfigResource(ConfigResource.Type.TOPIC, topic),
                        List.of(new AlterConfigOp(
                                new ConfigEntry("min.insync.replicas", Integer.toString(replicas)),
                                AlterConfigOp.OpType.SET))))
                .all()
                .get();
    }

    String minInSync(String topic) throws Exception {
        ConfigResource resource = new ConfigResource(ConfigResource.Type.TOPIC, topic);
        return Objects.requireNonNull(
                        admin().describeConfigs(List.of(resource)).all().get().get(resource))
                .get("min.insync.replicas")
                .value();
    }

    /** SIGKILL to all brokers but one, and waits until that one leads everything it has. */
    void killAllBrokersBut(KafkaNode left, String topic, int partitions) {
        assertThat(Poll.until(SOON, () -> replicas().inSync(List.of(topic, "__mirror_state", "__transaction_state"))))
                .isTrue();
        fixture.destination().brokers().stream().filter(node -> node != left).forEach(KafkaNode::kill);
        assertThat(Poll.until(
                        SOON,
                        () -> Stream.of(topic, "__mirror_state", "__transaction_state")
                                .flatMap(name -> fixture.destinationOffsets().leaders(List.of(name)).values().stream())
                                .allMatch(leader -> leader == left.id())))
                .isTrue();
        assertThat(fixture.destinationOffsets().leaders(List.of(topic))).hasSize(partitions);
    }

    /** Starts the nodes of the destination that do not run, and waits until all replicas are in sync. */
    void startAll() {
        fixture.destination().nodes().stream().filter(node -> !node.isAlive()).forEach(KafkaNode::launch);
        fixture.destination().nodes().forEach(node -> node.awaitReady(SOON));
        assertThat(Poll.until(SOON, () -> replicas().inSync(List.of("__mirror_state", "__transaction_state"))))
                .isTrue();
    }
}
