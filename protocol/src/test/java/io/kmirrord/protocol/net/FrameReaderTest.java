// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.protocol.net;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.kmirrord.protocol.WireException;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.embedded.EmbeddedChannel;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class FrameReaderTest {

    private static final int MAX = 1_000;

    private final List<Integer> announced = new ArrayList<>();
    private final FrameReader reader = new FrameReader(MAX, announced::add);
    private final EmbeddedChannel channel = new EmbeddedChannel(reader);

    @AfterEach
    void close() {
        channel.finishAndReleaseAll();
    }

    private static byte[] stream(int... sizes) {
        ByteBuf all = Unpooled.buffer();
        for (int i = 0; i < sizes.length; i++) {
            all.writeInt(sizes[i]);
            for (int b = 0; b < sizes[i]; b++) {
                all.writeByte(i + b);
            }
        }
        byte[] bytes = new byte[all.readableBytes()];
        all.readBytes(bytes);
        return bytes;
    }

    private void expectFrames(int... sizes) {
        for (int i = 0; i < sizes.length; i++) {
            ByteBuf frame = channel.readInbound();
            assertThat(frame.readableBytes()).isEqualTo(sizes[i]);
            assertThat(frame.capacity()).isEqualTo(sizes[i]);
            for (int b = 0; b < sizes[i]; b++) {
                assertThat(frame.readByte()).isEqualTo((byte) (i + b));
            }
            frame.release();
        }
        assertThat(channel.inboundMessages().peek()).isNull();
    }

    @Test
    void bytesThatComeOneByOneMakeFrames() {
        for (byte b : stream(4, 17, 300)) {
            channel.writeInbound(Unpooled.wrappedBuffer(new byte[] {b}));
        }
        expectFrames(4, 17, 300);
        assertThat(announced).containsExactly(4, 17, 300);
    }

    @Test
    void severalFramesInOneBufferAreTakenApart() {
        channel.writeInbound(Unpooled.wrappedBuffer(stream(9, 4, MAX, 5)));
        expectFrames(9, 4, MAX, 5);
    }

    @Test
    void aSplitAtAnyPlaceChangesNothing() {
        byte[] bytes = stream(5, 30, 4);
        for (int split = 1; split < bytes.length; split++) {
            channel.writeInbound(Unpooled.copiedBuffer(bytes, 0, split));
            channel.writeInbound(Unpooled.copiedBuffer(bytes, split, bytes.length - split));
            expectFrames(5, 30, 4);
        }
    }

    @Test
    void aFrameFilledThroughLentBuffersIsTheSame() {
        Random random = new Random(4);
        byte[] bytes = stream(200, 7, MAX, 4, 55);
        int at = 0;
        while (at < bytes.length) {
            ByteBuf lent = reader.lend();
            ByteBuf into = lent != null ? lent : channel.alloc().directBuffer(8);
            int size = Math.min(1 + random.nextInt(40), Math.min(into.writableBytes(), bytes.length - at));
            into.writeBytes(bytes, at, size);
            channel.writeInbound(into);
            at += size;
        }
        expectFrames(200, 7, MAX, 4, 55);
    }

    @Test
    void aLentBufferThatStaysEmptyIsLentAgain() {
        byte[] bytes = stream(20);
        channel.writeInbound(Unpooled.copiedBuffer(bytes, 0, 10));
        ByteBuf unused = reader.lend();
        assertThat(unused).isNotNull();
        if (unused != null) {
            unused.release();
        }
        ByteBuf lent = reader.lend();
        assertThat(lent).isNotNull();
        if (lent != null) {
            assertThat(lent.writableBytes()).isEqualTo(14);
            channel.writeInbound(lent.writeBytes(bytes, 10, 14));
        }
        expectFrames(20);
    }

    @ParameterizedTest
    @ValueSource(ints = {-1, Integer.MIN_VALUE, 0, 3, MAX + 1, Integer.MAX_VALUE, 0x48545450})
    void hostileLengthsAreRefusedBeforeAnythingIsAllocated(int length) {
        ByteBuf in = Unpooled.buffer().writeInt(length).writeBytes(new byte[64]);
        assertThatThrownBy(() -> channel.writeInbound(in))
                .isInstanceOf(WireException.class)
                .hasMessageContaining(length + " bytes")
                .hasMessageContaining("4 to " + MAX);
        assertThat(announced).isEmpty();
        assertThat(reader.lend()).isNull();
        channel.writeInbound(Unpooled.wrappedBuffer(stream(8)));
        assertThat(channel.inboundMessages().peek()).isNull();
    }

    @Test
    void aFrameCutOffByTheEndOfTheConnectionIsReleased() {
        channel.writeInbound(Unpooled.copiedBuffer(stream(500), 0, 100));
        channel.close().syncUninterruptibly();
        assertThat(channel.inboundMessages().peek()).isNull();
    }
}
