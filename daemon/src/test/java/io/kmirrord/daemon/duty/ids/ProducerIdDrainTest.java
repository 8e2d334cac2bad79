// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.daemon.duty.ids;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.kmirrord.protocol.Endpoint;
import io.kmirrord.testkit.fault.ClosedPort;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** Brokers that do not answer; those that do are asked by tests against real ones. */
final class ProducerIdDrainTest {
    private static final String HOST = "127.0.0.1";
    private static final Duration LONG = Duration.ofMinutes(5);

    private static DrainReport get(CompletableFuture<DrainReport> report) throws Exception {
        return report.get(30, TimeUnit.SECONDS);
    }

    private static String why(DrainReport report, int broker) {
        return Objects.requireNonNull(report.undrained().get(broker)).text();
    }

    @Test
    void brokersThatAreGoneOrSilentAreToldApartAndGivenUpInTime() throws Exception {
        try (ServerSocket silent = new ServerSocket(0, 5, InetAddress.getLoopbackAddress());
                ClosedPort gone = new ClosedPort();
                ProducerIdDrain drain = new ProducerIdDrain(Map.of("bootstrap.servers", "unused:1"))) {
            Map<Integer, Endpoint> brokers =
                    Map.of(1, new Endpoint(HOST, silent.getLocalPort()), 2, new Endpoint(HOST, gone.port()));
            DrainReport report = get(drain.drain(brokers, 1L << 40, Duration.ofMillis(700)));
            assertThat(report.brokers()).containsExactlyInAnyOrder(1, 2);
            assertThat(why(report, 1)).contains("it does not answer", "0 ids");
            assertThat(why(report, 2)).contains("it cannot be reached");
        }
    }

    @Test
    void closingEndsWhatRuns() throws Exception {
        try (ServerSocket silent = new ServerSocket(0, 5, InetAddress.getLoopbackAddress())) {
            ProducerIdDrain drain = new ProducerIdDrain(Map.of("bootstrap.servers", "unused:1"));
            Map<Integer, Endpoint> brokers = Map.of(1, new Endpoint(HOST, silent.getLocalPort()));
            CompletableFuture<DrainReport> running = drain.drain(brokers, 1L << 40, LONG);
            drain.close();
            assertThat(get(running).undrained()).containsOnlyKeys(1);
            assertThat(get(drain.drain(brokers, 1L << 40, LONG)).undrained()).containsOnlyKeys(1);
        }
    }

    @Test
    void settingsThatKafkasClientRefusesFailTheRun() throws Exception {
        try (ProducerIdDrain drain = new ProducerIdDrain(Map.of(
                "bootstrap.servers",
                "unused:1",
                "security.protocol",
                "SSL",
                "ssl.keystore.location",
                "/no/such/keystore",
                "ssl.keystore.password",
                "secret"))) {
            assertThatThrownBy(() -> get(drain.drain(Map.of(1, new Endpoint(HOST, 1)), 1L << 40, LONG)))
                    .hasRootCauseMessage("/no/such/keystore");
        }
    }
}
