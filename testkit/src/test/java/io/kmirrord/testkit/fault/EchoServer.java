// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.testkit.fault;

import io.kmirrord.testkit.process.Poll;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicLong;

/** Sends back every byte, one thread per connection, and remembers how each connection ended. */
final class EchoServer implements AutoCloseable {

    /** After this byte the server closes the connection. */
    static final int GOODBYE = 0x7f;

    private final ServerSocket socket = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    private final List<String> ends = new CopyOnWriteArrayList<>();
    private final AtomicLong bytes = new AtomicLong();

    EchoServer() throws IOException {
        daemon(this::acceptAll);
    }

    InetSocketAddress address() {
        return new InetSocketAddress(socket.getInetAddress(), socket.getLocalPort());
    }

    List<String> ends() {
        return ends;
    }

    List<String> awaitEnds(int count) {
        Poll.until(Duration.ofSeconds(10), () -> ends.size() >= count);
        return ends;
    }

    boolean awaitBytes(long count) {
        return Poll.until(Duration.ofSeconds(10), () -> bytes.get() >= count);
    }

    private void acceptAll() {
        try {
            while (true) {
                Socket accepted = socket.accept();
                daemon(() -> echo(accepted));
            }
        } catch (IOException e) {
            if (!socket.isClosed()) {
                throw new UncheckedIOException(e);
            }
        }
    }

    private void echo(Socket accepted) {
        try (accepted) {
            byte[] buffer = new byte[64 << 10];
            int count = accepted.getInputStream().read(buffer);
            while (count >= 0) {
                bytes.addAndGet(count);
                accepted.getOutputStream().write(buffer, 0, count);
                if (count == 1 && buffer[0] == GOODBYE) {
                    return;
                }
                count = accepted.getInputStream().read(buffer);
            }
            ends.add("end of stream");
        } catch (IOException e) {
            ends.add(String.valueOf(e.getMessage()));
        }
    }

    private static void daemon(Runnable work) {
        Thread thread = new Thread(work, "echo");
        thread.setDaemon(true);
        thread.start();
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
