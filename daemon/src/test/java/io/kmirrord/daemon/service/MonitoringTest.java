// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.daemon.service;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.kmirrord.daemon.http.QueueProbe;
import io.kmirrord.daemon.metrics.DaemonSnapshot;
import io.kmirrord.daemon.metrics.DaemonSnapshot.BridgeHealth;
import io.kmirrord.daemon.metrics.DaemonSnapshot.StateTopicHealth;
import io.kmirrord.daemon.shard.EventQueue;
import io.kmirrord.protocol.Endpoint;
import io.kmirrord.testkit.process.FreePorts;
import io.kmirrord.testkit.process.Poll;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(120)
final class MonitoringTest {
    private static final DaemonSnapshot FINE = new DaemonSnapshot(
            List.of(),
            List.of(),
            new DaemonSnapshot.FetchMemory(1, 2),
            new BridgeHealth(true, true, ""),
            new StateTopicHealth(true, "", 0));

    private final HttpClient client = HttpClient.newHttpClient();
    private final Endpoint listen =
            new Endpoint("127.0.0.1", FreePorts.pick(1, new Random()).get(0));

    private HttpResponse<String> get(String path) {
        try {
            return client.send(
                    HttpRequest.newBuilder(URI.create("http://" + listen + path))
                            .build(),
                    HttpResponse.BodyHandlers.ofString());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    @Test
    void itIsReadyOnceTheEngineIsThereAndSaysThatItIsFine() throws IOException {
        try (Monitoring monitoring = Monitoring.start(listen, "1.2.3", 10);
                EventQueue queue = new EventQueue("q")) {
            assertThat(get("/readyz").statusCode()).isEqualTo(503);
            assertThat(get("/healthz").statusCode()).isEqualTo(200);
            monitoring.events().appended("west", 5, 1, 1_000);
            monitoring.running(
                    () -> {
                        CompletableFuture<DaemonSnapshot> answer = new CompletableFuture<>();
                        queue.post(() -> answer.complete(FINE));
                        return answer;
                    },
                    List.of(new QueueProbe("q", queue::post)));
            assertThat(Poll.until(Duration.ofSeconds(60), () -> get("/readyz").statusCode() == 200))
                    .isTrue();
            assertThat(get("/healthz").statusCode()).isEqualTo(200);
            assertThat(get("/metrics").body())
                    .contains(
                            "kmirrord_appended_bytes_total{mirror=\"west\"} 5.0",
                            "kmirrord_bridge_linked 1.0",
                            "kmirrord_build_info{version=\"1.2.3\"} 1",
                            "jvm_threads_live_threads ");
            monitoring.stopping();
        }
    }

    @Test
    void aTakenPortIsAnErrorBeforeTheEngineStarts() throws IOException {
        try (Monitoring first = Monitoring.start(listen, "1", 10)) {
            assertThat(first.events()).isNotNull();
            assertThatThrownBy(() -> Monitoring.start(listen, "1", 10))
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining("http.listen = '" + listen + "'");
        }
    }
}
