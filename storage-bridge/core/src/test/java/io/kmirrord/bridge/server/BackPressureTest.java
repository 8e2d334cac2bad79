// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.bridge.server;

import static io.kmirrord.bridge.server.ServerFixture.append;
import static io.kmirrord.bridge.server.ServerFixture.await;
import static org.assertj.core.api.Assertions.assertThat;

import io.kmirrord.bridge.client.BridgeClient;
import io.kmirrord.bridge.wire.Request;
import io.kmirrord.bridge.wire.Response;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class BackPressureTest {
    private static final Map<String, String> SMALL =
            Map.of("buffer.memory.bytes", "1048576", "max.frame.bytes", "524288", "frame.timeout.ms", "300");

    @Test
    void whileTheBudgetIsUsedUpConnectionsAreNotReadAndSmallRequestsOfOthersGoOn() throws Exception {
        try (ServerFixture fixture = new ServerFixture(SMALL)) {
            CountDownLatch go = new CountDownLatch(1);
            fixture.operations.script(request -> {
                if (request instanceof Request.Append) {
                    assertThat(go.await(30, TimeUnit.SECONDS)).isTrue();
                }
                return FakeOperations.byDefault(request);
            });
            BridgeClient client = fixture.client();
            List<CompletableFuture<Response.Appended>> answers = new ArrayList<>();
            for (int i = 0; i < 12; i++) {
                answers.add(client.send(append(i % 3, i, ByteBuffer.allocate(250_000)), Response.Appended.class));
            }
            await("a pause", () -> fixture.server().stats().memoryPauses() > 0);
            BridgeClient other = fixture.client();
            for (int i = 0; i < 20; i++) {
                other.send(ServerFixture.await(7, 10), Response.Awaited.class).get(10, TimeUnit.SECONDS);
            }
            // Longer than frame.timeout.ms: a pause is no fault of the peer.
            long untilNs = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(700);
            await("the frame timeout to pass", () -> System.nanoTime() - untilNs > 0);
            assertThat(fixture.server().stats().bufferInUseBytes()).isBetween(750_000L, 1_048_576L);
            assertThat(fixture.operations.ran)
                    .filteredOn(Request.Append.class::isInstance)
                    .hasSizeLessThan(5);
            go.countDown();
            for (CompletableFuture<Response.Appended> answer : answers) {
                answer.get(10, TimeUnit.SECONDS);
            }
            await("all memory back", () -> fixture.server().stats().bufferInUseBytes() == 0);
            ServerStats stats = fixture.server().stats();
            assertThat(stats.bufferPeakBytes()).isLessThanOrEqualTo(1_048_576);
            assertThat(stats.bufferCommittedBytes()).isLessThanOrEqualTo(1_048_576);
            assertThat(stats.memoryPausedNanos()).isGreaterThan(TimeUnit.MILLISECONDS.toNanos(300));
        }
    }

    @Test
    void theLargestFrameGetsItsTurnAmongManySmallOnes() throws Exception {
        try (ServerFixture fixture = new ServerFixture(SMALL)) {
            List<BridgeClient> clients = List.of(fixture.client(), fixture.client(), fixture.client());
            List<CompletableFuture<Response.Appended>> answers = new ArrayList<>();
            for (int i = 0; i < 300; i++) {
                int bytes = i % 10 == 0 ? 520_000 : 30_000;
                answers.add(
                        clients.get(i % 3).send(append(i % 5, i, ByteBuffer.allocate(bytes)), Response.Appended.class));
            }
            for (CompletableFuture<Response.Appended> answer : answers) {
                answer.get(20, TimeUnit.SECONDS);
            }
            await("all memory back", () -> fixture.server().stats().bufferInUseBytes() == 0);
        }
    }

    @Test
    void requestsOfAConnectionThatIsGoneAreNotCarriedOutAndGiveTheirMemoryBack() throws Exception {
        try (ServerFixture fixture = new ServerFixture(Map.of())) {
            CountDownLatch go = new CountDownLatch(1);
            fixture.operations.script(request -> {
                assertThat(go.await(30, TimeUnit.SECONDS)).isTrue();
                return FakeOperations.byDefault(request);
            });
            RawPeer peer = fixture.raw().hello();
            for (int i = 0; i < 10; i++) {
                peer.send(i + 2, append(0, i, ByteBuffer.allocate(20_000)));
            }
            await("the requests", () -> fixture.server().stats().requestsInFlight() == 10);
            peer.close();
            await("the close", () -> fixture.server().stats().connections() == 0);
            go.countDown();
            await("an end", () -> fixture.server().stats().requestsInFlight() == 0);
            assertThat(fixture.operations.ran).hasSize(1);
            assertThat(fixture.server().stats().bufferInUseBytes()).isZero();
        }
    }

    @Test
    void aPeerThatDoesNotReadItsAnswersIsHeldBackThenClosed() throws Exception {
        Map<String, String> settings = Map.of("max.frame.bytes", "1048576", "frame.timeout.ms", "500");
        try (ServerFixture fixture = new ServerFixture(settings)) {
            fixture.operations.script(request -> new Response.Records(1, 1, ByteBuffer.allocate(1_000_000)));
            RawPeer peer = fixture.raw().hello();
            for (int i = 0; i < 200; i++) {
                peer.send(i + 2, new Request.Read(ServerFixture.partition(i), 0, 1_000_000));
            }
            await("the close", () -> fixture.server().stats().connections() == 0);
            // Those read before the output was full, and one per thread that was under way.
            assertThat(fixture.operations.ran).hasSizeLessThan(10);
        }
    }
}
