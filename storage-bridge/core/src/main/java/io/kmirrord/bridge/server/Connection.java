// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.bridge.server;

import io.kmirrord.bridge.wire.BridgeException;
import io.kmirrord.bridge.wire.EncodedFrame;
import io.kmirrord.bridge.wire.ErrorCode;
import io.kmirrord.bridge.wire.FrameHeader;
import io.kmirrord.bridge.wire.FrameReader;
import io.kmirrord.bridge.wire.FrameWriter;
import io.kmirrord.bridge.wire.Frames;
import io.kmirrord.bridge.wire.Request;
import io.kmirrord.bridge.wire.Response;
import io.kmirrord.bridge.wire.WireVersion;
import java.io.IOException;
import java.nio.channels.SelectionKey;
import java.nio.channels.SocketChannel;
import java.util.concurrent.atomic.AtomicLong;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One daemon's connection. Confined to the I/O loop but for {@link #answer}, {@link #isOpen}, {@link #peer} and
 * {@link #client}.
 *
 * <p>A frame whose header is wrong ends the connection, as the next one can't be found: the peer is told, then it is
 * closed. A frame whose body is wrong is refused, and the connection stays.
 */
final class Connection {
    private static final Logger LOG = LoggerFactory.getLogger(Connection.class);
    private static final int FRAMES_PER_TURN = 64;
    private static final long NOT_RUNNING = Long.MIN_VALUE;

    private final IoLoop loop;
    private final Dispatcher dispatcher;
    private final int maxFrameBytes;
    private final SelectionKey key;
    private final SocketChannel channel;
    private final Peer peer;
    private final FrameReader reader;
    private final FrameWriter writer = new FrameWriter();
    private final WatchSender watch;
    private volatile boolean open = true;
    /** 0 before HELLO. */
    private volatile int version;

    private volatile String client = "?";
    private final AtomicLong unreadBytes = new AtomicLong();
    private boolean closing;
    private boolean memoryPaused;
    private long memoryPausedSinceNs;
    /** Since when the frame under way, or HELLO, is awaited. */
    private long inputSinceNs;
    /** Since when the peer reads nothing of what is queued. */
    private long outputSinceNs = NOT_RUNNING;

    Connection(IoLoop loop, Dispatcher dispatcher, ServerConfig config, SelectionKey key, Peer peer, long nowNs) {
        this.loop = loop;
        this.dispatcher = dispatcher;
        this.maxFrameBytes = config.maxFrameBytes();
        this.key = key;
        this.channel = (SocketChannel) key.channel();
        this.peer = peer;
        this.inputSinceNs = nowNs;
        this.reader = new FrameReader(maxFrameBytes, bytes -> loop.takeMemory(this, bytes));
        this.watch = new WatchSender(loop, this, dispatcher);
    }

    Peer peer() {
        return peer;
    }

    /** Returns the name that the client gave itself in HELLO. */
    String client() {
        return client;
    }

    boolean isOpen() {
        return open;
    }

    void onReady(long nowNs) {
        if (open && key.isValid() && key.isWritable()) {
            flush(nowNs);
        }
        if (mayRead()) {
            readFrames(nowNs);
        }
    }

    /** Tries again for memory. */
    void resume(long nowNs) {
        if (open && !closing) {
            readFrames(nowNs);
        }
    }

    /** Ends the pause and returns how long it was. The time for the frame begins anew. */
    long endMemoryPause() {
        long nowNs = System.nanoTime();
        memoryPaused = false;
        inputSinceNs = nowNs;
        return nowNs - memoryPausedSinceNs;
    }

    private boolean mayRead() {
        return open && !closing && !memoryPaused && writer.queuedBytes() <= maxFrameBytes;
    }

    private void readFrames(long nowNs) {
        try {
            for (int i = 0; i < FRAMES_PER_TURN && open && !closing; i++) {
                FrameReader.Outcome outcome = reader.read(channel);
                if (outcome == FrameReader.Outcome.FRAME) {
                    inputSinceNs = NOT_RUNNING;
                    onFrame(reader.takeFrame());
                    if (mayRead()) {
                        continue;
                    }
                } else if (outcome == FrameReader.Outcome.END) {
                    close(reader.midFrame() ? "the peer closed inside a frame" : "the peer closed");
                } else if (outcome == FrameReader.Outcome.NO_MEMORY && !memoryPaused) {
                    memoryPaused = true;
                    memoryPausedSinceNs = nowNs;
                } else if (inputSinceNs == NOT_RUNNING && reader.midFrame()) {
                    inputSinceNs = nowNs;
                }
                break;
            }
        } catch (BridgeException e) {
            // The header holds no correlation id that could be trusted.
            refuseAndClose(0, e);
        } catch (IOException e) {
            close(e.toString());
        }
        updateInterest();
    }

    private void onFrame(FrameReader.Frame frame) {
        FrameHeader header = frame.header();
        boolean handedOn = false;
        try {
            Request request = Frames.decodeRequest(header, frame.body().buffer());
            if (header.correlationId() < 1) {
                throw new BridgeException(
                        ErrorCode.MALFORMED, "correlation id " + header.correlationId() + "; accepted: 1 or more");
            }
            admit(header, request);
            handedOn = true;
            dispatcher.submit(this, header.correlationId(), request, frame.body());
        } catch (BridgeException e) {
            if (version == 0 || header.version() != version || header.correlationId() < 1) {
                refuseAndClose(Math.max(0, header.correlationId()), e);
            } else {
                send(refusal(header.correlationId(), e));
            }
        } finally {
            if (!handedOn) {
                frame.body().release();
            }
        }
    }

    private void admit(FrameHeader header, Request request) throws BridgeException {
        if (request instanceof Request.Hello hello) {
            if (version != 0) {
                throw new BridgeException(ErrorCode.INVALID_REQUEST, "a second HELLO; accepted: one per connection");
            }
            version = WireVersion.negotiate(hello.minVersion(), hello.maxVersion());
            client = AuditLog.clean(hello.client());
        } else if (version == 0) {
            throw new BridgeException(
                    ErrorCode.INVALID_REQUEST, Frames.nameOf(request) + " before HELLO; accepted: HELLO first");
        } else if (header.version() != version) {
            throw new BridgeException(
                    ErrorCode.UNSUPPORTED_VERSION,
                    version,
                    "frame of wire version " + header.version() + "; HELLO agreed on " + version);
        } else if (request instanceof Request.Watch) {
            watch.begin(header.correlationId());
        }
    }

    WatchStream watchStream() {
        return watch.stream();
    }

    /** Answers WATCH with a refusal, after which it may be asked for again. From any thread. */
    void refuseWatch(long correlationId, Response.Refused refused) {
        loop.execute(watch::refused);
        answer(correlationId, refused);
    }

    /** Sends an answer. From any thread; encoded on the calling one. */
    void answer(long correlationId, Response response) {
        EncodedFrame frame = encode(correlationId, response);
        long bytes = frame.remaining();
        unreadBytes.addAndGet(bytes);
        loop.execute(() -> send(frame, () -> unreadBytes.addAndGet(-bytes)));
    }

    /** Returns whether the peer has left so much unread that large answers must wait. From any thread. */
    boolean outputFull() {
        return unreadBytes.get() > maxFrameBytes;
    }

    /** Encodes an answer in the version of this connection. From any thread. */
    EncodedFrame encode(long correlationId, Response response) {
        boolean first = version == 0 || response instanceof Response.Hello;
        return AnswerEncoder.encode(first ? WireVersion.OF_HELLO : version, correlationId, response, maxFrameBytes);
    }

    private EncodedFrame refusal(long correlationId, BridgeException e) {
        return encode(correlationId, new Response.Refused(e.code(), e.value(), String.valueOf(e.getMessage())));
    }

    private void refuseAndClose(long correlationId, BridgeException e) {
        loop.warn("refused", "connection of " + peer.user() + " (" + client + ") closed: " + e.getMessage());
        closing = true;
        reader.abandon();
        send(refusal(correlationId, e));
    }

    void send(EncodedFrame frame) {
        send(frame, () -> {});
    }

    void send(EncodedFrame frame, Runnable onWritten) {
        if (open) {
            writer.add(frame, onWritten);
            loop.markDirty(this);
        }
    }

    void flush(long nowNs) {
        if (!open) {
            return;
        }
        try {
            boolean progress = writer.write(channel) > 0;
            if (writer.isEmpty()) {
                outputSinceNs = NOT_RUNNING;
                if (closing) {
                    close("after a refusal");
                }
            } else if (progress || outputSinceNs == NOT_RUNNING) {
                outputSinceNs = nowNs;
            }
        } catch (IOException e) {
            close(e.toString());
        }
        updateInterest();
    }

    private void updateInterest() {
        if (open && key.isValid()) {
            key.interestOps((mayRead() ? SelectionKey.OP_READ : 0) | (writer.isEmpty() ? 0 : SelectionKey.OP_WRITE));
        }
    }

    /** Closes a peer that begins a frame and does not end it, says no HELLO, or does not read its answers. */
    void checkDeadlines(long nowNs, long timeoutNs) {
        boolean notRead = memoryPaused || closing || writer.queuedBytes() > maxFrameBytes;
        if (notRead && inputSinceNs != NOT_RUNNING) {
            inputSinceNs = nowNs; // we did not look: no fault of the peer
        }
        if (inputSinceNs != NOT_RUNNING && nowNs - inputSinceNs > timeoutNs) {
            loop.warn(
                    "slow",
                    "connection of " + peer.user() + " (" + client + ") closed: "
                            + (version == 0 ? "no HELLO" : "a begun frame did not arrive") + " in frame.timeout.ms");
            close("input timed out");
        } else if (outputSinceNs != NOT_RUNNING && nowNs - outputSinceNs > timeoutNs) {
            loop.warn(
                    "slow",
                    "connection of " + peer.user() + " (" + client + ") closed: answers not read in frame.timeout.ms");
            close("output timed out");
        }
    }

    void close(String why) {
        if (!open) {
            return;
        }
        open = false;
        LOG.debug("connection of {} ({}) closed: {}", peer.user(), client, why);
        reader.abandon();
        writer.abandon();
        key.cancel();
        IoLoop.closeQuietly(channel);
        watch.end();
        loop.closed(this);
    }
}
