// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.bridge.wire;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ReadableByteChannel;
import org.jspecify.annotations.Nullable;

/**
 * Reads frames off a non-blocking channel: the header first, then the body straight into the one buffer that
 * {@link BodyBuffer.Source} gives. Confined to one thread.
 */
public final class FrameReader {
    /** What {@link #read} came to. */
    public enum Outcome {
        /** A whole frame: take it with {@link #takeFrame}. */
        FRAME,
        /** The channel is empty for now. */
        EMPTY,
        /** The source has no memory for the body now: call again when it has. */
        NO_MEMORY,
        /** The peer closed; {@link #midFrame} says whether inside a frame. */
        END
    }

    /** A frame whose body the caller must release. */
    public record Frame(FrameHeader header, BodyBuffer body) {}

    private final int maxFrameBytes;
    private final BodyBuffer.Source source;
    private final ByteBuffer headerBytes = ByteBuffer.allocateDirect(FrameHeader.BYTES);
    private @Nullable FrameHeader header;
    private @Nullable BodyBuffer body;

    /**
     * Makes a reader.
     *
     * @param maxFrameBytes largest accepted frame, header included
     */
    public FrameReader(int maxFrameBytes, BodyBuffer.Source source) {
        this.maxFrameBytes = maxFrameBytes;
        this.source = source;
    }

    /**
     * Reads on until one of the outcomes.
     *
     * @throws BridgeException the header is not acceptable; the stream is lost, close the connection
     */
    public Outcome read(ReadableByteChannel channel) throws IOException, BridgeException {
        if (header == null) {
            int count = channel.read(headerBytes);
            if (headerBytes.hasRemaining()) {
                return count < 0 ? Outcome.END : Outcome.EMPTY;
            }
            header = FrameHeader.read(headerBytes.flip(), maxFrameBytes);
        }
        if (body == null) {
            body = source.take(header.bodyBytes());
            if (body == null) {
                return Outcome.NO_MEMORY;
            }
        }
        ByteBuffer buffer = body.buffer();
        while (buffer.hasRemaining()) {
            int count = Chunks.read(channel, buffer);
            if (count <= 0) {
                return count < 0 ? Outcome.END : Outcome.EMPTY;
            }
        }
        buffer.flip();
        return Outcome.FRAME;
    }

    /** Returns the frame that {@link #read} completed, and makes ready for the next. */
    public Frame takeFrame() {
        if (header == null || body == null) {
            throw new IllegalStateException("no frame is complete");
        }
        Frame frame = new Frame(header, body);
        header = null;
        body = null;
        headerBytes.clear();
        return frame;
    }

    /** Returns whether part of a frame has arrived and part of it has not. */
    public boolean midFrame() {
        return headerBytes.position() > 0;
    }

    /** Returns the header of the frame under way, null before it is whole. */
    public @Nullable FrameHeader header() {
        return header;
    }

    /** Gives back the memory of a frame that will not be completed. */
    public void abandon() {
        if (body != null) {
            body.release();
            body = null;
        }
    }
}
