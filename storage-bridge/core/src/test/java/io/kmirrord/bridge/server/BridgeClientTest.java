// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.bridge.server;

import static io.kmirrord.bridge.server.ServerFixture.append;
import static io.kmirrord.bridge.server.ServerFixture.await;
import static io.kmirrord.bridge.server.ServerFixture.begin;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.kmirrord.bridge.client.BridgeClient;
import io.kmirrord.bridge.client.BridgeClients;
import io.kmirrord.bridge.client.ClientConfig;
import io.kmirrord.bridge.wire.BridgeException;
import io.kmirrord.bridge.wire.ErrorCode;
import io.kmirrord.bridge.wire.Frames;
import io.kmirrord.bridge.wire.Request;
import io.kmirrord.bridge.wire.Response;
import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class BridgeClientTest {

    @Test
    void theClientConnectsAgainAfterTheServerIsBackAndWhatWasInFlightFails() throws Exception {
        try (ServerFixture fixture = new ServerFixture(Map.of())) {
            CountDownLatch go = new CountDownLatch(1);
            fixture.operations.script(request -> {
                assertThat(go.await(30, TimeUnit.SECONDS)).isTrue();
                return FakeOperations.byDefault(request);
            });
            BridgeClient client = fixture.client();
            Sent sent = new Sent(client, append(0, 0, ByteBuffer.allocate(100_000)));
            await("the request", () -> fixture.server().stats().requestsInFlight() == 1);
            fixture.restartServer();
            assertThat(sent.failure()).isInstanceOf(IOException.class).hasMessageContaining("lost");
            assertThat(sent.releases).hasValue(1);
            go.countDown();
            client.hello().get(10, TimeUnit.SECONDS);
            new Sent(client, append(0, 0, ByteBuffer.allocate(10))).answer.get(10, TimeUnit.SECONDS);
            assertThat(client.inFlightBytes()).isZero();
        }
    }

    @Test
    void withoutABridgeRequestsFailAtOnceAndSayWhy() throws Exception {
        Path nowhere = Files.createTempDirectory("kmw").resolve("no.sock");
        try (BridgeClient client = BridgeClients.connect(ClientConfig.of(nowhere, "test"))) {
            Sent sent = new Sent(client, append(0, 0, ByteBuffer.allocate(10)));
            assertThat(sent.failure()).isInstanceOf(IOException.class).hasMessageContaining(nowhere.toString());
            assertThat(sent.releases).hasValue(1);
            assertThat(client.hello()).isNotDone();
        }
        Files.delete(nowhere.getParent());
    }

    @Test
    void closeFailsEverythingInFlightAndLaterRequestsToo() throws Exception {
        try (ServerFixture fixture = new ServerFixture(Map.of())) {
            CountDownLatch go = new CountDownLatch(1);
            fixture.operations.script(request -> {
                assertThat(go.await(30, TimeUnit.SECONDS)).isTrue();
                return FakeOperations.byDefault(request);
            });
            BridgeClient client = fixture.client();
            List<Sent> sent = new ArrayList<>();
            for (int i = 0; i < 20; i++) {
                sent.add(new Sent(client, append(0, i, ByteBuffer.allocate(100_000))));
            }
            client.close();
            for (Sent one : sent) {
                assertThat(one.failure()).isInstanceOf(IOException.class);
                assertThat(one.releases).hasValue(1);
            }
            assertThat(new Sent(client, begin(0)).failure()).hasMessageContaining("closed");
            assertThatThrownBy(() -> client.hello().get(5, TimeUnit.SECONDS)).hasMessageContaining("closed");
            assertThat(client.inFlightBytes()).isZero();
            go.countDown();
        }
    }

    @Test
    void bytesInFlightAreBoundedAndALargeRequestAloneIsLetThrough() throws Exception {
        try (ServerFixture fixture = new ServerFixture(Map.of())) {
            CountDownLatch go = new CountDownLatch(1);
            fixture.operations.script(request -> {
                assertThat(go.await(30, TimeUnit.SECONDS)).isTrue();
                return FakeOperations.byDefault(request);
            });
            BridgeClient client = fixture.client(fixture.clientConfig(1 << 20, 50_000, Duration.ofSeconds(20)));
            Sent alone = new Sent(client, append(0, 0, ByteBuffer.allocate(100_000)));
            Sent over = new Sent(client, append(0, 1, ByteBuffer.allocate(10)));
            assertThat(over.failure())
                    .isInstanceOfSatisfying(
                            BridgeException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.OVERLOADED));
            assertThat(over.releases).hasValue(1);
            go.countDown();
            alone.answer.get(10, TimeUnit.SECONDS);
            new Sent(client, append(0, 1, ByteBuffer.allocate(10))).answer.get(10, TimeUnit.SECONDS);
        }
    }

    @Test
    void aFrameAboveTheLimitIsRefusedBeforeItIsSent() throws Exception {
        try (ServerFixture fixture = new ServerFixture(Map.of())) {
            BridgeClient client = fixture.client(fixture.clientConfig(100_000, 1 << 20, Duration.ofSeconds(20)));
            assertThat(new Sent(client, append(0, 0, ByteBuffer.allocate(100_000))).failure())
                    .isInstanceOfSatisfying(
                            BridgeException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.FRAME_TOO_LARGE));
            assertThat(fixture.server().stats().requestsTotal()).isEqualTo(1); // HELLO
            new Sent(client, append(0, 0, ByteBuffer.allocate(99_000))).answer.get(10, TimeUnit.SECONDS);
        }
    }

    @Test
    void aRequestWithoutAnswerTimesOutAndTheConnectionGoesOn() throws Exception {
        try (ServerFixture fixture = new ServerFixture(Map.of())) {
            CountDownLatch go = new CountDownLatch(1);
            fixture.operations.script(request -> {
                if (request instanceof Request.Begin) {
                    assertThat(go.await(30, TimeUnit.SECONDS)).isTrue();
                    return new Response.Begun(1, 0, 0, 0, -1);
                }
                return FakeOperations.byDefault(request);
            });
            BridgeClient client = fixture.client(fixture.clientConfig(1 << 20, 1 << 20, Duration.ofMillis(300)));
            assertThat(new Sent(client, begin(0)).failure())
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining("no answer to BEGIN");
            go.countDown();
            new Sent(client, append(1, 0, ByteBuffer.allocate(10))).answer.get(10, TimeUnit.SECONDS);
            assertThat(fixture.server().stats().connectionsTotal()).isEqualTo(1);
        }
    }

    @Test
    void aWaitHasItsOwnTimeOnTopOfTheTimeoutOfRequests() throws Exception {
        try (ServerFixture fixture = new ServerFixture(Map.of())) {
            fixture.operations.script(request -> {
                long untilNs = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(700);
                await("twice the timeout", () -> System.nanoTime() - untilNs > 0);
                return FakeOperations.byDefault(request);
            });
            BridgeClient client = fixture.client(fixture.clientConfig(1 << 20, 1 << 20, Duration.ofMillis(300)));
            new Sent(client, ServerFixture.await(0, 20_000)).answer.get(10, TimeUnit.SECONDS);
        }
    }

    @Test
    void anAnswerOfAnotherFormIsAnError() throws Exception {
        try (ServerFixture fixture = new ServerFixture(Map.of())) {
            fixture.operations.script(request -> new Response.LogStart(1));
            assertThat(new Sent(fixture.client(), begin(0)).failure()).hasMessageContaining("answered LogStart");
        }
    }

    @Test
    void aServerThatReadsNothingCostsTheConnectionAndBuffersAreFreeAgain() throws Exception {
        try (ScriptedServer server = new ScriptedServer();
                BridgeClient client = BridgeClients.connect(server.config(Duration.ofMillis(500)))) {
            server.answerHello(1);
            client.hello().get(10, TimeUnit.SECONDS);
            Sent stuck = new Sent(client, append(0, 0, ByteBuffer.allocate(8 << 20)));
            Sent behind = new Sent(client, append(0, 0, ByteBuffer.allocate(10)));
            assertThat(stuck.failure()).isInstanceOf(IOException.class);
            assertThat(behind.failure()).isInstanceOf(IOException.class);
            assertThat(stuck.releases).hasValue(1);
            assertThat(behind.releases).hasValue(1);
        }
    }

    @Test
    void garbageFromTheServerCostsTheConnectionOnly() throws Exception {
        try (ScriptedServer server = new ScriptedServer();
                BridgeClient client = BridgeClients.connect(server.config(Duration.ofSeconds(20)))) {
            SocketChannel first = server.answerHello(1);
            client.hello().get(10, TimeUnit.SECONDS);
            Sent sent = new Sent(client, begin(0));
            first.write(ByteBuffer.allocate(64).putInt(0, -5));
            assertThat(sent.failure()).isInstanceOf(IOException.class).hasMessageContaining("frame length -5");
            server.answerHello(1);
            client.hello().get(10, TimeUnit.SECONDS);
        }
    }

    @Test
    void aBridgeWithoutACommonVersionIsNamedInEveryError() throws Exception {
        try (ScriptedServer server = new ScriptedServer();
                BridgeClient client = BridgeClients.connect(server.config(Duration.ofSeconds(20)))) {
            SocketChannel first = server.accept();
            server.write(first, new Response.Refused(ErrorCode.UNSUPPORTED_VERSION, 7, "speaks 5 to 7"));
            await("the refusal", () -> {
                Throwable failure = new Sent(client, begin(0)).failure();
                return failure instanceof BridgeException refused && refused.code() == ErrorCode.UNSUPPORTED_VERSION;
            });
            assertThat(client.hello()).isNotDone();
        }
    }

    /** A request that was sent, and what became of it. */
    private static final class Sent {
        final AtomicInteger releases = new AtomicInteger();
        final CompletableFuture<Response> answer;

        Sent(BridgeClient client, Request request) {
            CompletableFuture<? extends Response> future =
                    client.send(request, form(request), releases::incrementAndGet);
            answer = future.handle((response, failure) -> {
                // Released exactly once, and before the future completes.
                assertThat(releases).hasValue(1);
                if (failure != null) {
                    throw new CompletionException(failure);
                }
                return response;
            });
        }

        private static Class<? extends Response> form(Request request) {
            if (request instanceof Request.Append) {
                return Response.Appended.class;
            }
            return request instanceof Request.Begin ? Response.Begun.class : Response.Awaited.class;
        }

        Throwable failure() {
            try {
                throw new AssertionError("answered " + answer.get(20, TimeUnit.SECONDS));
            } catch (ExecutionException e) {
                return Objects.requireNonNull(e.getCause());
            } catch (InterruptedException | TimeoutException e) {
                throw new AssertionError(e);
            }
        }
    }

    /** A server that answers HELLO and nothing else. */
    private static final class ScriptedServer implements AutoCloseable {
        private final Path directory;
        private final ServerSocketChannel listening;
        private final List<SocketChannel> accepted = new ArrayList<>();

        ScriptedServer() throws IOException {
            directory = Files.createTempDirectory("kmw");
            listening = ServerSocketChannel.open(StandardProtocolFamily.UNIX);
            listening.bind(UnixDomainSocketAddress.of(directory.resolve("s.sock")));
        }

        ClientConfig config(Duration requestTimeout) {
            return new ClientConfig(
                    directory.resolve("s.sock"),
                    "test",
                    16 << 20,
                    64L << 20,
                    requestTimeout,
                    Duration.ofMillis(10),
                    Duration.ofMillis(50));
        }

        SocketChannel accept() throws IOException {
            SocketChannel channel = listening.accept();
            accepted.add(channel);
            return channel;
        }

        SocketChannel answerHello(int version) throws Exception {
            SocketChannel channel = accept();
            Response.Hello hello = (Response.Hello) FakeOperations.byDefault(new Request.Hello(1, 1, "x"));
            write(
                    channel,
                    new Response.Hello(
                            version,
                            hello.bridgeVersion(),
                            hello.brokerVersion(),
                            hello.clusterId(),
                            hello.nodeId(),
                            hello.roles(),
                            hello.adapter(),
                            hello.linkProblems(),
                            hello.fenceWanted(),
                            hello.fenceInstalled()));
            return channel;
        }

        void write(SocketChannel channel, Response response) throws IOException {
            ByteBuffer bytes = Frames.encode(1, 1, response).head();
            while (bytes.hasRemaining()) {
                channel.write(bytes);
            }
        }

        @Override
        public void close() throws IOException {
            for (SocketChannel channel : accepted) {
                channel.close();
            }
            listening.close();
            Files.delete(directory.resolve("s.sock"));
            Files.delete(directory);
        }
    }
}
