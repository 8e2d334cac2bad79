// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.bridge.wire;

import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * A frame ready for one gathering write: header and fields, then the records where they lie. The positions of both
 * buffers move while it is written; the payload is a duplicate, so the position of the caller's buffer does not.
 *
 * @param head header and all fields
 * @param payload record batches, not copied; null if the message has none
 */
public record EncodedFrame(ByteBuffer head, @Nullable ByteBuffer payload) {

    /** Returns the correlation id in the header. */
    public long correlationId() {
        return head.getLong(FrameHeader.CORRELATION_ID_AT);
    }

    /** Returns how many bytes are left to write. */
    public long remaining() {
        return (long) head.remaining() + (payload == null ? 0 : payload.remaining());
    }
}
