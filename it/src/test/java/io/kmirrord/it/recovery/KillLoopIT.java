// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.it.recovery;

import static org.assertj.core.api.Assertions.assertThat;

import io.kmirrord.it.fixture.MirrorFixture;
import io.kmirrord.statemachine.StateName;
import io.kmirrord.testkit.cluster.KafkaCluster;
import io.kmirrord.testkit.cluster.KafkaNode;
import io.kmirrord.testkit.junit.Clusters;
import io.kmirrord.testkit.mirror.DaemonProcess;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** SIGKILL of whatever comes up, again and again, under load: what was wished holds in the end, and no byte differs. */
@Tag("long")
class KillLoopIT {
    private static final Duration SETTLED = Duration.ofMinutes(3);
    private static final long SEED = 20_261_201;

    @RegisterExtension
    static final Clusters CLUSTERS = new Clusters();

    private static MirrorFixture fixture;

    @BeforeAll
    static void start() {
        KafkaCluster source = CLUSTERS.start(
                "source",
                KafkaCluster.builder()
                        .brokers(2)
                        .dedicatedControllers(1)
                        .property("transaction.state.log.replication.factor", "2")
                        .property("transaction.state.log.min.isr", "1")
                        .property("offsets.topic.replication.factor", "2"));
        fixture = MirrorFixture.start(
                CLUSTERS,
                "destination",
                source,
                KafkaCluster.builder().brokers(3).property("default.replication.factor", "3"),
                List.of("kills", "more-kills"),
                Map.of());
    }

    @Test
    void sixKillsOfTwelvePartitions() throws Exception {
        kill("kills", 12, 6);
    }

    @Test
    void sixtyKillsOfSixtyPartitions() throws Exception {
        kill("more-kills", 60, 60);
    }

    private static void kill(String topic, int partitions, int kills) throws Exception {
        Random random = new Random(SEED);
        try (Copy copy = Copy.start(fixture, topic, partitions)) {
            for (int kill = 0; kill < kills; kill++) {
                // Each kind in turn, so that a short run has them all; which one of a kind is random.
                killOne(kill % 3, random);
                copy.awaitProgress(random.nextInt(partitions), 50);
            }
            fixture.mirrors().awaitState(MirrorFixture.MIRROR, topic, partitions, StateName.MIRRORING, SETTLED);
            copy.requireEqual();
        }
        assertThat(fixture.mirrors().states(MirrorFixture.MIRROR, topic).values())
                .allSatisfy(state -> assertThat(state.state()).isEqualTo(StateName.MIRRORING));
    }

    /** A daemon, a broker of the destination, which may be the active controller, or a broker of the source. */
    private static void killOne(int kind, Random random) {
        int node = 1 + random.nextInt(3);
        if (kind == 0) {
            DaemonProcess daemon = fixture.daemons().beside(node);
            daemon.kill();
            daemon.start();
        } else {
            KafkaNode broker = kind == 1
                    ? fixture.destination().node(node)
                    : fixture.source().node(1 + random.nextInt(2));
            broker.kill();
            broker.start();
        }
    }
}
