// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.bridge.wire;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.channels.GatheringByteChannel;
import java.nio.channels.ReadableByteChannel;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class FrameChannelsTest {
    private static final int LARGEST = 1 << 20;

    /** Takes and gives at random as much as it likes, now and then nothing. */
    private static final class StutteringChannel implements GatheringByteChannel, ReadableByteChannel {
        final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        final Random random;
        private int readAt;
        int largestHeapView;
        int room = Integer.MAX_VALUE;

        StutteringChannel(long seed) {
            random = new Random(seed);
        }

        @Override
        public long write(ByteBuffer[] sources, int offset, int length) {
            int budget = Math.min(room, random.nextInt(4) == 0 ? 0 : 1 + random.nextInt(40_000));
            int written = 0;
            for (int i = offset; i < offset + length; i++) {
                largestHeapView = Math.max(largestHeapView, sources[i].isDirect() ? 0 : sources[i].remaining());
                while (sources[i].hasRemaining() && written < budget) {
                    bytes.write(sources[i].get());
                    written++;
                }
            }
            room -= written;
            return written;
        }

        @Override
        public long write(ByteBuffer[] sources) {
            return write(sources, 0, sources.length);
        }

        @Override
        public int write(ByteBuffer source) {
            return (int) write(new ByteBuffer[] {source});
        }

        @Override
        public int read(ByteBuffer target) {
            byte[] all = bytes.toByteArray();
            int count = Math.min(Math.min(all.length - readAt, target.remaining()), random.nextInt(30_000));
            target.put(all, readAt, count);
            readAt += count;
            return readAt == all.length && count == 0 ? -1 : count;
        }

        @Override
        public boolean isOpen() {
            return true;
        }

        @Override
        public void close() {}
    }

    @Test
    void framesSurvivePartialWritesAndReadsAndAreReleasedOnce() throws Exception {
        for (int seed = 0; seed < 5; seed++) {
            StutteringChannel channel = new StutteringChannel(seed);
            FrameWriter writer = new FrameWriter();
            List<Request.Append> sent = new ArrayList<>();
            int[] releases = new int[60];
            for (int i = 0; i < 60; i++) {
                byte[] bytes = new byte[channel.random.nextInt(i == 7 ? 400_000 : 3000)];
                channel.random.nextBytes(bytes);
                sent.add(append(ByteBuffer.wrap(bytes)));
                int number = i;
                writer.add(Frames.encode(1, i + 1, sent.get(i)), () -> releases[number]++);
            }
            while (!writer.isEmpty()) {
                writer.write(channel);
            }
            assertThat(writer.queuedBytes()).isZero();
            assertThat(releases).containsOnly(1);
            assertThat(channel.largestHeapView).isLessThanOrEqualTo(128 * 1024);
            assertThat(readAll(channel)).isEqualTo(sent);
        }
    }

    private static List<Request> readAll(StutteringChannel channel) throws Exception {
        FrameReader reader = new FrameReader(LARGEST, BodyBuffer::onHeap);
        List<Request> received = new ArrayList<>();
        while (true) {
            FrameReader.Outcome outcome = reader.read(channel);
            if (outcome == FrameReader.Outcome.FRAME) {
                FrameReader.Frame frame = reader.takeFrame();
                received.add(Frames.decodeRequest(frame.header(), frame.body().buffer()));
            } else if (outcome == FrameReader.Outcome.END) {
                assertThat(reader.midFrame()).isFalse();
                return received;
            }
        }
    }

    @Test
    void aFrameNotBegunCanBeTakenOutAndABegunOneCanNot() throws Exception {
        FrameWriter writer = new FrameWriter();
        boolean[] released = new boolean[2];
        writer.add(Frames.encode(1, 1, append(ByteBuffer.allocate(100_000))), () -> released[0] = true);
        writer.add(Frames.encode(1, 2, append(ByteBuffer.allocate(10))), () -> released[1] = true);
        StutteringChannel channel = new StutteringChannel(3);
        channel.room = 10;
        while (channel.room > 0) {
            writer.write(channel);
        }
        assertThat(writer.remove(1)).isFalse();
        assertThat(writer.remove(2)).isTrue();
        assertThat(released).containsExactly(false, true);
        writer.abandon();
        assertThat(released).containsExactly(true, true);
    }

    @Test
    void withoutMemoryTheBodyStaysUnreadUntilThereIsSome() throws Exception {
        StutteringChannel channel = new StutteringChannel(1);
        FrameWriter writer = new FrameWriter();
        writer.add(Frames.encode(1, 1, append(ByteBuffer.allocate(5000))), () -> {});
        while (!writer.isEmpty()) {
            writer.write(channel);
        }
        boolean[] memory = new boolean[1];
        FrameReader reader = new FrameReader(LARGEST, bytes -> memory[0] ? BodyBuffer.onHeap(bytes) : null);
        @Nullable FrameHeader header = null;
        while (header == null) {
            reader.read(channel);
            header = reader.header();
        }
        assertThat(reader.read(channel)).isEqualTo(FrameReader.Outcome.NO_MEMORY);
        assertThat(channel.readAt).isEqualTo(FrameHeader.BYTES);
        memory[0] = true;
        FrameReader.Outcome outcome = reader.read(channel);
        while (outcome == FrameReader.Outcome.EMPTY) {
            outcome = reader.read(channel);
        }
        assertThat(outcome).isEqualTo(FrameReader.Outcome.FRAME);
    }

    private static Request.Append append(ByteBuffer records) {
        return new Request.Append(new MirrorRef("m", 1), new TopicIdPartition(new UUID(1, 1), 0), 1, 0, records);
    }
}
