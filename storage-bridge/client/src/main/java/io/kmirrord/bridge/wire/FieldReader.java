// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.bridge.wire;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Reads the fields of one body, checking every length against what is there before anything is allocated. Confined to
 * one thread.
 *
 * <pre>
 * int8, int16, int32, int64   big-endian
 * bool      1 byte, 0 or 1
 * uuid      16 bytes
 * text      int32 n, n bytes of UTF-8; a nullable text that is null: -1
 * list      int32 n, n elements
 * map       int32 n, n times key and value, keys ascending
 * payload   int32 n, n bytes; the last field of its body
 * </pre>
 *
 * <p>Every method throws {@link BridgeException} with {@link ErrorCode#MALFORMED}, the field and the numbers.
 */
final class FieldReader {
    private final int version;
    private final ByteBuffer body;

    FieldReader(int version, ByteBuffer body) {
        this.version = version;
        this.body = body.slice();
    }

    int version() {
        return version;
    }

    int int8(String field) throws BridgeException {
        need(1, field);
        return body.get();
    }

    boolean bool(String field) throws BridgeException {
        int value = int8(field);
        if (value != 0 && value != 1) {
            throw malformed(field + " is " + value + "; accepted: 0 and 1");
        }
        return value == 1;
    }

    short int16(String field) throws BridgeException {
        need(Short.BYTES, field);
        return body.getShort();
    }

    int int32(String field) throws BridgeException {
        need(Integer.BYTES, field);
        return body.getInt();
    }

    long int64(String field) throws BridgeException {
        need(Long.BYTES, field);
        return body.getLong();
    }

    UUID uuid(String field) throws BridgeException {
        need(2 * Long.BYTES, field);
        return new UUID(body.getLong(), body.getLong());
    }

    String text(String field) throws BridgeException {
        String value = nullableText(field);
        if (value == null) {
            throw malformed(field + " has length -1; accepted: 0 or more");
        }
        return value;
    }

    @Nullable
    String nullableText(String field) throws BridgeException {
        int length = int32(field);
        if (length == -1) {
            return null;
        }
        try {
            return StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(take(length, field))
                    .toString();
        } catch (CharacterCodingException e) {
            throw malformed(field + " is not UTF-8: " + e.getMessage());
        }
    }

    <E> List<E> list(String field, MessageType.Reader<E> element) throws BridgeException {
        int count = count(field);
        List<E> values = new ArrayList<>(Math.min(count, 1024));
        for (int i = 0; i < count; i++) {
            values.add(element.read(this));
        }
        return List.copyOf(values);
    }

    <K extends Comparable<K>, V> Map<K, V> map(String field, MessageType.Reader<K> key, MessageType.Reader<V> value)
            throws BridgeException {
        int count = count(field);
        Map<K, V> values = new LinkedHashMap<>();
        @Nullable K last = null;
        for (int i = 0; i < count; i++) {
            K next = key.read(this);
            if (last != null && last.compareTo(next) >= 0) {
                throw malformed(field + " has key " + next + " after " + last + "; accepted: ascending keys");
            }
            values.put(next, value.read(this));
            last = next;
        }
        return values;
    }

    /** Returns a slice of the body, not a copy. */
    ByteBuffer payload(String field) throws BridgeException {
        return take(int32(field), field).slice();
    }

    void end() throws BridgeException {
        if (body.hasRemaining()) {
            throw malformed(body.remaining() + " bytes after the last field; accepted: none");
        }
    }

    /** Every element takes at least one byte: a count above the bytes left is a lie. */
    private int count(String field) throws BridgeException {
        int count = int32(field);
        if (count < 0 || count > body.remaining()) {
            throw malformed(field + " has " + count + " elements in " + body.remaining() + " bytes");
        }
        return count;
    }

    private ByteBuffer take(int length, String field) throws BridgeException {
        if (length < 0 || length > body.remaining()) {
            throw malformed(field + " has length " + length + ", " + body.remaining() + " bytes are left");
        }
        ByteBuffer taken = body.duplicate().limit(body.position() + length);
        body.position(taken.limit());
        return taken;
    }

    private void need(int bytes, String field) throws BridgeException {
        if (body.remaining() < bytes) {
            throw malformed(field + " needs " + bytes + " bytes, " + body.remaining() + " are left");
        }
    }

    static BridgeException malformed(String what) {
        return new BridgeException(ErrorCode.MALFORMED, "malformed body: " + what);
    }
}
