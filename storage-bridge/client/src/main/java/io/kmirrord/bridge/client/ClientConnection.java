// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.bridge.client;

import io.kmirrord.bridge.client.BridgeClient.WatchListener;
import io.kmirrord.bridge.wire.BodyBuffer;
import io.kmirrord.bridge.wire.BridgeException;
import io.kmirrord.bridge.wire.EncodedFrame;
import io.kmirrord.bridge.wire.ErrorCode;
import io.kmirrord.bridge.wire.FrameReader;
import io.kmirrord.bridge.wire.FrameWriter;
import io.kmirrord.bridge.wire.Frames;
import io.kmirrord.bridge.wire.Request;
import io.kmirrord.bridge.wire.Response;
import io.kmirrord.bridge.wire.WireVersion;
import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.StandardSocketOptions;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** One connection of a client, from connect to loss. Confined to the client's thread. */
final class ClientConnection {
    private static final System.Logger LOG = System.getLogger(ClientConnection.class.getName());
    private static final long HELLO_ID = 1;
    private static final int SOCKET_BUFFER_BYTES = 1 << 20;

    private final ClientConfig config;
    private final ClientLoop loop;
    private final SocketChannel channel;
    private final SelectionKey key;
    private final FrameReader reader;
    private final FrameWriter writer = new FrameWriter();
    private final Map<Long, Pending<?>> pending = new LinkedHashMap<>();
    private final long helloDeadlineNs;
    private @Nullable WatchListener listener;
    /** 0 while the watch is not asked for. */
    private long watchId;

    private long watchAtNs;
    private boolean watchRefusalLogged;
    private long lastId = HELLO_ID;
    /** 0 before the answer to HELLO. */
    private int version;

    private ClientConnection(ClientConfig config, ClientLoop loop, SocketChannel channel, SelectionKey key) {
        this.config = config;
        this.loop = loop;
        this.channel = channel;
        this.key = key;
        this.reader = new FrameReader(config.maxFrameBytes(), BodyBuffer::onHeap);
        this.helloDeadlineNs = System.nanoTime() + config.requestTimeout().toNanos();
        String client = config.name() + " pid " + ProcessHandle.current().pid();
        Request hello = new Request.Hello(WireVersion.MIN, WireVersion.MAX, client);
        writer.add(Frames.encode(WireVersion.OF_HELLO, HELLO_ID, hello), () -> {});
    }

    /** Connects; a local socket does so at once or fails. */
    static ClientConnection open(ClientConfig config, Selector selector, ClientLoop loop) throws IOException {
        SocketChannel channel = SocketChannel.open(StandardProtocolFamily.UNIX);
        try {
            channel.configureBlocking(false);
            channel.setOption(StandardSocketOptions.SO_SNDBUF, SOCKET_BUFFER_BYTES);
            channel.connect(UnixDomainSocketAddress.of(config.socketPath()));
            SelectionKey key = channel.register(selector, SelectionKey.OP_READ);
            return new ClientConnection(config, loop, channel, key);
        } catch (IOException | RuntimeException e) {
            channel.close();
            throw e;
        }
    }

    boolean isReady() {
        return version != 0;
    }

    void send(Pending<?> request) {
        long id = ++lastId;
        EncodedFrame frame;
        try {
            frame = Frames.encode(version, id, request.request);
            if (frame.remaining() > config.maxFrameBytes()) {
                throw new BridgeException(
                        ErrorCode.FRAME_TOO_LARGE,
                        config.maxFrameBytes(),
                        Frames.nameOf(request.request) + " of " + frame.remaining() + " bytes; accepted: at most "
                                + config.maxFrameBytes() + " (max.frame.bytes)");
            }
        } catch (BridgeException | IllegalArgumentException | ArithmeticException e) {
            request.fail(e);
            return;
        }
        pending.put(id, request);
        writer.add(frame, request::release);
    }

    void watch(WatchListener follower) {
        listener = follower;
        watchAtNs = System.nanoTime();
    }

    private void askForWatch() {
        if (listener != null && watchId == 0 && System.nanoTime() - watchAtNs >= 0) {
            watchId = ++lastId;
            writer.add(Frames.encode(version, watchId, new Request.Watch()), () -> {});
        }
    }

    /** The connection is as good as before: the watch is asked for again later. */
    private void onWatchRefused(Response.Refused refused) {
        watchId = 0;
        watchAtNs = System.nanoTime() + config.maxBackoff().toNanos();
        if (!watchRefusalLogged) {
            watchRefusalLogged = true;
            LOG.log(
                    System.Logger.Level.WARNING,
                    "storage bridge refuses WATCH, asking again: {0}: {1}",
                    refused.code(),
                    refused.message());
        }
    }

    /** Reads, writes and looks at the time. */
    void turn(long nowNs) throws IOException, BridgeException {
        askForWatch();
        writer.write(channel);
        readAll();
        askForWatch();
        writer.write(channel);
        expire(nowNs);
        key.interestOps(SelectionKey.OP_READ | (writer.isEmpty() ? 0 : SelectionKey.OP_WRITE));
    }

    private void readAll() throws IOException, BridgeException {
        while (true) {
            FrameReader.Outcome outcome = readSome();
            if (outcome == FrameReader.Outcome.END) {
                throw new IOException("the bridge closed the connection");
            }
            if (outcome != FrameReader.Outcome.FRAME) {
                return;
            }
            FrameReader.Frame frame = reader.takeFrame();
            onAnswer(frame.header().correlationId(), decode(frame));
        }
    }

    /** What can't be read is a fault of the connection; a BridgeException here is a refusal that the bridge sent. */
    private FrameReader.Outcome readSome() throws IOException {
        try {
            return reader.read(channel);
        } catch (BridgeException e) {
            throw new IOException("the bridge sent what is no frame: " + e.getMessage(), e);
        }
    }

    private static Response decode(FrameReader.Frame frame) throws IOException {
        try {
            return Frames.decodeResponse(frame.header(), frame.body().buffer());
        } catch (BridgeException e) {
            throw new IOException("the bridge sent an answer that can't be read: " + e.getMessage(), e);
        }
    }

    private void onAnswer(long id, Response response) throws IOException, BridgeException {
        if (id == 0 || id == HELLO_ID || id == watchId) {
            onConnectionAnswer(id, response);
            return;
        }
        Pending<?> request = pending.get(id);
        if (request == null) {
            return; // its time was up before
        }
        if (!request.isReleased()) {
            throw new IOException("the bridge answered a request before it was sent whole");
        }
        pending.remove(id);
        request.answer(response);
    }

    private void onConnectionAnswer(long id, Response response) throws IOException, BridgeException {
        WatchListener follower = listener;
        if (response instanceof Response.Refused refused && id != 0 && id == watchId) {
            onWatchRefused(refused);
        } else if (response instanceof Response.Refused refused) {
            throw new BridgeException(refused.code(), refused.value(), refused.message());
        } else if (id == HELLO_ID && response instanceof Response.Hello hello && version == 0) {
            version = WireVersion.negotiate(hello.version(), hello.version());
            loop.onHello(hello);
        } else if (id == watchId && response instanceof Response.WatchUpdate update && follower != null) {
            guard(() -> follower.onUpdate(update));
        } else {
            throw new IOException("the bridge answered " + response.getClass().getSimpleName() + " out of turn");
        }
    }

    private void expire(long nowNs) throws IOException {
        if (version == 0 && nowNs - helloDeadlineNs > 0) {
            throw new IOException("no answer to HELLO in " + config.requestTimeout());
        }
        List<Long> late = new ArrayList<>();
        pending.forEach((id, request) -> {
            if (nowNs - request.deadlineNs > 0) {
                late.add(id);
            }
        });
        for (long id : late) {
            Pending<?> request = pending.get(id);
            if (request == null) {
                continue;
            }
            if (!request.isReleased() && !writer.remove(id)) {
                throw new IOException("the bridge did not read a whole request in " + config.requestTimeout());
            }
            pending.remove(id);
            request.fail(new IOException("no answer to " + Frames.nameOf(request.request) + " in time; whether it was "
                    + "carried out is not known"));
        }
    }

    void close(IOException why) {
        try {
            key.cancel();
            channel.close();
        } catch (IOException e) {
            LOG.log(System.Logger.Level.DEBUG, "close", e);
        }
        writer.abandon();
        List<Pending<?>> failed = List.copyOf(pending.values());
        pending.clear();
        failed.forEach(request -> request.fail(why));
        WatchListener follower = listener;
        if (follower != null) {
            guard(follower::onDisconnected);
        }
    }

    private static void guard(Runnable call) {
        try {
            call.run();
        } catch (RuntimeException e) {
            LOG.log(System.Logger.Level.ERROR, "watch listener failed", e);
        }
    }
}
