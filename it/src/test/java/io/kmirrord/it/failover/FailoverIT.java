// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.it.failover;

import static org.assertj.core.api.Assertions.assertThat;

import io.kmirrord.it.fixture.Console;
import io.kmirrord.it.fixture.MirrorFixture;
import io.kmirrord.it.fixture.Records;
import io.kmirrord.statemachine.StateName;
import io.kmirrord.testkit.cluster.KafkaCluster;
import io.kmirrord.testkit.junit.Clusters;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Failover with a source that is dead, under load, and whatever else may be wrong at that moment. */
class FailoverIT {
    private static final String MIRROR = MirrorFixture.MIRROR;

    @RegisterExtension
    static final Clusters CLUSTERS = new Clusters();

    private static final int SOURCE_PRODUCERS = 30;
    private static final List<Application> PRODUCERS = new ArrayList<>();
    private static KafkaCluster source;
    private static MirrorFixture fixture;
    private static Applications applications;

    @BeforeAll
    static void start() throws Exception {
        source = CLUSTERS.start("source", KafkaCluster.builder().brokers(1));
        fixture = MirrorFixture.start(
                CLUSTERS,
                "destination",
                source,
                KafkaCluster.builder()
                        .brokers(3)
                        .dedicatedControllers(1)
                        .property("default.replication.factor", "3")
                        .property("offsets.topic.replication.factor", "3")
                        .property("transaction.state.log.replication.factor", "3")
                        .property("transaction.state.log.min.isr", "1"),
                List.of(),
                Map.of());
        for (int i = 0; i < SOURCE_PRODUCERS; i++) {
            String name = "source-" + i;
            PRODUCERS.add(CLUSTERS.manage(
                    i % 2 == 0 ? Application.idempotent(source, name) : Application.transactional(source, name)));
        }
        Records.create(source, "numbers", 1, 1);
        PRODUCERS.forEach(producer -> producer.write("numbers", 1, 1));
        try (Admin admin = source.admin()) {
            Set<Long> taken = Applications.ids(admin, new TopicPartition("numbers", 0));
            applications = CLUSTERS.manage(Applications.before(fixture.destination(), taken));
        }
    }

    @Test
    void theSourceDiesUnderLoadAndApplicationsGoOn() throws Exception {
        try (MirroredLoad load = MirroredLoad.start(fixture, PRODUCERS, "orders", 24)) {
            long from = System.nanoTime();
            load.killSource();
            failover("orders");
            System.out.println("24 partitions stopped "
                    + Duration.ofNanos(System.nanoTime() - from).toMillis() + " ms after SIGKILL");
            fixture.mirrors().awaitState(MIRROR, "orders", 24, StateName.STOPPED, Duration.ZERO);
            load.requireOurs(applications);
        }
    }

    private static void failover(String topics) {
        Console console = Console.run(
                "--bootstrap-server", fixture.destination().bootstrapServers(), "stop", MIRROR, "--topics", topics);
        assertThat(console.exitCode())
                .as(() -> console.out() + console.err() + fixture.daemonLogs())
                .isZero();
    }
}
