// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.testkit.fault;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;

/**
 * A port of 127.0.0.1 that refuses connections for as long as this is open. The port of a server that was closed does not:
 * on a busy machine another process listens there a moment later. Thread-safe.
 */
public final class ClosedPort implements AutoCloseable {
    private final Socket bound = new Socket();

    /** @throws UncheckedIOException if no port is free */
    public ClosedPort() {
        try {
            bound.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
        } catch (IOException e) {
            throw new UncheckedIOException("no port to keep closed", e);
        }
    }

    /** Returns where nobody listens. */
    public InetSocketAddress address() {
        return (InetSocketAddress) bound.getLocalSocketAddress();
    }

    public int port() {
        return bound.getLocalPort();
    }

    @Override
    public void close() throws IOException {
        bound.close();
    }
}
