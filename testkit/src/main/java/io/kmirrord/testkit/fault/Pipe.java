// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.testkit.fault;

import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * One direction of a relayed connection: reads from the channel it is in the pipeline of, writes to the other. Confined
 * to the event loop that both channels share. At most {@link #MAX_QUEUED_BYTES} and one read are held.
 */
final class Pipe extends ChannelInboundHandlerAdapter {

    private static final int MAX_QUEUED_BYTES = 1 << 20;

    /** Largest piece written at once under a rate, and how many of them make a second at least. */
    private static final int SLICE_BYTES = 16 << 10;

    private static final int SLICES_PER_SECOND = 50;

    private final Direction direction;
    private final Queue<Queued> queue = new ArrayDeque<>();
    private Conditions conditions;
    private @Nullable Channel from;
    private @Nullable Channel to;
    private long queuedBytes;
    private boolean ended;
    private boolean discarded;
    private @Nullable Future<?> wakeUp;
    private long freeAtNanos = System.nanoTime();

    private record Queued(ByteBuf bytes, long arrivedAtNanos) {}

    Pipe(Direction direction, Conditions conditions) {
        this.direction = direction;
        this.conditions = conditions;
    }

    /** Starts the flow into a channel that is connected. */
    void connect(Channel target) {
        to = target;
        pump();
    }

    void conditions(Conditions changed) {
        conditions = changed;
        pump();
    }

    @Override
    public void handlerAdded(ChannelHandlerContext ctx) {
        from = ctx.channel();
    }

    @Override
    public void channelRead(ChannelHandlerContext ctx, Object message) {
        ByteBuf bytes = (ByteBuf) message;
        if (discarded) {
            bytes.release();
            return;
        }
        queue.add(new Queued(bytes, System.nanoTime()));
        queuedBytes += bytes.readableBytes();
    }

    @Override
    public void channelReadComplete(ChannelHandlerContext ctx) {
        pump();
    }

    @Override
    public void channelInactive(ChannelHandlerContext ctx) {
        ended = true;
        pump();
    }

    /** A reset by the peer arrives here; the end that follows it is passed on like any other. */
    @Override
    public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
        var unused = ctx.close();
    }

    /** Writes what is due, then asks for more or waits. */
    private void pump() {
        Channel target = to;
        if (target == null || silent()) {
            return;
        }
        while (!queue.isEmpty()) {
            long waitNanos = dueAtNanos(queue.element()) - System.nanoTime();
            if (waitNanos > 0) {
                pumpIn(waitNanos, target);
                break;
            }
            if (!target.isWritable() && target.isActive()) {
                pumpIn(TimeUnit.MILLISECONDS.toNanos(1), target);
                break;
            }
            writeHead(target);
        }
        if (queue.isEmpty() && ended) {
            var unused = target.close();
        } else if (queuedBytes < MAX_QUEUED_BYTES && from != null) {
            from.read();
        }
    }

    private void writeHead(Channel target) {
        ByteBuf head = queue.element().bytes();
        long rate = conditions.bytesPerSecond();
        int size = head.readableBytes();
        if (rate > 0) {
            long slice = Math.max(1, Math.min(SLICE_BYTES, rate / SLICES_PER_SECOND));
            size = (int) Math.min(slice, size);
        }
        var unused = target.writeAndFlush(head.readRetainedSlice(size), target.voidPromise());
        queuedBytes -= size;
        if (rate > 0) {
            long costNanos = TimeUnit.SECONDS.toNanos(size) / rate;
            freeAtNanos = Math.max(freeAtNanos, System.nanoTime()) + costNanos;
        }
        if (!head.isReadable()) {
            queue.remove();
            head.release();
        }
    }

    private long dueAtNanos(Queued head) {
        long delayed = head.arrivedAtNanos() + conditions.delay().toNanos();
        return conditions.bytesPerSecond() > 0 && freeAtNanos - delayed > 0 ? freeAtNanos : delayed;
    }

    private void pumpIn(long nanos, Channel target) {
        if (wakeUp == null) {
            wakeUp = target.eventLoop().schedule(this::wake, nanos, TimeUnit.NANOSECONDS);
        }
    }

    private void wake() {
        wakeUp = null;
        pump();
    }

    private boolean silent() {
        return conditions.silent().contains(direction);
    }

    /** Drops what is held; nothing passes any more. */
    void discard() {
        to = null;
        discarded = true;
        queue.forEach(queued -> queued.bytes().release());
        queue.clear();
        queuedBytes = 0;
    }
}
