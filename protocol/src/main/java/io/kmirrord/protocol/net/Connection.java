// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.protocol.net;

import io.kmirrord.protocol.ErrorCategory;
import io.kmirrord.protocol.Peer;
import io.kmirrord.protocol.WireException;
import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.handler.timeout.IdleStateEvent;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.CompletableFuture;
import org.apache.kafka.common.message.ApiMessageType;
import org.apache.kafka.common.message.ResponseHeaderData;
import org.jspecify.annotations.Nullable;

/**
 * The last handler of a pipeline: sends calls, matches answers, keeps timeouts and throttle times. A broker answers in
 * the order of asking, so the oldest call in flight owns the next frame; any other correlation id closes the
 * connection, as does a call without an answer. Confined to the event loop.
 */
public final class Connection extends ChannelInboundHandlerAdapter {

    private final Peer peer;
    private final String clientId;
    private final Channel channel;
    private final FrameReader frames;
    private final CompletableFuture<Connection> closed = new CompletableFuture<>();
    private final Deque<InFlight<?>> inFlight = new ArrayDeque<>();
    /** Calls that wait for the end of a throttle time, in order. */
    private final Deque<Runnable> held = new ArrayDeque<>();

    private @Nullable ApiVersionTable versions;
    private int nextCorrelationId;
    private int throttles;
    private boolean idle;
    private boolean served;
    private @Nullable Throwable cause;

    Connection(Peer peer, String clientId, int maxFrameBytes, Channel channel) {
        this.peer = peer;
        this.clientId = clientId;
        this.channel = channel;
        this.frames = new FrameReader(maxFrameBytes, this::onFrameStart);
    }

    FrameReader frames() {
        return frames;
    }

    /** Who is at the other end. */
    public Peer peer() {
        return peer;
    }

    /** Completes (normally) when the connection is gone. */
    CompletableFuture<Connection> closed() {
        return closed;
    }

    /** Closed by us because nothing happened on it. */
    boolean closedIdle() {
        return idle;
    }

    /** Whether a request of a user was answered on it: the peer is not only there, it works. */
    boolean served() {
        return served;
    }

    /** Whether the peer asked us to be silent for now. */
    boolean throttled() {
        return throttles > 0;
    }

    void versions(ApiVersionTable table) {
        versions = table;
    }

    /** Sends a call now, or when the throttle time has passed. */
    public <R> CompletableFuture<R> send(Call<R> call) {
        assert channel.eventLoop().inEventLoop();
        CompletableFuture<R> future = new CompletableFuture<>();
        if (throttled()) {
            held.add(() -> write(call, future));
        } else {
            write(call, future);
        }
        return future;
    }

    /** Runs when no throttle time is running: at once, or after those that wait already. */
    void whenUnthrottled(Runnable action) {
        assert channel.eventLoop().inEventLoop();
        if (throttled()) {
            held.add(action);
        } else {
            action.run();
        }
    }

    private <R> void write(Call<R> call, CompletableFuture<R> future) {
        if (!channel.isActive()) {
            future.completeExceptionally(lost(call.api()));
            return;
        }
        ApiVersionTable table = versions;
        try {
            short version = table == null && call instanceof ApiVersionsCall first
                    ? first.fixedVersion()
                    : call.version(known(table));
            ByteBuf frame =
                    RequestFrame.encode(channel.alloc(), clientId, nextCorrelationId, version, call.request(version));
            InFlight<R> entry = new InFlight<>(this, call, version, nextCorrelationId++, future);
            inFlight.add(entry);
            entry.startTimeout(channel.eventLoop(), frames.received());
            var unused = channel.writeAndFlush(frame).addListener(ChannelFutureListener.CLOSE_ON_FAILURE);
        } catch (WireException e) {
            future.completeExceptionally(e);
        } catch (RuntimeException e) {
            future.completeExceptionally(new WireException(
                    ErrorCategory.FATAL, call.api() + " for " + peer + " cannot be written: " + e.getMessage(), e));
        }
    }

    private static ApiVersionTable known(@Nullable ApiVersionTable table) {
        if (table == null) {
            throw new IllegalStateException("a call before ApiVersions was answered");
        }
        return table;
    }

    private void onFrameStart(int length) {
        InFlight<?> first = inFlight.peek();
        if (first == null) {
            throw new WireException(
                    ErrorCategory.RETRY, peer + " sent " + length + " bytes that nothing was asked for", null);
        }
        first.call().onAnswerSize(length);
    }

    @Override
    public void channelRead(ChannelHandlerContext ctx, Object message) {
        ByteBuf frame = (ByteBuf) message;
        InFlight<?> first = inFlight.poll();
        if (first == null) {
            frame.release();
            fail(new IllegalStateException("a frame without a call"));
            return;
        }
        int correlationId = frame.readInt();
        if (correlationId != first.correlationId()) {
            frame.release();
            WireException mismatch = new WireException(
                    ErrorCategory.RETRY,
                    peer + " answered correlation id " + correlationId + "; expected: " + first.correlationId(),
                    null);
            first.fail(mismatch);
            fail(mismatch);
            return;
        }
        first.stopTimeout();
        answer(first, frame);
    }

    private <R> void answer(InFlight<R> entry, ByteBuf frame) {
        Call<R> call = entry.call();
        Call.Answer<R> answer;
        try {
            readHeader(call.api().responseHeaderVersion(entry.version()), frame);
            answer = call.decode(frame, entry.version());
        } catch (RuntimeException e) {
            WireException malformed = new WireException(
                    ErrorCategory.RETRY,
                    "the answer of " + peer + " to " + call.api() + " version " + entry.version() + " cannot be read: "
                            + e.getMessage(),
                    e);
            entry.fail(malformed);
            fail(malformed);
            return;
        }
        served |= call.api() != ApiMessageType.API_VERSIONS;
        throttle(answer.throttleTimeMs());
        entry.complete(answer.value());
    }

    private static void readHeader(short headerVersion, ByteBuf frame) {
        if (headerVersion == 0) {
            return;
        }
        // The header class reads the correlation id as well.
        frame.readerIndex(frame.readerIndex() - Integer.BYTES);
        try {
            new ResponseHeaderData(new ByteBufReadable(frame), headerVersion);
        } catch (RuntimeException e) {
            frame.release();
            throw e;
        }
    }

    private void throttle(int throttleTimeMs) {
        if (throttleTimeMs <= 0) {
            return;
        }
        throttles++;
        Futures.later(channel.eventLoop(), throttleTimeMs, this::unthrottle);
    }

    private void unthrottle() {
        throttles--;
        while (!throttled() && !held.isEmpty()) {
            held.remove().run();
        }
    }

    /**
     * A call got no answer: later answers would come in the wrong place, so the connection goes. But while bytes keep
     * coming it stays: on a slow link a large answer may take longer than any timeout that finds dead links in time.
     */
    void timedOut(InFlight<?> entry) {
        if (frames.received() != entry.receivedAtStart()) {
            entry.startTimeout(channel.eventLoop(), frames.received());
            return;
        }
        WireException timeout = new WireException(
                ErrorCategory.RETRY,
                peer + " did not answer " + entry.call().api() + " within "
                        + entry.call().timeout().toMillis() + " ms",
                null);
        inFlight.remove(entry);
        entry.fail(timeout);
        fail(timeout);
    }

    /** Closes because of an error, which those in flight are told. */
    private void fail(Throwable reason) {
        if (cause == null) {
            cause = reason;
        }
        close();
    }

    /** Closes. Idempotent. */
    public void close() {
        var unused = channel.close();
    }

    @Override
    public void userEventTriggered(ChannelHandlerContext ctx, Object event) {
        if (!(event instanceof IdleStateEvent)) {
            ctx.fireUserEventTriggered(event);
        } else if (inFlight.isEmpty() && held.isEmpty()) {
            idle = true;
            close();
        }
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext ctx, Throwable error) {
        fail(error);
    }

    @Override
    public void channelInactive(ChannelHandlerContext ctx) {
        closed.complete(this);
        throttles = 0;
        for (InFlight<?> entry = inFlight.poll(); entry != null; entry = inFlight.poll()) {
            entry.fail(lost(entry.call().api()));
        }
        for (Runnable action = held.poll(); action != null; action = held.poll()) {
            action.run();
        }
        ctx.fireChannelInactive();
    }

    private WireException lost(ApiMessageType api) {
        Throwable reason = cause;
        if (reason instanceof WireException wire) {
            return new WireException(wire.category(), wire.getMessage() + " (" + api + " not answered)", wire);
        }
        String why = reason == null ? "closed" : String.valueOf(reason.getMessage());
        return new WireException(
                ErrorCategory.RETRY, "connection to " + peer + " lost, " + api + " not answered: " + why, reason);
    }
}
