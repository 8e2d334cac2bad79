// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.bridge.wire;

import java.nio.ByteBuffer;

/**
 * The fixed front of every frame, big-endian. Immutable.
 *
 * <pre>
 * byte 0        4         5       6      8                16
 *      +--------+---------+-------+------+----------------+----------------------+
 *      | length | version | flags | type | correlation id | body                 |
 *      | int32  | uint8   | uint8 | int16| int64          | length - 12 bytes    |
 *      +--------+---------+-------+------+----------------+----------------------+
 * </pre>
 *
 * <p>{@code length} counts what follows it: 12 for an empty body. Bit 0 of {@code flags} is set in answers, the others
 * are zero. {@code type} is a number of {@link RequestTypes} or {@link ResponseTypes}. The correlation id is chosen by
 * the client and is 1 or more; every answer carries that of its request; 0 is a refusal of the whole connection.
 *
 * @param bodyBytes length of the body, 0 or more
 */
public record FrameHeader(int bodyBytes, int version, boolean answer, int type, long correlationId) {
    /** Bytes of the header, the length field included. */
    public static final int BYTES = 16;

    static final int CORRELATION_ID_AT = 8;

    private static final int BYTES_AFTER_LENGTH = BYTES - Integer.BYTES;
    private static final int FLAG_ANSWER = 1;

    /** Writes these {@value #BYTES} bytes. */
    void write(ByteBuffer target) {
        target.putInt(Math.addExact(bodyBytes, BYTES_AFTER_LENGTH))
                .put((byte) version)
                .put((byte) (answer ? FLAG_ANSWER : 0))
                .putShort((short) type)
                .putLong(correlationId);
    }

    /**
     * Reads {@value #BYTES} bytes from the position on. Nothing is allocated by the length found.
     *
     * @param maxFrameBytes largest accepted frame, header included
     * @throws BridgeException {@link ErrorCode#FRAME_TOO_LARGE} or {@link ErrorCode#MALFORMED}: where the next frame
     *     begins is not known, so the connection must be closed
     */
    public static FrameHeader read(ByteBuffer source, int maxFrameBytes) throws BridgeException {
        int length = source.getInt();
        int version = source.get() & 0xff;
        int flags = source.get() & 0xff;
        int type = source.getShort();
        long correlationId = source.getLong();
        if (length < BYTES_AFTER_LENGTH) {
            throw new BridgeException(
                    ErrorCode.MALFORMED,
                    correlationId,
                    "frame length " + length + "; accepted: " + BYTES_AFTER_LENGTH + " to "
                            + (maxFrameBytes - Integer.BYTES));
        }
        if (length > maxFrameBytes - Integer.BYTES) {
            throw new BridgeException(
                    ErrorCode.FRAME_TOO_LARGE,
                    maxFrameBytes,
                    "frame length " + length + "; accepted: at most " + (maxFrameBytes - Integer.BYTES)
                            + " (max.frame.bytes " + maxFrameBytes + ")");
        }
        if ((flags & ~FLAG_ANSWER) != 0) {
            throw new BridgeException(ErrorCode.MALFORMED, "frame flags " + flags + "; accepted: 0 and " + FLAG_ANSWER);
        }
        return new FrameHeader(length - BYTES_AFTER_LENGTH, version, (flags & FLAG_ANSWER) != 0, type, correlationId);
    }
}
