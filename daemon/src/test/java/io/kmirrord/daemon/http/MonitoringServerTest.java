// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.daemon.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.kmirrord.protocol.Endpoint;
import io.kmirrord.testkit.process.FreePorts;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
final class MonitoringServerTest {
    private static final Duration CLOSE_BOUND = Duration.ofSeconds(1);

    private final HttpClient client = HttpClient.newHttpClient();
    private final CountDownLatch release = new CountDownLatch(1);
    private List<String> problems = List.of();
    private Endpoint listen = MonitoringServer.DEFAULT;
    private MonitoringServer server;

    @BeforeEach
    void start() throws IOException {
        listen = new Endpoint("127.0.0.1", FreePorts.pick(1, new Random()).get(0));
        server = MonitoringServer.start(
                listen, new MonitoringPages(() -> "up 1\n", () -> problems, () -> List.of("bridge \"b\" away")));
    }

    @AfterEach
    void close() {
        release.countDown();
        server.close();
    }

    private HttpRequest.Builder to(String path) {
        return HttpRequest.newBuilder(URI.create("http://" + listen + path)).timeout(Duration.ofSeconds(30));
    }

    private HttpResponse<String> send(HttpRequest request) throws IOException, InterruptedException {
        return client.send(request, HttpResponse.BodyHandlers.ofString());
    }

    @Test
    void metricsAreTextOfPrometheus() throws IOException, InterruptedException {
        HttpResponse<String> answer = send(to("/metrics").build());
        assertThat(answer.statusCode()).isEqualTo(200);
        assertThat(answer.headers().firstValue("Content-Type")).hasValue("text/plain; version=0.0.4; charset=utf-8");
        assertThat(answer.body()).isEqualTo("up 1\n");
    }

    @Test
    void aVerdictIs200WithoutProblemsAnd503WithThem() throws IOException, InterruptedException {
        assertThat(send(to("/healthz").build()).statusCode()).isEqualTo(200);
        HttpResponse<String> ready = send(to("/readyz").build());
        assertThat(ready.statusCode()).isEqualTo(503);
        assertThat(ready.headers().firstValue("Content-Type")).hasValue("application/json");
        assertThat(ready.body())
                .isEqualTo("{\n  \"problems\" : [ \"bridge \\\"b\\\" away\" ],\n  \"status\" : \"failing\"\n}\n");
        problems = List.of("queue kmirrord-shard-0 has not moved for 5000 ms");
        assertThat(send(to("/healthz").build()).body()).contains("kmirrord-shard-0");
    }

    @Test
    void whatIsNotServedIsRefusedByName() throws IOException, InterruptedException {
        HttpResponse<String> missing = send(to("/admin").build());
        assertThat(missing.statusCode()).isEqualTo(404);
        assertThat(missing.body()).contains("/admin is no page", "/metrics, /healthz and /readyz");
        HttpResponse<String> delete = send(to("/metrics").DELETE().build());
        assertThat(delete.statusCode()).isEqualTo(405);
        assertThat(delete.headers().firstValue("Allow")).hasValue("GET, HEAD");
    }

    @Test
    void aBodyIsRefusedBeforeItIsSent() throws IOException {
        try (Socket socket = connect("GET /metrics HTTP/1.1\r\nHost: h\r\nContent-Length: 5000000000\r\n\r\n")) {
            String answer = new String(socket.getInputStream().readAllBytes(), StandardCharsets.US_ASCII);
            assertThat(answer).startsWith("HTTP/1.1 413 ").endsWith("the request has a body; accepted: none\n");
        }
    }

    private Socket connect(String text) throws IOException {
        Socket socket = new Socket();
        socket.connect(new InetSocketAddress(listen.host(), listen.port()));
        socket.getOutputStream().write(text.getBytes(StandardCharsets.US_ASCII));
        return socket;
    }

    @Test
    void headHasTheHeadersAlone() throws IOException, InterruptedException {
        HttpResponse<String> answer = send(to("/metrics")
                .method("HEAD", HttpRequest.BodyPublishers.noBody())
                .build());
        assertThat(answer.statusCode()).isEqualTo(200);
        assertThat(answer.headers().firstValue("Content-Length")).hasValue("5");
        assertThat(answer.body()).isEmpty();
    }

    @Test
    void aPageThatFailsAnswers500AndTheNextOneIsServed() throws IOException, InterruptedException {
        server.close();
        server = MonitoringServer.start(
                listen,
                new MonitoringPages(
                        () -> {
                            throw new IllegalStateException("boom");
                        },
                        List::of,
                        List::of));
        assertThat(send(to("/metrics").build()).statusCode()).isEqualTo(500);
        assertThat(send(to("/healthz").build()).statusCode()).isEqualTo(200);
    }

    @Test
    void clientsThatNeverFinishTheirRequestAreHungUpOn() throws IOException, InterruptedException {
        List<Socket> slow = new ArrayList<>();
        try {
            for (int i = 0; i < 8; i++) {
                slow.add(connect("GET /metrics HTTP/1.1\r\nHost"));
            }
            assertThat(send(to("/metrics").build()).statusCode()).isEqualTo(200);
        } finally {
            for (Socket socket : slow) {
                socket.close();
            }
        }
    }

    @Test
    void aTakenPortIsNamedWithWhatToDo() {
        assertThatThrownBy(() -> MonitoringServer.start(listen, new MonitoringPages(() -> "", List::of, List::of)))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("http.listen = '" + listen + "' cannot be listened on: Address already in use")
                .hasMessageContaining("every instance on a host needs a port of its own");
    }

    @Test
    void anUnknownHostIsNamedToo() {
        assertThatThrownBy(() -> MonitoringServer.start(
                        new Endpoint("no-such-host.invalid", 1), new MonitoringPages(() -> "", List::of, List::of)))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("http.listen = 'no-such-host.invalid:1' cannot be listened on");
    }

    @Test
    void itClosesInTimeWhileAPageIsAwaited() throws IOException, InterruptedException {
        server.close();
        CountDownLatch entered = new CountDownLatch(1);
        server = MonitoringServer.start(
                listen,
                new MonitoringPages(
                        () -> {
                            entered.countDown();
                            awaitRelease();
                            return "";
                        },
                        List::of,
                        List::of));
        var answer = client.sendAsync(to("/metrics").build(), HttpResponse.BodyHandlers.ofString());
        assertThat(entered.await(30, TimeUnit.SECONDS)).isTrue();
        long from = System.nanoTime();
        server.close();
        assertThat(Duration.ofNanos(System.nanoTime() - from)).isLessThan(CLOSE_BOUND);
        assertThat(answer).failsWithin(Duration.ofSeconds(30));
    }

    private void awaitRelease() {
        boolean released = false;
        while (!released) {
            try {
                released = release.await(30, TimeUnit.SECONDS);
            } catch (InterruptedException e) {
                // A page that ignores being interrupted is the worst that can be closed.
                released = release.getCount() == 0;
            }
        }
    }
}
