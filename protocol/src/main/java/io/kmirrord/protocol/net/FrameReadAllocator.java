// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.protocol.net;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.channel.DefaultMaxMessagesRecvByteBufAllocator;

/**
 * Makes the socket read straight into the frame that {@link FrameReader} is filling, so that record data is written
 * once, by the kernel. Between frames a small buffer is read, which carries the next length. For channels on which the
 * frame reader is the first handler (not under TLS, where socket bytes are not frame bytes).
 */
final class FrameReadAllocator extends DefaultMaxMessagesRecvByteBufAllocator {

    private static final int BETWEEN_FRAMES_BYTES = 4 << 10;

    private final FrameReader reader;

    FrameReadAllocator(FrameReader reader) {
        this.reader = reader;
    }

    @Override
    public MaxMessageHandle newHandle() {
        return new FrameHandle();
    }

    private final class FrameHandle extends MaxMessageHandle {

        @Override
        public ByteBuf allocate(ByteBufAllocator allocator) {
            ByteBuf rest = reader.lend();
            return rest != null ? rest : allocator.directBuffer(BETWEEN_FRAMES_BYTES);
        }

        @Override
        public int guess() {
            return BETWEEN_FRAMES_BYTES;
        }
    }
}
