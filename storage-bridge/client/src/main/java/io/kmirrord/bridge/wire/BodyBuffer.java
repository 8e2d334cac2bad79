// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.bridge.wire;

import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/** The one buffer that a frame's body is read into, and that its record data stays in. */
public interface BodyBuffer {

    /** Position 0, limit = length of the body asked for. */
    ByteBuffer buffer();

    /** Gives the memory back; the buffer must not be touched any more. From any thread, once; again is a no-op. */
    void release();

    /** Where bodies come from. */
    @FunctionalInterface
    interface Source {
        /**
         * Returns a buffer, or null if there is no memory for it now: the frame then waits unread in the socket.
         *
         * @param bytes 0 or more, checked against the largest frame before
         */
        @Nullable
        BodyBuffer take(int bytes);
    }

    /** Returns a body on the heap, which the garbage collector takes back. */
    static BodyBuffer onHeap(int bytes) {
        ByteBuffer buffer = ByteBuffer.allocate(bytes);
        return new BodyBuffer() {
            @Override
            public ByteBuffer buffer() {
                return buffer;
            }

            @Override
            public void release() {}
        };
    }
}
