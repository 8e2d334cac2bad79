// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.bridge.wire;

import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** From messages to frames and back, for client and server alike. Stateless. */
public final class Frames {
    private static final Map<Class<?>, MessageType<?>> BY_FORM = new HashMap<>();
    private static final Map<Integer, MessageType<? extends Request>> REQUESTS = byNumber(RequestTypes.ALL);
    private static final Map<Integer, MessageType<? extends Response>> RESPONSES = byNumber(ResponseTypes.ALL);

    private Frames() {}

    /**
     * Encodes a request. Records are not copied.
     *
     * @throws IllegalArgumentException if a text holds half a surrogate pair
     * @throws ArithmeticException if the frame would be larger than an int32 can say
     */
    public static EncodedFrame encode(int version, long correlationId, Request request) {
        return encode(version, false, correlationId, request);
    }

    /** Encodes an answer; as {@link #encode(int, long, Request)}. */
    public static EncodedFrame encode(int version, long correlationId, Response response) {
        return encode(version, true, correlationId, response);
    }

    private static EncodedFrame encode(int version, boolean answer, long correlationId, Object message) {
        MessageType<?> type = BY_FORM.get(message.getClass());
        if (type == null) {
            throw new IllegalArgumentException(message.getClass() + " is in no table of messages");
        }
        FieldWriter out = new FieldWriter(version);
        type.write(out, message);
        return out.frame(answer, type.number(), correlationId);
    }

    /**
     * Decodes the body of a request. Record data of the result is a slice of {@code body}.
     *
     * @param body from position to limit; neither is moved
     * @throws BridgeException {@link ErrorCode#UNSUPPORTED_VERSION}, {@link ErrorCode#INVALID_REQUEST} (unknown type)
     *     or {@link ErrorCode#MALFORMED}; the frame as such was whole, so the connection may stay
     */
    public static Request decodeRequest(FrameHeader header, ByteBuffer body) throws BridgeException {
        if (header.answer()) {
            throw new BridgeException(ErrorCode.INVALID_REQUEST, header.type(), "an answer where a request is due");
        }
        return decode(REQUESTS, header, body);
    }

    /** Decodes the body of an answer; as {@link #decodeRequest}. */
    public static Response decodeResponse(FrameHeader header, ByteBuffer body) throws BridgeException {
        if (!header.answer()) {
            throw new BridgeException(ErrorCode.INVALID_REQUEST, header.type(), "a request where an answer is due");
        }
        return decode(RESPONSES, header, body);
    }

    /** Returns the name of the operation, such as {@code SET_LOG_START}. */
    public static String nameOf(Request request) {
        MessageType<?> type = BY_FORM.get(request.getClass());
        return type == null ? request.getClass().getSimpleName() : type.name();
    }

    private static <T> T decode(Map<Integer, MessageType<? extends T>> types, FrameHeader header, ByteBuffer body)
            throws BridgeException {
        if (header.version() < WireVersion.MIN || header.version() > WireVersion.MAX) {
            throw new BridgeException(
                    ErrorCode.UNSUPPORTED_VERSION,
                    WireVersion.MAX,
                    "frame of wire version " + header.version() + "; accepted: " + WireVersion.MIN + " to "
                            + WireVersion.MAX);
        }
        @Nullable MessageType<? extends T> type = types.get(header.type());
        if (type == null) {
            throw new BridgeException(
                    ErrorCode.INVALID_REQUEST,
                    header.type(),
                    "message type " + header.type() + " is unknown in wire version " + header.version());
        }
        FieldReader in = new FieldReader(header.version(), body);
        try {
            T message = type.reader().read(in);
            in.end();
            return message;
        } catch (IllegalArgumentException e) {
            // Records check their own values: a zero topic id, an empty mirror name.
            throw new BridgeException(ErrorCode.MALFORMED, "malformed " + type.name() + ": " + e.getMessage());
        }
    }

    private static <T> Map<Integer, MessageType<? extends T>> byNumber(List<MessageType<? extends T>> types) {
        Map<Integer, MessageType<? extends T>> byNumber = new HashMap<>();
        for (MessageType<? extends T> type : types) {
            if (byNumber.put(type.number(), type) != null) {
                throw new IllegalStateException("two messages have number " + type.number());
            }
            BY_FORM.put(type.form(), type);
        }
        return Map.copyOf(byNumber);
    }
}
