// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.it.failover;

import static io.kmirrord.it.fixture.AdminAnswers.answer;
import static org.assertj.core.api.Assertions.assertThat;

import io.kmirrord.it.fixture.Console;
import io.kmirrord.it.fixture.MirrorFixture;
import io.kmirrord.it.fixture.Records;
import io.kmirrord.it.fixture.Sites;
import io.kmirrord.statemachine.StateName;
import io.kmirrord.testkit.cluster.KafkaNode;
import io.kmirrord.testkit.junit.Clusters;
import io.kmirrord.testkit.mirror.DaemonProcess;
import io.kmirrord.testkit.process.Poll;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.admin.QuorumInfo;
import org.apache.kafka.common.config.ConfigResource;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What needs the active controller while nobody serves it: each node is a controller, one of them without its daemon. */
@Tag("long")
class DeadDaemonIT {
    private static final int PARTITIONS = 6;

    @RegisterExtension
    static final Clusters CLUSTERS = new Clusters();

    private static MirrorFixture fixture;

    @BeforeAll
    static void start() {
        fixture = MirrorFixture.start(
                CLUSTERS, "destination", Sites.source(CLUSTERS), Sites.destination(), List.of(), Map.of());
    }

    private static QuorumInfo quorum() {
        return answer(
                fixture.destinationOffsets().admin().describeMetadataQuorum().quorumInfo());
    }

    private static boolean nothingIsLeftInTheMetadata() {
        List<ConfigResource> brokers = fixture.destination().brokers().stream()
                .map(node -> new ConfigResource(ConfigResource.Type.BROKER, Integer.toString(node.id())))
                .toList();
        return answer(fixture.destinationOffsets()
                        .admin()
                        .describeConfigs(brokers)
                        .all())
                .values()
                .stream()
                .flatMap(config -> config.entries().stream())
                .noneMatch(entry -> entry.name().startsWith("kmirrord."));
    }

    @ParameterizedTest(name = "{0}")
    @ValueSource(strings = {"dead", "asleep"})
    @DisplayName("R4: the daemon beside the active controller is dead for good, or asleep")
    void r4TheDaemonBesideTheActiveControllerIsGone(String how) {
        Records.create(fixture.source(), how, PARTITIONS, 1);
        Records.write(fixture.source(), how, PARTITIONS, 1_000);
        fixture.startTopics(List.of(how));
        fixture.awaitMirrored(List.of(how));
        QuorumInfo before = quorum();
        DaemonProcess daemon = fixture.daemons().beside(before.leaderId());
        if (how.equals("dead")) {
            daemon.kill();
        } else {
            daemon.pause();
        }
        try {
            Console failover = Console.at(
                    fixture.destination(), "failover", fixture.mirror(), "--topics", how, "--timeout", "120s");
            assertThat(failover.exitCode())
                    .as(() -> failover.out() + failover.err() + fixture.daemonLogs())
                    .isZero();
            fixture.mirrors().awaitState(fixture.mirror(), how, PARTITIONS, StateName.STOPPED, Duration.ZERO);
            assertThat(quorum().leaderId()).isNotEqualTo(before.leaderId());
            Records.write(fixture.destination(), how, PARTITIONS, 100);
            assertThat(Poll.until(Duration.ofSeconds(60), DeadDaemonIT::nothingIsLeftInTheMetadata))
                    .isTrue();
        } finally {
            if (how.equals("dead")) {
                daemon.start();
            } else {
                daemon.resume();
            }
        }
        assertThat(fixture.destination().nodes()).allMatch(KafkaNode::isAlive);
    }
}
