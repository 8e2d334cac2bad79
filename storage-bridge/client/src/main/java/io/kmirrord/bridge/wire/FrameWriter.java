// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.bridge.wire;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.GatheringByteChannel;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.Iterator;

/**
 * Frames waiting to be written to a non-blocking channel, in order, by gathering writes over as many of them as fit.
 * Confined to one thread.
 */
public final class FrameWriter {
    private static final int MAX_BUFFERS_PER_WRITE = 16;

    private record Entry(EncodedFrame frame, Runnable onReleased) {}

    private final Deque<Entry> queue = new ArrayDeque<>();
    private long queuedBytes;
    private boolean headStarted;

    /**
     * Adds a frame.
     *
     * @param onReleased called once when the buffers of the frame will not be touched any more: after the write, or in
     *     {@link #abandon}
     */
    public void add(EncodedFrame frame, Runnable onReleased) {
        queue.add(new Entry(frame, onReleased));
        queuedBytes += frame.remaining();
    }

    /** Returns the bytes not written yet. */
    public long queuedBytes() {
        return queuedBytes;
    }

    public boolean isEmpty() {
        return queue.isEmpty();
    }

    /**
     * Takes out the frame of a request of which no byte is written.
     *
     * @return false if it is not here, or begun: then only closing the connection frees its buffers
     */
    public boolean remove(long correlationId) {
        boolean begun = headStarted;
        for (Iterator<Entry> entries = queue.iterator(); entries.hasNext(); begun = false) {
            Entry entry = entries.next();
            if (entry.frame.correlationId() == correlationId) {
                if (begun) {
                    return false;
                }
                entries.remove();
                queuedBytes -= entry.frame.remaining();
                entry.onReleased.run();
                return true;
            }
        }
        return false;
    }

    /**
     * Writes until all is written or the channel is full.
     *
     * @return bytes written by this call, 0 or more
     */
    public long write(GatheringByteChannel channel) throws IOException {
        long total = 0;
        while (!queue.isEmpty()) {
            long written = channel.write(gather());
            if (written <= 0) {
                break;
            }
            total += written;
            advance(written);
        }
        return total;
    }

    /** Drops all frames and releases their buffers. */
    public void abandon() {
        while (!queue.isEmpty()) {
            queue.remove().onReleased.run();
        }
        queuedBytes = 0;
        headStarted = false;
    }

    private ByteBuffer[] gather() {
        ByteBuffer[] views = new ByteBuffer[Math.min(MAX_BUFFERS_PER_WRITE, 2 * queue.size())];
        int count = 0;
        for (Entry entry : queue) {
            for (ByteBuffer part : parts(entry)) {
                if (count == views.length) {
                    return views;
                }
                views[count] = Chunks.view(part);
                if (views[count++].remaining() < part.remaining()) {
                    return Arrays.copyOf(views, count);
                }
            }
        }
        return Arrays.copyOf(views, count);
    }

    private void advance(long written) {
        queuedBytes -= written;
        headStarted = true;
        long left = written;
        while (!queue.isEmpty()) {
            Entry entry = queue.element();
            for (ByteBuffer part : parts(entry)) {
                int step = (int) Math.min(left, part.remaining());
                part.position(part.position() + step);
                left -= step;
            }
            if (entry.frame.remaining() > 0) {
                return;
            }
            queue.remove();
            headStarted = left > 0;
            entry.onReleased.run();
        }
    }

    private static ByteBuffer[] parts(Entry entry) {
        ByteBuffer payload = entry.frame.payload();
        return payload == null ? new ByteBuffer[] {entry.frame.head()} : new ByteBuffer[] {entry.frame.head(), payload};
    }
}
