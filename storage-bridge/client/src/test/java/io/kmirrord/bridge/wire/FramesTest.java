// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.bridge.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.nio.ByteBuffer;
import java.util.EnumSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import java.util.UUID;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class FramesTest {
    private static final int LARGEST = 1 << 20;

    static Stream<Class<?>> forms() {
        return Samples.forms();
    }

    @ParameterizedTest
    @MethodSource("forms")
    void everyMessageSurvivesTheWire(Class<?> form) throws Exception {
        for (int seed = 0; seed < 300; seed++) {
            Object message = new Samples(seed).message(form);
            assertThat(Samples.decode(Samples.bytes(Samples.encode(9, message))))
                    .as("seed %d", seed)
                    .isEqualTo(message);
        }
    }

    @ParameterizedTest
    @MethodSource("forms")
    void everyPrefixOfABodyIsRefusedAsMalformed(Class<?> form) {
        ByteBuffer whole = Samples.bytes(Samples.encode(9, new Samples(5).message(form)));
        for (int length = FrameHeader.BYTES; length < whole.limit(); length++) {
            ByteBuffer cut = whole.duplicate().limit(length);
            BridgeException refused = catchThrowableOfType(BridgeException.class, () -> Samples.decode(cut));
            assertThat(refused).as("%d bytes", length).isNotNull();
            assertThat(refused.code()).isEqualTo(ErrorCode.MALFORMED);
        }
    }

    @Test
    void aHundredThousandMutatedFramesAreDecodedOrRefusedAndNothingElse() {
        Set<ErrorCode> allowed = EnumSet.of(
                ErrorCode.MALFORMED,
                ErrorCode.FRAME_TOO_LARGE,
                ErrorCode.UNSUPPORTED_VERSION,
                ErrorCode.INVALID_REQUEST);
        Random random = new Random(42);
        List<Class<?>> forms = Samples.forms().toList();
        List<byte[]> frames = IntStream.range(0, 2000)
                .mapToObj(i -> new Samples(i).message(forms.get(i % forms.size())))
                .map(message -> Samples.bytes(Samples.encode(9, message)).array())
                .toList();
        int refused = 0;
        for (int i = 0; i < 100_000; i++) {
            byte[] frame = frames.get(i % frames.size());
            ByteBuffer bytes = mutate(ByteBuffer.wrap(frame.clone()), random);
            try {
                FrameHeader.read(bytes.duplicate(), LARGEST);
                Samples.encode(9, Samples.decode(bytes));
            } catch (BridgeException e) {
                refused++;
                if (!allowed.contains(e.code())) {
                    throw new AssertionError(
                            "mutation " + i + " of " + HexFormat.of().formatHex(frame), e);
                }
            }
        }
        assertThat(refused).isBetween(20_000, 99_000);
    }

    private static ByteBuffer mutate(ByteBuffer bytes, Random random) {
        for (int n = 1 + random.nextInt(4); n > 0; n--) {
            int at = random.nextInt(bytes.limit());
            switch (random.nextInt(4)) {
                case 0 -> bytes.put(at, (byte) random.nextInt());
                case 1 -> bytes.put(at, (byte) (bytes.get(at) ^ 1 << random.nextInt(8)));
                case 2 -> {
                    int[] values = {-1, Integer.MIN_VALUE, Integer.MAX_VALUE, 0, 1 << 24};
                    if (at + Integer.BYTES <= bytes.limit()) {
                        bytes.putInt(at, values[random.nextInt(values.length)]);
                    }
                }
                default -> bytes.limit(Math.max(FrameHeader.BYTES, at));
            }
        }
        return bytes;
    }

    @Test
    void bytesAfterTheLastFieldAreMalformed() {
        ByteBuffer whole = Samples.bytes(Frames.encode(1, 1, new Response.LogStart(4)));
        ByteBuffer longer = ByteBuffer.allocate(whole.limit() + 1).put(whole).rewind();
        assertThatThrownBy(() -> Samples.decode(longer)).hasMessageContaining("1 bytes after the last field");
    }

    @ParameterizedTest
    @ValueSource(ints = {-1, 0, 11, Integer.MIN_VALUE})
    void lengthsBelowAnEmptyBodyAreRefusedWithBothNumbers(int length) {
        ByteBuffer header = ByteBuffer.allocate(FrameHeader.BYTES).putInt(0, length);
        assertThatThrownBy(() -> FrameHeader.read(header, LARGEST))
                .hasMessageContaining("length " + length)
                .hasMessageContaining("12 to " + (LARGEST - 4));
    }

    @ParameterizedTest
    @ValueSource(ints = {LARGEST - 3, Integer.MAX_VALUE})
    void lengthsAboveTheLargestFrameAreRefusedWithBothNumbers(int length) {
        ByteBuffer header = ByteBuffer.allocate(FrameHeader.BYTES).putInt(0, length);
        assertThatThrownBy(() -> FrameHeader.read(header, LARGEST))
                .isInstanceOfSatisfying(
                        BridgeException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.FRAME_TOO_LARGE))
                .hasMessageContaining("length " + length)
                .hasMessageContaining("at most " + (LARGEST - 4));
    }

    @Test
    void aListThatClaimsMoreElementsThanBytesIsRefusedBeforeItIsMade() {
        ByteBuffer body = ByteBuffer.allocate(4).putInt(0, Integer.MAX_VALUE);
        assertThatThrownBy(() -> Frames.decodeRequest(new FrameHeader(4, 1, false, 3, 1), body))
                .hasMessageContaining(Integer.MAX_VALUE + " elements in 0 bytes");
    }

    @Test
    void anUnknownTypeAndAnUnknownVersionHaveTheirOwnErrors() {
        ByteBuffer empty = ByteBuffer.allocate(0);
        assertThatThrownBy(() -> Frames.decodeRequest(new FrameHeader(0, 1, false, 63, 1), empty))
                .isInstanceOfSatisfying(BridgeException.class, e -> {
                    assertThat(e.code()).isEqualTo(ErrorCode.INVALID_REQUEST);
                    assertThat(e.value()).isEqualTo(63);
                });
        assertThatThrownBy(() -> Frames.decodeRequest(new FrameHeader(0, 2, false, 2, 1), empty))
                .isInstanceOfSatisfying(
                        BridgeException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.UNSUPPORTED_VERSION));
    }

    @Test
    void recordsAreNotCopied() throws Exception {
        ByteBuffer records = ByteBuffer.allocateDirect(100).position(10).limit(60);
        Request.Append append =
                new Request.Append(new MirrorRef("m", 1), new TopicIdPartition(new UUID(1, 1), 0), 1, 0, records);
        ByteBuffer payload = Objects.requireNonNull(Frames.encode(1, 1, append).payload());
        records.put(10, (byte) 77);
        assertThat(payload.get(payload.position())).isEqualTo((byte) 77);

        ByteBuffer bytes = Samples.bytes(Frames.encode(1, 1, append));
        Request.Append decoded = (Request.Append) Samples.decode(bytes);
        bytes.put(bytes.limit() - 50, (byte) 78);
        assertThat(decoded.records().get(0)).isEqualTo((byte) 78);
    }

    @Test
    void versionsAreNegotiatedToTheHighestCommonOne() throws Exception {
        assertThat(WireVersion.negotiate(1, 7)).isEqualTo(1);
        assertThatThrownBy(() -> WireVersion.negotiate(2, 7)).hasMessageContaining("2 to 7");
        assertThatThrownBy(() -> WireVersion.negotiate(0, 0)).hasMessageContaining("speaks 1 to 1");
        assertThatThrownBy(() -> WireVersion.negotiate(2, 1)).isInstanceOf(BridgeException.class);
    }
}
