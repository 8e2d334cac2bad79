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
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
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
            await("memory to come back", () -> fixture.server.stats().bufferInUseBytes() == 0);
        }
    }
}
