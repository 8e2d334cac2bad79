// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.bridge.wire;

import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Collection;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Writes the fields of one body, big-endian. {@link FieldReader} is its inverse and pictures the forms. Confined to
 * one thread.
 */
final class FieldWriter {
    private final int version;
    private byte[] bytes = new byte[256];
    private int size = FrameHeader.BYTES;
    private @Nullable ByteBuffer payload;

    FieldWriter(int version) {
        this.version = version;
    }

    int version() {
        return version;
    }

    void int8(int value) {
        claim(1).put((byte) value);
    }

    void bool(boolean value) {
        int8(value ? 1 : 0);
    }

    void int16(int value) {
        claim(Short.BYTES).putShort((short) value);
    }

    void int32(int value) {
        claim(Integer.BYTES).putInt(value);
    }

    void int64(long value) {
        claim(Long.BYTES).putLong(value);
    }

    void uuid(UUID value) {
        int64(value.getMostSignificantBits());
        int64(value.getLeastSignificantBits());
    }

    /** Writes a text. Throws IllegalArgumentException where it is not valid UTF-16, as it could not be read back. */
    void text(String value) {
        try {
            ByteBuffer encoded = StandardCharsets.UTF_8.newEncoder().encode(CharBuffer.wrap(value));
            int32(encoded.remaining());
            claim(encoded.remaining()).put(encoded);
        } catch (CharacterCodingException e) {
            throw new IllegalArgumentException("text '" + value + "' holds half a surrogate pair", e);
        }
    }

    void nullableText(@Nullable String value) {
        if (value == null) {
            int32(-1);
        } else {
            text(value);
        }
    }

    <E> void list(Collection<E> values, MessageType.Writer<E> element) {
        int32(values.size());
        for (E value : values) {
            element.write(this, value);
        }
    }

    /** Writes entries in the order of the keys, so that equal maps give equal bytes. */
    <K extends Comparable<K>, V> void map(Map<K, V> values, MessageType.Writer<K> key, MessageType.Writer<V> value) {
        SortedMap<K, V> sorted = new TreeMap<>(values);
        int32(sorted.size());
        for (Map.Entry<K, V> entry : sorted.entrySet()) {
            key.write(this, entry.getKey());
            value.write(this, entry.getValue());
        }
    }

    /** Ends the body with bytes that are not copied: the buffer from its position to its limit. */
    void payload(ByteBuffer value) {
        int32(value.remaining());
        payload = value.duplicate();
    }

    EncodedFrame frame(boolean answer, int type, long correlationId) {
        ByteBuffer head = ByteBuffer.wrap(bytes, 0, size);
        int payloadBytes = payload == null ? 0 : payload.remaining();
        int bodyBytes = Math.addExact(size - FrameHeader.BYTES, payloadBytes);
        new FrameHeader(bodyBytes, version, answer, type, correlationId).write(head);
        return new EncodedFrame(head.rewind(), payload);
    }

    private ByteBuffer claim(int count) {
        if (payload != null) {
            throw new IllegalStateException("a field after the payload; the payload is the last field of a body");
        }
        int end = Math.addExact(size, count);
        if (end > bytes.length) {
            bytes = Arrays.copyOf(bytes, (int) Math.max(end, Math.min(bytes.length * 2L, Integer.MAX_VALUE - 8)));
        }
        ByteBuffer claimed = ByteBuffer.wrap(bytes, size, count);
        size = end;
        return claimed;
    }
}
