// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.protocol.net;

import io.kmirrord.protocol.ErrorCategory;
import io.kmirrord.protocol.WireException;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import java.util.function.IntConsumer;
import org.jspecify.annotations.Nullable;

/**
 * Cuts the stream into frames, each in one buffer of exactly its size:
 * <pre>
 * | length 4 | frame: length bytes, at least 4 (correlation id) |
 * </pre>
 * A length outside [4, max] is refused before anything is allocated. {@link #lend} lets the socket write straight into
 * the frame; bytes that came another way are copied. Confined to the event loop.
 */
final class FrameReader extends ChannelInboundHandlerAdapter {

    private static final int LENGTH_BYTES = 4;
    private static final int MIN_FRAME_BYTES = 4;

    private final int maxFrameBytes;
    private final IntConsumer onFrameStart;

    private int lengthBytesRead;
    private int length;
    /** The frame being filled, from its length on until it is passed on. */
    private @Nullable ByteBuf frame;
    /** The part of {@link #frame} that the socket reads into at this moment. */
    private @Nullable ByteBuf lent;
    /** Bytes of frames received so far. */
    private long received;
    /** After a refused length nothing in the stream can be trusted. */
    private boolean broken;

    /**
     * @param maxFrameBytes largest length accepted
     * @param onFrameStart told each length before allocation; may refuse by throwing {@link WireException}
     */
    FrameReader(int maxFrameBytes, IntConsumer onFrameStart) {
        this.maxFrameBytes = maxFrameBytes;
        this.onFrameStart = onFrameStart;
    }

    /** Bytes of frames received so far, also of one that is not complete. */
    long received() {
        return received;
    }

    /** The unfilled rest of the frame at hand, for the socket to read into; null when no frame has begun. */
    @Nullable
    ByteBuf lend() {
        ByteBuf current = frame;
        if (current == null) {
            return null;
        }
        ByteBuf rest = current.retainedSlice(current.writerIndex(), current.writableBytes());
        rest.setIndex(0, 0);
        lent = rest;
        return rest;
    }

    @Override
    public void channelRead(ChannelHandlerContext ctx, Object message) {
        ByteBuf in = (ByteBuf) message;
        try {
            if (broken) {
                return;
            }
            ByteBuf current = frame;
            if (isLent(in) && current != null) {
                lent = null;
                received += in.readableBytes();
                current.writerIndex(current.writerIndex() + in.readableBytes());
                passOnIfFull(ctx, current);
                return;
            }
            while (in.isReadable()) {
                consume(ctx, in);
            }
        } catch (WireException e) {
            broken = true;
            drop();
            ctx.fireExceptionCaught(e);
        } finally {
            in.release();
        }
    }

    @SuppressWarnings("ReferenceEquality") // The very buffer that was lent, not one of equal content.
    private boolean isLent(ByteBuf in) {
        return in == lent;
    }

    private void consume(ChannelHandlerContext ctx, ByteBuf in) {
        ByteBuf current = frame;
        if (current != null) {
            int size = Math.min(in.readableBytes(), current.writableBytes());
            received += size;
            current.writeBytes(in, size);
            passOnIfFull(ctx, current);
            return;
        }
        length = (length << 8) | in.readUnsignedByte();
        lengthBytesRead++;
        if (lengthBytesRead == LENGTH_BYTES) {
            begin(ctx.alloc());
        }
    }

    private void begin(ByteBufAllocator allocator) {
        if (length < MIN_FRAME_BYTES || length > maxFrameBytes) {
            throw new WireException(
                    ErrorCategory.RETRY,
                    "the peer announced a response of " + length + " bytes; accepted: " + MIN_FRAME_BYTES + " to "
                            + maxFrameBytes + " (max frame size). Is this a Kafka listener of the right protocol?",
                    null);
        }
        onFrameStart.accept(length);
        frame = allocator.directBuffer(length, length);
    }

    private void passOnIfFull(ChannelHandlerContext ctx, ByteBuf current) {
        if (!current.isWritable()) {
            frame = null;
            length = 0;
            lengthBytesRead = 0;
            ctx.fireChannelRead(current);
        }
    }

    private void drop() {
        ByteBuf current = frame;
        frame = null;
        lent = null;
        if (current != null) {
            current.release();
        }
    }

    @Override
    public void channelInactive(ChannelHandlerContext ctx) {
        drop();
        ctx.fireChannelInactive();
    }

    @Override
    public void handlerRemoved(ChannelHandlerContext ctx) {
        drop();
    }
}
