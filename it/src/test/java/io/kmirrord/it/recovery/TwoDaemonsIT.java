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
import io.kmirrord.testkit.process.JavaCommand;
import io.kmirrord.testkit.process.Poll;
import java.net.InetSocketAddress;
import java.net.URI;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** A second daemon on the same broker, that reads the source through a relay which goes silent. */
class TwoDaemonsIT {
    private static final Duration SOON = Duration.ofSeconds(60);
    private static final Duration STOP_BOUND = Duration.ofSeconds(10);

    @RegisterExtension
    static final Clusters CLUSTERS = new Clusters();

    private static MirrorFixture fixture;

    @BeforeAll
    static void start() {
        KafkaCluster source =
                CLUSTERS.start("source", KafkaCluster.builder().brokers(2).dedicatedControllers(1));
        fixture = MirrorFixture.start(
                CLUSTERS,
                "destination",
                source,
                KafkaCluster.builder().brokers(1),
                List.of("two-daemons"),
                Map.of("mirror", "two"));
    }

    @Test
    void eachRecordIsAppendedOnceAndABlackHoledDaemonStopsInTime() throws Exception {
        try (FaultLink first = link(1);
                FaultLink second = link(2);
                DaemonProcess other = otherDaemon(first, second);
                Copy copy = Copy.start(fixture, "two-daemons", 2)) {
            other.start();
            // The second BEGIN kills the token of the first, and so on: both go on, neither appends what the other did.
            assertThat(Poll.until(SOON, () -> other.logTail(1000).contains("-> MIRRORING")))
                    .as(() -> other.logTail(30) + fixture.daemonLogs())
                    .isTrue();
            copy.awaitProgress(0, 500);
            copy.awaitProgress(1, 500);

            first.halfOpen(Set.of(Direction.values()));
            second.halfOpen(Set.of(Direction.values()));
            long from = System.nanoTime();
            assertThat(other.stop()).as("SIGTERM is enough").isTrue();
            assertThat(Duration.ofNanos(System.nanoTime() - from))
                    .as("the time that systemd and operators are promised")
                    .isLessThan(STOP_BOUND);

            copy.awaitProgress(0, 500);
            copy.requireEqual();
        }
    }

    private static FaultLink link(int broker) {
        return FaultLink.open(address(fixture.source().node(broker)));
    }

    private static InetSocketAddress address(KafkaNode node) {
        URI uri = URI.create("kafka://" + node.address());
        return new InetSocketAddress(uri.getHost(), uri.getPort());
    }

    private static DaemonProcess otherDaemon(FaultLink first, FaultLink second) {
        Map<String, String> settings = new HashMap<>();
        settings.put("mirror", "two");
        settings.put("topics", "two-daemons");
        settings.put("source.bootstrap.servers", fixture.source().bootstrapServers());
        settings.put(
                "source.address.map",
                fixture.source().node(1).address() + "=127.0.0.1:"
                        + first.address().getPort() + ","
                        + fixture.source().node(2).address() + "=127.0.0.1:"
                        + second.address().getPort());
        settings.put("bridge.socket", fixture.bridges().socket(1).toString());
        settings.put("retry.backoff.max.ms", "1000");
        return new DaemonProcess("other", CLUSTERS.dir().resolve("other"), JavaCommand.ownClassPath(), settings);
    }
}
