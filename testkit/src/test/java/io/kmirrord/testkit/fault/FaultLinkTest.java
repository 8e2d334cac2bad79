// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.testkit.fault;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.kmirrord.testkit.process.Poll;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class FaultLinkTest {

    /** How long a test waits for what must not come. */
    private static final int SILENCE_MS = 300;

    private static final Set<Direction> BOTH = Set.of(Direction.values());

    private final List<AutoCloseable> opened = new ArrayList<>();
    private EchoServer server;
    private FaultLink link;

    @BeforeEach
    void open() throws IOException {
        server = keep(new EchoServer());
        link = keep(FaultLink.open(server.address()));
    }

    @AfterEach
    void close() throws Exception {
        for (int i = opened.size() - 1; i >= 0; i--) {
            opened.get(i).close();
        }
    }

    @Test
    void bytesPassUnchangedInBothDirections() throws Exception {
        byte[] sent = new byte[5 << 20];
        new Random(1).nextBytes(sent);
        Socket client = connect();

        CompletableFuture<Void> writing = writeAside(client, sent);

        assertThat(read(client, sent.length)).isEqualTo(sent);
        writing.get(10, TimeUnit.SECONDS);
    }

    @Test
    void aDelayHoldsEveryByteOncePerDirection() throws Exception {
        link.change(now -> now.withDelay(Duration.ofMillis(150)));
        Socket client = connect();

        long startedAt = System.nanoTime();
        echo(client, 1);
        echo(client, 2);

        assertThat(Duration.ofNanos(System.nanoTime() - startedAt)).isGreaterThan(Duration.ofMillis(600));
    }

    @Test
    void aRateLimitsTheFlow() throws Exception {
        byte[] sent = new byte[50_000];
        link.change(now -> now.withBytesPerSecond(100_000));
        Socket client = connect();

        long startedAt = System.nanoTime();
        CompletableFuture<Void> writing = writeAside(client, sent);
        read(client, sent.length);

        assertThat(Duration.ofNanos(System.nanoTime() - startedAt)).isGreaterThan(Duration.ofMillis(450));
        writing.get(10, TimeUnit.SECONDS);
    }

    @Test
    void aCutEndsBothSidesInOrderAndNewConnectionsAreAccepted() throws Exception {
        Socket client = connect();
        echo(client, 1);

        link.cut();

        assertThat(client.getInputStream().read()).isEqualTo(-1);
        assertThat(server.awaitEnds(1)).containsExactly("end of stream");
        echo(connect(), 2);
    }

    @Test
    void aResetReachesBothSides() throws Exception {
        Socket client = connect();
        echo(client, 1);

        link.reset();

        assertThatThrownBy(() -> client.getInputStream().read())
                .isInstanceOf(SocketException.class)
                .hasMessageContaining("reset");
        assertThat(server.awaitEnds(1)).containsExactly("Connection reset");
        assertThat(Poll.until(Duration.ofSeconds(5), () -> link.connections().isEmpty()))
                .isTrue();
    }

    @Test
    void halfOpenSwallowsBothDirectionsAndTheEndUntilHealed() throws Exception {
        Socket client = connect();
        echo(client, 1);
        link.halfOpen(BOTH);

        client.getOutputStream().write(2);
        assertNothingArrives(client);
        Socket another = connect();
        another.getOutputStream().write(3);
        assertNothingArrives(another);
        another.close();
        assertThat(server.ends()).isEmpty();

        link.heal();
        assertThat(client.getInputStream().read()).isEqualTo(2);
        assertThat(server.awaitEnds(1)).hasSize(1);
    }

    @Test
    void oneDirectionAloneCanBeSilent() throws Exception {
        Socket client = connect();
        echo(client, 1);
        link.halfOpen(Set.of(Direction.TO_CLIENT));

        client.getOutputStream().write(2);

        assertThat(server.awaitBytes(2)).isTrue();
        assertNothingArrives(client);
    }

    @Test
    void aFaultOfOneConnectionLeavesTheOthersAlone() throws Exception {
        Socket first = connect();
        echo(first, 1);
        link.connections().get(0).change(now -> now.withSilent(BOTH));
        Socket second = connect();

        first.getOutputStream().write(2);

        assertNothingArrives(first);
        echo(second, 3);
    }

    @Test
    void newConnectionsCanBeClosedOrReset() throws Exception {
        Socket before = connect();
        echo(before, 1);
        link.admit(FaultLink.Admission.CLOSE);
        assertThat(connect().getInputStream().read()).isEqualTo(-1);

        link.admit(FaultLink.Admission.RESET);
        assertThatThrownBy(() -> connect().getInputStream().read()).isInstanceOf(SocketException.class);

        echo(before, 2);
        link.heal();
        echo(connect(), 3);
    }

    @Test
    void theTargetMayChangeUnderTheSameAddress() throws Exception {
        InetSocketAddress address = link.address();
        echo(connect(), 1);
        EchoServer other = keep(new EchoServer());

        link.target(other.address());

        echo(connect(), 2);
        assertThat(other.awaitBytes(1)).isTrue();
        assertThat(link.address()).isEqualTo(address);
    }

    @Test
    void aTargetThatDoesNotListenClosesTheClient() throws Exception {
        link.target(keep(new ClosedPort()).address());

        assertThat(connect().getInputStream().read()).isEqualTo(-1);
    }

    @Test
    void whatTheServerSentBeforeItsEndStillArrives() throws Exception {
        Socket client = connect();
        echo(client, 1);
        link.change(now -> now.withDelay(Duration.ofMillis(100)));
        client.getOutputStream().write(EchoServer.GOODBYE);

        assertThat(client.getInputStream().read()).isEqualTo(EchoServer.GOODBYE);
        assertThat(client.getInputStream().read()).isEqualTo(-1);
    }

    private <T extends AutoCloseable> T keep(T resource) {
        opened.add(resource);
        return resource;
    }

    private Socket connect() throws IOException {
        Socket socket = keep(new Socket());
        socket.setSoTimeout(10_000);
        socket.connect(link.address());
        return socket;
    }

    private static void echo(Socket client, int value) throws IOException {
        client.getOutputStream().write(value);
        assertThat(client.getInputStream().read()).isEqualTo(value);
    }

    private static void assertNothingArrives(Socket client) throws IOException {
        client.setSoTimeout(SILENCE_MS);
        assertThatThrownBy(() -> client.getInputStream().read()).isInstanceOf(SocketTimeoutException.class);
        client.setSoTimeout(10_000);
    }

    private static byte[] read(Socket client, int count) throws IOException {
        byte[] bytes = new byte[count];
        InputStream in = client.getInputStream();
        new DataInputStream(in).readFully(bytes);
        return bytes;
    }

    private static CompletableFuture<Void> writeAside(Socket client, byte[] bytes) {
        return CompletableFuture.runAsync(() -> {
            try {
                OutputStream out = client.getOutputStream();
                out.write(bytes);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        });
    }
}
