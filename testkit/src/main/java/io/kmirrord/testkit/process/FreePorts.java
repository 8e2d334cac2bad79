// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.testkit.process;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * Ports of 127.0.0.1 that nothing listens on now. They are free, not reserved: whoever gets one must cope with it being taken meanwhile.
 * Other JVMs of this user draw from other ports, see {@link PortBlock}, and this one gives a port again only when all were given. Thread-safe.
 *
 * <p>On Linux they lie below the range that outgoing connections draw from, because a broker that is down for a moment must find its port free again,
 * and any client's outgoing connection could have drawn it. Elsewhere the system picks them.
 */
public final class FreePorts {
    private static final Path EPHEMERAL_RANGE = Path.of("/proc/sys/net/ipv4/ip_local_port_range");
    private static final int LOWEST = 10_000;
    private static final int TRIES = 1_000;

    private static final Set<Integer> GIVEN = new HashSet<>();
    private static @Nullable PortBlock block;

    private FreePorts() {}

    /** {@code count} different free ports. */
    public static synchronized List<Integer> pick(int count, RandomGenerator random) {
        var sockets = new ArrayList<ServerSocket>();
        try {
            var highest = lowestEphemeral() - 1;
            for (var i = 0; i < count; i++) {
                sockets.add(highest - LOWEST < TRIES ? bind(0) : bindBelow(highest, random));
            }
            return sockets.stream().map(ServerSocket::getLocalPort).toList();
        } catch (IOException e) {
            throw new UncheckedIOException("no free port on 127.0.0.1", e);
        } finally {
            sockets.forEach(FreePorts::close);
        }
    }

    private static ServerSocket bindBelow(int highest, RandomGenerator random) throws IOException {
        if (block == null) {
            block = PortBlock.take(LOWEST, highest);
        }
        for (var attempt = 1; ; attempt++) {
            if (GIVEN.size() >= block.end() - block.first()) {
                GIVEN.clear();
            }
            var port = random.nextInt(block.first(), block.end());
            if (GIVEN.add(port)) {
                try {
                    return bind(port);
                } catch (IOException e) {
                    if (attempt >= TRIES) {
                        throw e;
                    }
                }
            }
        }
    }

    private static ServerSocket bind(int port) throws IOException {
        var socket = new ServerSocket();
        try {
            socket.bind(new InetSocketAddress(InetAddress.getByAddress(new byte[] {127, 0, 0, 1}), port));
            return socket;
        } catch (IOException e) {
            socket.close();
            throw e;
        }
    }

    private static int lowestEphemeral() throws IOException {
        if (!Files.isReadable(EPHEMERAL_RANGE)) {
            return 0;
        }
        // By lines: some kernels state a wrong size for files of /proc, which Files.readString trusts.
        try (var lines = Files.lines(EPHEMERAL_RANGE)) {
            return Integer.parseInt(lines.findFirst().orElse("0").strip().split("\\s+", -1)[0]);
        }
    }

    private static void close(ServerSocket socket) {
        try {
            socket.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
