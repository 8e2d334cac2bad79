// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.bridge.wire;

import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.UUID;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Messages filled at random from their record components, so that a new message or field is tested without a word. */
final class Samples {
    private static final String ALPHABET = "abcXYZ09.-_ äß€\uD83D\uDE00\n";

    private final Random random;

    Samples(long seed) {
        this.random = new Random(seed);
    }

    /** Returns every form of request and answer. */
    static Stream<Class<?>> forms() {
        return Stream.concat(
                Arrays.stream(Request.class.getPermittedSubclasses()),
                Arrays.stream(Response.class.getPermittedSubclasses()));
    }

    Object message(Class<?> form) {
        return Objects.requireNonNull(value(form, ""));
    }

    static EncodedFrame encode(long correlationId, Object message) {
        return message instanceof Request request
                ? Frames.encode(WireVersion.MAX, correlationId, request)
                : Frames.encode(WireVersion.MAX, correlationId, (Response) message);
    }

    /** Returns header and body of a frame in one buffer. */
    static ByteBuffer bytes(EncodedFrame frame) {
        ByteBuffer all = ByteBuffer.allocate((int) frame.remaining());
        all.put(frame.head().duplicate());
        ByteBuffer payload = frame.payload();
        if (payload != null) {
            all.put(payload.duplicate());
        }
        return all.flip();
    }

    /** Decodes a buffer that {@link #bytes} made. */
    static Object decode(ByteBuffer bytes) throws BridgeException {
        ByteBuffer source = bytes.duplicate();
        FrameHeader header = FrameHeader.read(source, Integer.MAX_VALUE);
        return header.answer() ? Frames.decodeResponse(header, source) : Frames.decodeRequest(header, source);
    }

    private @Nullable Object value(Type type, String name) {
        if (type instanceof ParameterizedType generic) {
            return collection(generic);
        }
        Class<?> form = (Class<?>) type;
        if (form == String.class) {
            return name.equals("adapter") && random.nextBoolean() ? null : text(name.equals("mirror") ? 1 : 0);
        } else if (form == UUID.class) {
            return new UUID(random.nextLong(), random.nextLong() | 1);
        } else if (form == int.class || form == Integer.class) {
            return name.equals("partition") ? random.nextInt(Integer.MAX_VALUE) : random.nextInt();
        } else if (form == long.class) {
            return name.equals("generation") ? 1 + random.nextInt(1000) : random.nextLong();
        } else if (form == short.class) {
            return (short) random.nextInt();
        } else if (form == boolean.class) {
            return random.nextBoolean();
        } else if (form == ByteBuffer.class) {
            byte[] bytes = new byte[random.nextInt(40)];
            random.nextBytes(bytes);
            return ByteBuffer.wrap(bytes);
        } else if (form.isEnum()) {
            return form.getEnumConstants()[random.nextInt(form.getEnumConstants().length)];
        }
        return record(form);
    }

    private Object record(Class<?> form) {
        RecordComponent[] components = form.getRecordComponents();
        Object[] values = new Object[components.length];
        Class<?>[] types = new Class<?>[components.length];
        for (int i = 0; i < components.length; i++) {
            types[i] = components[i].getType();
            values[i] = widened(types[i], value(components[i].getGenericType(), components[i].getName()));
        }
        try {
            return form.getDeclaredConstructor(types).newInstance(values);
        } catch (ReflectiveOperationException e) {
            throw new LinkageError("no sample of " + form, e);
        }
    }

    private static @Nullable Object widened(Class<?> type, @Nullable Object value) {
        return type == long.class && value instanceof Integer small ? (Object) (long) small : value;
    }

    private Object collection(ParameterizedType type) {
        Type[] of = type.getActualTypeArguments();
        int size = random.nextInt(4);
        if (Map.class.isAssignableFrom((Class<?>) type.getRawType())) {
            Map<Object, @Nullable Object> map = new TreeMap<>();
            for (int i = 0; i < size; i++) {
                map.put(Objects.requireNonNull(value(of[0], "partition")), value(of[1], ""));
            }
            return map;
        }
        List<Object> list = new ArrayList<>();
        for (int i = 0; i < size; i++) {
            list.add(Objects.requireNonNull(value(of[0], "")));
        }
        return type.getRawType() == Set.class ? new TreeSet<>(list) : list;
    }

    private String text(int minLength) {
        StringBuilder text = new StringBuilder();
        int[] codePoints = ALPHABET.codePoints().toArray();
        int length = minLength + random.nextInt(12);
        for (int i = 0; i < length; i++) {
            text.appendCodePoint(codePoints[random.nextInt(codePoints.length)]);
        }
        return text.toString();
    }
}
