// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.bridge.server;

import io.kmirrord.bridge.wire.EncodedFrame;
import io.kmirrord.bridge.wire.ErrorCode;
import io.kmirrord.bridge.wire.FrameWriter;
import io.kmirrord.bridge.wire.Response;
import io.kmirrord.bridge.wire.WireVersion;
import java.io.IOException;
import java.net.StandardSocketOptions;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.attribute.UserPrincipal;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import jdk.net.ExtendedSocketOptions;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The thread that keeps the socket in its place and lets peers in. Looks once a second whether the socket is still
 * there, and tries once a second, for ever, to put it back. May block on user look-ups, which is why it is not the I/O
 * loop.
 */
final class Acceptor implements Runnable {
    private static final Logger LOG = LoggerFactory.getLogger(Acceptor.class);
    private static final long CHECK_NS = TimeUnit.SECONDS.toNanos(1);
    private static final int SOCKET_BUFFER_BYTES = 1 << 20;

    private final ServerConfig config;
    private final IoLoop loop;
    private final ServerCounters counters;
    private final SocketPlace place;
    private final AllowedPeers allowed;
    private final LogLimiter limiter = new LogLimiter(LOG, System::nanoTime);
    private volatile boolean running = true;
    private volatile @Nullable Selector selector;
    private @Nullable ServerSocketChannel listening;
    private long nextCheckNs = System.nanoTime();

    Acceptor(ServerConfig config, IoLoop loop, ServerCounters counters) {
        this.config = config;
        this.loop = loop;
        this.counters = counters;
        this.place = new SocketPlace(config.socketPath());
        this.allowed = new AllowedPeers(config.allowedUsers(), System.nanoTime());
    }

    void stop() {
        running = false;
        Selector opened = selector;
        if (opened != null) {
            opened.wakeup();
        }
    }

    @Override
    public void run() {
        if (!allowed.unresolved().isEmpty()) {
            LOG.warn("allowed.users names users that this host does not know (yet): {}", allowed.unresolved());
        }
        while (running) {
            try {
                Selector opened = selector;
                if (opened == null) {
                    selector = Selector.open();
                    continue;
                }
                keepPlace(opened);
                opened.select(Math.max(1, TimeUnit.NANOSECONDS.toMillis(nextCheckNs - System.nanoTime())));
                opened.selectedKeys().clear();
                acceptAll();
            } catch (Throwable e) {
                limiter.error("accept", "storage bridge: accepting connections failed, going on", e);
                LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(100));
            }
        }
        end();
    }

    private void end() {
        try {
            stopListening();
            place.leave();
            Selector opened = selector;
            if (opened != null) {
                opened.close();
            }
        } catch (IOException | RuntimeException e) {
            LOG.warn("socket {} of the storage bridge was not removed: {}", config.socketPath(), e.toString());
        }
    }

    private void keepPlace(Selector opened) throws IOException {
        if (System.nanoTime() - nextCheckNs < 0) {
            return;
        }
        nextCheckNs = System.nanoTime() + CHECK_NS;
        if (listening != null && !place.stillThere()) {
            LOG.warn("socket {} vanished; making it again", config.socketPath());
            stopListening();
            opened.selectNow();
        }
        if (listening == null) {
            listen(opened);
        }
    }

    private void listen(Selector opened) {
        try {
            ServerSocketChannel channel = place.bind();
            listening = channel;
            channel.register(opened, SelectionKey.OP_ACCEPT);
            UserPrincipal self = place.owner();
            if (self != null) {
                allowed.self(self);
            }
            LOG.info("storage bridge listens on {} for {}", config.socketPath(), allowed.accepted());
        } catch (IOException | RuntimeException e) {
            limiter.warn("bind", "storage bridge can't listen on " + config.socketPath() + ", trying again: " + e);
        }
    }

    private void stopListening() throws IOException {
        ServerSocketChannel channel = listening;
        listening = null;
        if (channel != null) {
            channel.close();
        }
    }

    private void acceptAll() throws IOException {
        while (running && listening != null) {
            SocketChannel channel = listening.accept();
            if (channel == null) {
                return;
            }
            try {
                let(channel);
            } catch (IOException | RuntimeException e) {
                IoLoop.closeQuietly(channel);
                limiter.warn("accept", "storage bridge: connection closed: " + e);
            }
        }
    }

    private void let(SocketChannel channel) throws IOException {
        UserPrincipal user =
                channel.getOption(ExtendedSocketOptions.SO_PEERCRED).user();
        if (!allowed.permits(user, System.nanoTime())) {
            counters.peersRefused.incrementAndGet();
            limiter.warn(
                    "peer",
                    "storage bridge: connection of user " + user.getName() + " closed; allowed.users: "
                            + allowed.accepted());
            IoLoop.closeQuietly(channel);
            return;
        }
        channel.configureBlocking(false);
        channel.setOption(StandardSocketOptions.SO_SNDBUF, SOCKET_BUFFER_BYTES);
        if (counters.connections.get() >= config.maxConnections()) {
            counters.connectionsRefused.incrementAndGet();
            turnAway(channel);
            return;
        }
        loop.adopt(channel, new Peer(user.getName()));
    }

    /** One small frame always fits into the empty buffer of a new socket. */
    private void turnAway(SocketChannel channel) throws IOException {
        String message = config.maxConnections() + " connections are open, which is max.connections; try again later";
        limiter.warn("connections", "storage bridge: connection refused, " + message);
        EncodedFrame frame = AnswerEncoder.encode(
                WireVersion.OF_HELLO,
                0,
                new Response.Refused(ErrorCode.OVERLOADED, config.maxConnections(), message),
                config.maxFrameBytes());
        FrameWriter writer = new FrameWriter();
        writer.add(frame, () -> {});
        writer.write(channel);
        IoLoop.closeQuietly(channel);
    }
}
