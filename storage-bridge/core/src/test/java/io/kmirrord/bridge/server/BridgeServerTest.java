// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.bridge.server;

import static io.kmirrord.bridge.server.ServerFixture.append;
import static io.kmirrord.bridge.server.ServerFixture.await;
import static io.kmirrord.bridge.server.ServerFixture.begin;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.kmirrord.bridge.client.BridgeClient;
import io.kmirrord.bridge.wire.BridgeException;
import io.kmirrord.bridge.wire.ErrorCode;
import io.kmirrord.bridge.wire.Request;
import io.kmirrord.bridge.wire.Response;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class BridgeServerTest {

    @Test
    void helloTellsTheAgreedVersion() throws Exception {
        try (ServerFixture fixture = new ServerFixture(Map.of())) {
            Response.Hello hello = fixture.client().hello().get(5, TimeUnit.SECONDS);
            assertThat(hello.version()).isEqualTo(1);
            assertThat(hello.brokerVersion()).isEqualTo("4.4.0");
        }
    }

    @Test
    void pipelinedAppendsOfAPartitionRunInOrderWithTheirBytes() throws Exception {
        try (ServerFixture fixture = new ServerFixture(Map.of())) {
            Random random = new Random(7);
            Map<Integer, List<ByteBuffer>> seen = new ConcurrentHashMap<>();
            fixture.operations.script(request -> {
                Request.Append append = (Request.Append) request;
                List<ByteBuffer> list = seen.computeIfAbsent(append.partition().partition(), p -> new ArrayList<>());
                ByteBuffer copy = ByteBuffer.allocate(append.records().remaining());
                list.add(copy.put(append.records()).flip());
                return FakeOperations.byDefault(request);
            });
            BridgeClient client = fixture.client();
            Map<Integer, List<ByteBuffer>> sent = new ConcurrentHashMap<>();
            List<CompletableFuture<Response.Appended>> answers = new ArrayList<>();
            for (int i = 0; i < 400; i++) {
                byte[] bytes = new byte[random.nextInt(60_000)];
                random.nextBytes(bytes);
                ByteBuffer records =
                        (i % 2 == 0 ? ByteBuffer.allocate(bytes.length) : ByteBuffer.allocateDirect(bytes.length));
                records.put(bytes).flip();
                sent.computeIfAbsent(i % 5, p -> new ArrayList<>()).add(ByteBuffer.wrap(bytes));
                answers.add(client.send(append(i % 5, i, records), Response.Appended.class));
                assertThat(records.remaining()).isEqualTo(bytes.length);
            }
            for (int i = 0; i < 400; i++) {
                assertThat(answers.get(i).get(20, TimeUnit.SECONDS).logEndOffset())
                        .isEqualTo(i + 1);
            }
            assertThat(seen).isEqualTo(sent);
            assertThat(client.inFlightBytes()).isZero();
            await("memory to come back", () -> fixture.server().stats().bufferInUseBytes() == 0);
        }
    }

    @Test
    void recordsOfAnAppendAreASliceOfADirectBuffer() throws Exception {
        try (ServerFixture fixture = new ServerFixture(Map.of())) {
            AtomicBoolean direct = new AtomicBoolean();
            fixture.operations.script(request -> {
                direct.set(((Request.Append) request).records().isDirect());
                return FakeOperations.byDefault(request);
            });
            BridgeClient client = fixture.client();
            client.send(append(0, 0, ByteBuffer.allocate(100_000)), Response.Appended.class)
                    .get(10, TimeUnit.SECONDS);
            assertThat(direct).isTrue();
            assertThat(fixture.server().stats().bufferPeakBytes()).isBetween(100_000L, 106_496L);
        }
    }

    @Test
    void anAppendOfTheLargestFrameArrivesWhole() throws Exception {
        try (ServerFixture fixture = new ServerFixture(Map.of())) {
            ByteBuffer records = ByteBuffer.allocateDirect(30 << 20);
            new Random(3).ints(1000).forEach(at -> records.put(Math.floorMod(at, records.capacity()), (byte) at));
            AtomicBoolean equal = new AtomicBoolean();
            fixture.operations.script(request -> {
                equal.set(((Request.Append) request).records().equals(records));
                return FakeOperations.byDefault(request);
            });
            fixture.client()
                    .send(append(0, 0, records), Response.Appended.class)
                    .get(20, TimeUnit.SECONDS);
            assertThat(equal).isTrue();
        }
    }

    @Test
    void requestsOfAPartitionFromTwoConnectionsNeverOverlap() throws Exception {
        try (ServerFixture fixture = new ServerFixture(Map.of())) {
            AtomicInteger inside = new AtomicInteger();
            AtomicInteger most = new AtomicInteger();
            fixture.operations.script(request -> {
                most.accumulateAndGet(inside.incrementAndGet(), Math::max);
                LockSupport.parkNanos(20_000);
                inside.decrementAndGet();
                return FakeOperations.byDefault(request);
            });
            List<BridgeClient> clients = List.of(fixture.client(), fixture.client());
            List<CompletableFuture<?>> answers = new ArrayList<>();
            for (int i = 0; i < 500; i++) {
                answers.add(clients.get(i % 2).send(append(3, i, ByteBuffer.allocate(9)), Response.Appended.class));
            }
            CompletableFuture.allOf(answers.toArray(CompletableFuture[]::new)).get(20, TimeUnit.SECONDS);
            assertThat(most).hasValue(1);
        }
    }

    @Test
    void differentPartitionsRunAtTheSameTimeAndAnswersComeOutOfOrder() throws Exception {
        try (ServerFixture fixture = new ServerFixture(Map.of())) {
            CountDownLatch second = new CountDownLatch(1);
            fixture.operations.script(request -> {
                if (((Request.Append) request).partition().partition() == 0) {
                    assertThat(second.await(20, TimeUnit.SECONDS)).isTrue();
                }
                return FakeOperations.byDefault(request);
            });
            BridgeClient client = fixture.client();
            CompletableFuture<Response.Appended> first =
                    client.send(append(0, 0, ByteBuffer.allocate(9)), Response.Appended.class);
            client.send(append(1, 0, ByteBuffer.allocate(9)), Response.Appended.class)
                    .get(10, TimeUnit.SECONDS);
            assertThat(first).isNotDone();
            second.countDown();
            first.get(10, TimeUnit.SECONDS);
        }
    }

    @Test
    void waitsDoNotStarveAppendsAndARestartHoldsBackItsOwnPartitionOnly() throws Exception {
        try (ServerFixture fixture = new ServerFixture(Map.of("operation.threads", "1", "wait.threads", "3"))) {
            CountDownLatch go = new CountDownLatch(1);
            fixture.operations.script(request -> {
                if (request instanceof Request.Await || request instanceof Request.RestartAt) {
                    assertThat(go.await(20, TimeUnit.SECONDS)).isTrue();
                    return request instanceof Request.Await
                            ? FakeOperations.byDefault(request)
                            : new Response.Cut(0, -1);
                }
                return FakeOperations.byDefault(request);
            });
            BridgeClient client = fixture.client();
            List<CompletableFuture<?>> held = new ArrayList<>();
            held.add(client.send(ServerFixture.await(4, 1000), Response.Awaited.class));
            held.add(client.send(ServerFixture.await(5, 1000), Response.Awaited.class));
            held.add(client.send(ServerFixture.restart(0, 1000), Response.Cut.class));
            held.add(client.send(append(0, 0, ByteBuffer.allocate(9)), Response.Appended.class));
            client.send(append(1, 0, ByteBuffer.allocate(9)), Response.Appended.class)
                    .get(10, TimeUnit.SECONDS);
            assertThat(held).noneMatch(CompletableFuture::isDone);
            go.countDown();
            CompletableFuture.allOf(held.toArray(CompletableFuture[]::new)).get(10, TimeUnit.SECONDS);
        }
    }

    @Test
    void anErrorInsideAnOperationIsInternalAndTheConnectionGoesOn() throws Exception {
        try (ServerFixture fixture = new ServerFixture(Map.of())) {
            fixture.operations.script(request -> {
                throw new NoSuchMethodError("member of another broker version");
            });
            BridgeClient client = fixture.client();
            assertRefused(client.send(begin(0), Response.Begun.class), ErrorCode.INTERNAL);
            fixture.operations.script(request -> new Response.Begun(1, 0, 0, 0, -1));
            assertThat(client.send(begin(0), Response.Begun.class)
                            .get(10, TimeUnit.SECONDS)
                            .token())
                    .isEqualTo(1);
        }
    }

    @Test
    void aRefusalArrivesWithCodeValueAndMessage() throws Exception {
        try (ServerFixture fixture = new ServerFixture(Map.of())) {
            fixture.operations.script(request -> {
                throw new BridgeException(ErrorCode.OFFSET_MISMATCH, 77, "end offset 77, expected 5");
            });
            BridgeException refused =
                    assertRefused(fixture.client().send(begin(0), Response.Begun.class), ErrorCode.OFFSET_MISMATCH);
            assertThat(refused.value()).isEqualTo(77);
            assertThat(refused).hasMessage("end offset 77, expected 5");
        }
    }

    @Test
    void tooManyRequestsInFlightAreRefusedAsOverloaded() throws Exception {
        try (ServerFixture fixture = new ServerFixture(Map.of("max.requests.in.flight", "3"))) {
            CountDownLatch go = new CountDownLatch(1);
            fixture.operations.script(request -> {
                assertThat(go.await(20, TimeUnit.SECONDS)).isTrue();
                return FakeOperations.byDefault(request);
            });
            BridgeClient client = fixture.client();
            List<CompletableFuture<Response.Appended>> answers = new ArrayList<>();
            for (int i = 0; i < 4; i++) {
                answers.add(client.send(append(i, 0, ByteBuffer.allocate(9)), Response.Appended.class));
            }
            assertRefused(answers.get(3), ErrorCode.OVERLOADED);
            go.countDown();
            for (int i = 0; i < 3; i++) {
                answers.get(i).get(10, TimeUnit.SECONDS);
            }
        }
    }

    @Test
    void anAnswerAboveTheLargestFrameIsARefusalAndOneBelowArrives() throws Exception {
        try (ServerFixture fixture = new ServerFixture(Map.of("max.frame.bytes", "1000000"))) {
            fixture.operations.script(
                    request -> new Response.Records(1, 2, ByteBuffer.allocate(((Request.Read) request).maxBytes())));
            BridgeClient client = fixture.client();
            Request small = new Request.Read(ServerFixture.partition(0), 0, 900_000);
            assertThat(client.send(small, Response.Records.class)
                            .get(10, TimeUnit.SECONDS)
                            .records()
                            .remaining())
                    .isEqualTo(900_000);
            Request large = new Request.Read(ServerFixture.partition(0), 0, 1_000_000);
            assertRefused(client.send(large, Response.Records.class), ErrorCode.FRAME_TOO_LARGE);
        }
    }

    @Test
    void closeReturnsInASecondAndInterruptsNobody() throws Exception {
        CountDownLatch started = new CountDownLatch(1);
        CountDownLatch go = new CountDownLatch(1);
        CompletableFuture<Boolean> interrupted = new CompletableFuture<>();
        try (ServerFixture fixture = new ServerFixture(Map.of())) {
            fixture.operations.script(request -> {
                started.countDown();
                try {
                    interrupted.complete(!go.await(20, TimeUnit.SECONDS));
                } catch (InterruptedException e) {
                    interrupted.complete(true);
                }
                return FakeOperations.byDefault(request);
            });
            CompletableFuture<Response.Appended> answer =
                    fixture.client().send(append(0, 0, ByteBuffer.allocate(9)), Response.Appended.class);
            assertThat(started.await(10, TimeUnit.SECONDS)).isTrue();
            long beforeNs = System.nanoTime();
            fixture.server().close();
            assertThat(System.nanoTime() - beforeNs).isLessThan(TimeUnit.MILLISECONDS.toNanos(1900));
            assertThat(fixture.socket).doesNotExist();
            assertThatThrownBy(() -> answer.get(10, TimeUnit.SECONDS)).hasCauseInstanceOf(java.io.IOException.class);
            go.countDown();
            assertThat(interrupted.get(10, TimeUnit.SECONDS)).isFalse();
        }
    }

    @Test
    void everyThreadIsADaemonWithTheNameOfTheBridge() throws Exception {
        try (ServerFixture fixture = new ServerFixture(Map.of())) {
            CompletableFuture<Thread> operation = new CompletableFuture<>();
            fixture.operations.script(request -> {
                operation.complete(Thread.currentThread());
                return FakeOperations.byDefault(request);
            });
            fixture.client()
                    .send(append(0, 0, ByteBuffer.allocate(9)), Response.Appended.class)
                    .get(10, TimeUnit.SECONDS);
            assertThat(operation.get().isDaemon()).isTrue();
            assertThat(Thread.getAllStackTraces().keySet().stream()
                            .filter(thread -> thread.getName().startsWith("kmirrord-bridge-")))
                    .allMatch(Thread::isDaemon)
                    .extracting(Thread::getName)
                    .contains("kmirrord-bridge-io", "kmirrord-bridge-accept", "kmirrord-bridge-op-1");
        }
    }

    @Test
    void eachMutatingOperationIsOneAuditLineAndAppendsAreNone() throws Exception {
        try (ServerFixture fixture = new ServerFixture(Map.of())) {
            fixture.operations.script(request -> request instanceof Request.Begin
                    ? new Response.Begun(1, 0, 0, 0, -1)
                    : FakeOperations.byDefault(request));
            BridgeClient client = fixture.client();
            client.send(begin(0), Response.Begun.class).get(10, TimeUnit.SECONDS);
            client.send(append(0, 0, ByteBuffer.allocate(9)), Response.Appended.class)
                    .get(10, TimeUnit.SECONDS);
            assertRefused(client.send(ServerFixture.restart(0, 10), Response.Cut.class), ErrorCode.NOT_LEADER);
            assertThat(fixture.audit).hasSize(2);
            assertThat(fixture.audit.get(0))
                    .contains("op=BEGIN", "user=" + System.getProperty("user.name"), "client=\"test pid ")
                    .contains("mirror=mirror, generation=1", "leaderEpoch=5", "outcome=\"Begun[");
            assertThat(fixture.audit.get(1))
                    .contains("op=RESTART_AT", "offset=0, expectedEndOffset=77", "outcome=\"NOT_LEADER: ");
        }
    }

    private static BridgeException assertRefused(CompletableFuture<?> answer, ErrorCode code) throws Exception {
        try {
            throw new AssertionError("answered " + answer.get(10, TimeUnit.SECONDS));
        } catch (ExecutionException e) {
            if (!(e.getCause() instanceof BridgeException refused)) {
                throw e;
            }
            assertThat(refused.code()).isEqualTo(code);
            return refused;
        }
    }
}
