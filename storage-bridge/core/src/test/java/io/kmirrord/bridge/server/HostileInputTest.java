// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.bridge.server;

import static io.kmirrord.bridge.server.ServerFixture.append;
import static io.kmirrord.bridge.server.ServerFixture.await;
import static io.kmirrord.bridge.server.ServerFixture.begin;
import static org.assertj.core.api.Assertions.assertThat;

import io.kmirrord.bridge.client.BridgeClient;
import io.kmirrord.bridge.wire.ErrorCode;
import io.kmirrord.bridge.wire.FrameHeader;
import io.kmirrord.bridge.wire.Request;
import io.kmirrord.bridge.wire.Response;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Hostile input: a typed error or a closed connection, no effect, and nothing on other connections. */
@Timeout(120)
class HostileInputTest {
    private static final Map<String, String> SETTINGS =
            Map.of("frame.timeout.ms", "400", "max.connections", "20", "max.frame.bytes", "1048576");

    private ServerFixture fixture;
    private BridgeClient bystander;

    @BeforeEach
    void start() throws Exception {
        fixture = new ServerFixture(SETTINGS);
        bystander = fixture.client();
    }

    /** After each test: the bystander was never disturbed, and nothing but its own request ever ran. */
    @AfterEach
    void nothingHappenedToOthers() throws Exception {
        Response.Appended answer = bystander
                .send(append(9, 41, ByteBuffer.allocate(5000)), Response.Appended.class)
                .get(10, TimeUnit.SECONDS);
        assertThat(answer.logEndOffset()).isEqualTo(42);
        assertThat(fixture.operations.ran).hasSize(1);
        await("only the bystander's connection", () -> fixture.server().stats().connections() == 1);
        await("memory", () -> fixture.server().stats().bufferInUseBytes() == 0);
        assertThat(fixture.server().stats().requestsInFlight()).isZero();
        fixture.close();
    }

    @Test
    void randomBytes() throws Exception {
        Random random = new Random(11);
        for (int i = 0; i < 300; i++) {
            byte[] noise = new byte[1 + random.nextInt(3000)];
            random.nextBytes(noise);
            try (RawPeer peer = fixture.raw()) {
                peer.tryBytes(ByteBuffer.wrap(noise));
                peer.channel.shutdownOutput();
                assertRefusedOrClosed(peer.answer());
            }
        }
    }

    @Test
    void randomBytesAfterHello() throws Exception {
        Random random = new Random(12);
        for (int i = 0; i < 300; i++) {
            byte[] noise = new byte[1 + random.nextInt(3000)];
            random.nextBytes(noise);
            try (RawPeer peer = fixture.raw().hello()) {
                peer.tryBytes(ByteBuffer.wrap(noise));
                peer.channel.shutdownOutput();
                assertRefusedOrClosed(peer.answer());
            }
        }
    }

    @Test
    void wrongVersionInHelloIsToldAndClosed() throws Exception {
        RawPeer peer = fixture.raw();
        peer.send(1, new Request.Hello(2, 9, "future"));
        assertThat(peer.answer()).isInstanceOfSatisfying(Response.Refused.class, refused -> {
            assertThat(refused.code()).isEqualTo(ErrorCode.UNSUPPORTED_VERSION);
            assertThat(refused.message()).contains("2 to 9").contains("1 to 1");
        });
        assertThat(peer.answer()).isNull();
    }

    @Test
    void wrongVersionInAFrameIsToldAndClosed() throws Exception {
        RawPeer peer = fixture.raw().hello();
        peer.bytes(header(12, 9, 0, 2, 5));
        assertRefused(peer.answer(), ErrorCode.UNSUPPORTED_VERSION);
        assertThat(peer.answer()).isNull();
    }

    @Test
    void anythingBeforeHelloIsToldAndClosed() throws Exception {
        RawPeer peer = fixture.raw();
        peer.send(3, append(0, 0, ByteBuffer.allocate(10)));
        assertRefused(peer.answer(), ErrorCode.INVALID_REQUEST);
        assertThat(peer.answer()).isNull();
    }

    @ParameterizedTest
    @ValueSource(ints = {-1, 0, 11, Integer.MIN_VALUE})
    void negativeAndShortLengthsAreToldAndClosed(int length) throws Exception {
        RawPeer peer = fixture.raw().hello();
        peer.bytes(header(length, 1, 0, 5, 7));
        assertRefused(peer.answer(), ErrorCode.MALFORMED);
        assertThat(peer.answer()).isNull();
    }

    @ParameterizedTest
    @ValueSource(ints = {(1 << 20) - 3, Integer.MAX_VALUE})
    void oversizedFramesAreToldAndClosedWithoutMemory(int length) throws Exception {
        RawPeer peer = fixture.raw().hello();
        peer.bytes(header(length, 1, 0, 5, 7));
        assertRefused(peer.answer(), ErrorCode.FRAME_TOO_LARGE);
        assertThat(peer.answer()).isNull();
        assertThat(fixture.server().stats().bufferCommittedBytes()).isZero();
    }

    @Test
    void unknownOperationsMalformedBodiesAndAnswersAreRefusedAndTheConnectionStays() throws Exception {
        RawPeer peer = fixture.raw().hello();
        peer.bytes(header(12, 1, 0, 63, 5));
        assertRefused(peer.answer(), ErrorCode.INVALID_REQUEST);
        peer.bytes(header(12, 1, 1, 66, 6));
        assertRefused(peer.answer(), ErrorCode.INVALID_REQUEST);
        peer.bytes(header(12 + 5, 1, 0, 5, 7));
        peer.bytes(ByteBuffer.wrap(new byte[5]));
        assertRefused(peer.answer(), ErrorCode.MALFORMED);
        peer.send(8, new Request.Hello(1, 1, "twice"));
        assertRefused(peer.answer(), ErrorCode.INVALID_REQUEST);
        peer.bytes(header(12, 1, 0, 2, 9));
        assertThat(peer.answer()).isInstanceOf(Response.WatchUpdate.class);
        peer.close();
    }

    @Test
    void correlationIdsBelowOneAreToldAndClosed() throws Exception {
        RawPeer peer = fixture.raw().hello();
        peer.send(0, begin(0));
        assertRefused(peer.answer(), ErrorCode.MALFORMED);
        assertThat(peer.answer()).isNull();
    }

    @Test
    void halfFramesAndSilentConnectionsAreClosedAfterTheDeadline() throws Exception {
        RawPeer silent = fixture.raw();
        RawPeer halfHeader = fixture.raw().hello();
        halfHeader.bytes(ByteBuffer.wrap(new byte[] {0, 0, 1}));
        RawPeer halfBody = fixture.raw().hello();
        halfBody.bytes(header(500_000, 1, 0, 5, 7));
        RawPeer loris = fixture.raw().hello();
        long startNs = System.nanoTime();
        ByteBuffer slow = header(12, 1, 0, 2, 5);
        for (int i = 0; i < 15 && System.nanoTime() - startNs < TimeUnit.SECONDS.toNanos(30); i++) {
            long nextNs = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(100);
            loris.tryBytes(ByteBuffer.wrap(new byte[] {slow.get()}));
            await("the next byte", () -> System.nanoTime() - nextNs > 0);
        }
        assertThat(loris.answer()).isNull();
        assertThat(silent.answer()).isNull();
        assertThat(halfHeader.answer()).isNull();
        assertThat(halfBody.answer()).isNull();
    }

    @Test
    void anIdleConnectionIsNotClosed() throws Exception {
        RawPeer idle = fixture.raw().hello();
        long untilNs = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(1200);
        await("three times the frame timeout", () -> System.nanoTime() - untilNs > 0);
        idle.bytes(header(12, 1, 0, 2, 9));
        assertThat(idle.answer()).isInstanceOf(Response.WatchUpdate.class);
        idle.close();
    }

    @Test
    void aThousandConnectionsAreLetInUpToTheLimitAndTheRestToldWhy() throws Exception {
        List<RawPeer> peers = new ArrayList<>();
        int refused = 0;
        for (int i = 0; i < 1000; i++) {
            RawPeer peer = fixture.raw();
            peers.add(peer);
            if (i >= 19) {
                assertRefused(peer.answer(), ErrorCode.OVERLOADED);
                refused++;
                peer.close();
            } else {
                peer.hello();
            }
        }
        assertThat(refused).isEqualTo(981);
        assertThat(fixture.server().stats().connections()).isEqualTo(20);
        for (RawPeer peer : peers) {
            peer.close();
        }
        await("room", () -> fixture.server().stats().connections() == 1);
        fixture.raw().hello().close();
    }

    @Test
    void aDisconnectInsideAFrameHasNoEffect() throws Exception {
        for (int i = 0; i < 50; i++) {
            try (RawPeer peer = fixture.raw().hello()) {
                peer.bytes(header(300_000, 1, 0, 5, 7));
                peer.bytes(ByteBuffer.allocate(1000 * i));
            }
        }
    }

    private static ByteBuffer header(int length, int version, int flags, int type, long id) {
        return ByteBuffer.allocate(FrameHeader.BYTES)
                .putInt(length)
                .put((byte) version)
                .put((byte) flags)
                .putShort((short) type)
                .putLong(id)
                .flip();
    }

    private static void assertRefused(@Nullable Response answer, ErrorCode code) {
        assertThat(answer)
                .isInstanceOfSatisfying(
                        Response.Refused.class,
                        refused -> assertThat(refused.code()).isEqualTo(code));
    }

    private static void assertRefusedOrClosed(@Nullable Response answer) {
        if (answer != null) {
            assertThat(answer).isInstanceOf(Response.Refused.class);
        }
    }
}
