// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.it.recovery;

import static org.assertj.core.api.Assertions.assertThat;

import io.kmirrord.it.fixture.MirrorFixture;
import io.kmirrord.testkit.cluster.KafkaCluster;
import io.kmirrord.testkit.cluster.KafkaNode;
import io.kmirrord.testkit.fault.Direction;
import io.kmirrord.testkit.fault.FaultLink;
import io.kmirrord.testkit.junit.Clusters;
import io.kmirrord.testkit.mirror.DaemonProcess;
import io.kmirrord.testkit.process.FreePorts;
import io.kmirrord.testkit.process.JavaCommand;
import io.kmirrord.testkit.process.Poll;
import java.net.InetSocketAddress;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** A second daemon on the same broker, and a source that goes silent behind a relay. */
class TwoDaemonsIT {
    private static final Duration SOON = Duration.ofSeconds(60);
    private static final Duration STOP_BOUND = Duration.ofSeconds(10);

    @RegisterExtension
    static final Clusters CLUSTERS = new Clusters();

    private static MirrorFixture fixture;
    private static FaultLink first;
    private static FaultLink second;

    @BeforeAll
    static void start() {
        KafkaCluster source =
                CLUSTERS.start("source", KafkaCluster.builder().brokers(2).dedicatedControllers(1));
        first = CLUSTERS.manage(FaultLink.open(address(source.node(1))));
        second = CLUSTERS.manage(FaultLink.open(address(source.node(2))));
        String map = source.node(1).address() + "=127.0.0.1:" + first.address().getPort() + ","
                + source.node(2).address() + "=127.0.0.1:" + second.address().getPort();
        fixture = MirrorFixture.start(
                CLUSTERS,
                "destination",
                source,
                KafkaCluster.builder().brokers(1),
                List.of("two-daemons"),
                Map.of("source.address.map", map));
    }

    @Test
    void theLaterOneTakesOverAndABlackHoledDaemonStopsInTime() throws Exception {
        DaemonProcess before = fixture.daemons().beside(1);
        try (DaemonProcess other = otherDaemon();
                Copy copy = Copy.start(fixture, "two-daemons", 2)) {
            other.start();
            assertThat(Poll.until(SOON, () -> !before.isAlive()))
                    .as(() -> other.logTail(30) + fixture.daemonLogs())
                    .isTrue();
            assertThat(before.logTail(20)).contains("another daemon runs for node 1, started later than this one");
            copy.awaitProgress(0);
            copy.awaitProgress(1);

            first.halfOpen(Set.of(Direction.values()));
            second.halfOpen(Set.of(Direction.values()));
            long from = System.nanoTime();
            assertThat(other.stop()).as("SIGTERM is enough").isTrue();
            assertThat(Duration.ofNanos(System.nanoTime() - from))
                    .as("the time that systemd and operators are promised")
                    .isLessThan(STOP_BOUND);

            first.heal();
            second.heal();
            before.start();
            copy.awaitProgress(0);
            copy.requireEqual();
        }
    }

    private static InetSocketAddress address(KafkaNode node) {
        URI uri = URI.create("kafka://" + node.address());
        return new InetSocketAddress(uri.getHost(), uri.getPort());
    }

    private static DaemonProcess otherDaemon() {
        return new DaemonProcess(
                "other",
                CLUSTERS.dir().resolve("other"),
                JavaCommand.ownClassPath(),
                Map.of(
                        "bridge.socket", fixture.bridges().socket(1).toString(),
                        "bootstrap.servers", fixture.destination().bootstrapServers(),
                        "http.listen",
                                "127.0.0.1:" + FreePorts.pick(1, new Random()).get(0),
                        "data.dir", CLUSTERS.dir().resolve("data").toString(),
                        "retry.backoff.max.ms", "1000"));
    }
}
