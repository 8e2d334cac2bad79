// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.bridge.wire;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ReadableByteChannel;

/**
 * Bounds what one call of a channel sees of a heap buffer: the JDK copies it through a direct buffer of the same size,
 * which it then keeps for the life of the thread. Direct buffers are passed whole. Stateless.
 */
final class Chunks {
    private static final int HEAP_CHUNK_BYTES = 128 * 1024;

    private Chunks() {}

    static int read(ReadableByteChannel channel, ByteBuffer target) throws IOException {
        if (target.isDirect() || target.remaining() <= HEAP_CHUNK_BYTES) {
            return channel.read(target);
        }
        ByteBuffer part = target.duplicate().limit(target.position() + HEAP_CHUNK_BYTES);
        int count = channel.read(part);
        target.position(part.position());
        return count;
    }

    /** Returns a view of what one write may see. */
    static ByteBuffer view(ByteBuffer source) {
        ByteBuffer view = source.duplicate();
        if (!view.isDirect() && view.remaining() > HEAP_CHUNK_BYTES) {
            view.limit(view.position() + HEAP_CHUNK_BYTES);
        }
        return view;
    }
}
