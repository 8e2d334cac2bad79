// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.daemon.copy;

import static org.assertj.core.api.Assertions.assertThat;

import io.kmirrord.daemon.fake.FakeBatch;
import io.kmirrord.protocol.EpochEnd;
import io.kmirrord.protocol.FetchPosition;
import io.kmirrord.protocol.FetchedPartition;
import io.kmirrord.protocol.LeaderHint;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.util.Arrays;
import org.apache.kafka.common.TopicIdPartition;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.common.protocol.Errors;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** What of an answer of the source is believed. */
final class FetchedEventsTest {
    private static final FetchPosition FROM_100 =
            new FetchPosition(new TopicIdPartition(new Uuid(1, 2), 0, "orders"), 100, 5, 5, 1_000);

    private record Answer(FetchPosition position, long highWatermark, ByteBuf records) implements FetchedPartition {
        static Answer of(long highWatermark, FakeBatch... batches) {
            byte[][] bytes = Arrays.stream(batches).map(FakeBatch::bytes).toArray(byte[][]::new);
            return new Answer(FROM_100, highWatermark, Unpooled.wrappedBuffer(bytes));
        }

        @Override
        public Errors error() {
            return Errors.NONE;
        }

        @Override
        public long lastStableOffset() {
            return highWatermark;
        }

        @Override
        public long logStartOffset() {
            return 0;
        }

        @Override
        public @Nullable EpochEnd divergingEpoch() {
            return null;
        }

        @Override
        public @Nullable LeaderHint leaderHint() {
            return null;
        }

        @Override
        public void close() {
            records.release();
        }
    }

    private static CopyEvent event(long highWatermark, FakeBatch... batches) {
        try (Answer answer = Answer.of(highWatermark, batches)) {
            return FetchedEvents.of(7, answer);
        }
    }

    @Test
    void recordsThatBecameReadableDuringTheFetchLieAboveTheHighWatermarkItTells() {
        CopyEvent event = event(104, FakeBatch.of(100, 4, 5), FakeBatch.of(104, 1, 5));

        assertThat(event)
                .isEqualTo(new CopyEvent.Fetched(
                        7,
                        new BatchRange(
                                100, 103, 105, 5, 5, 2 * FakeBatch.of(0, 1, 5).size(), 2),
                        105,
                        0));
    }

    @Test
    void aJumpAboveTheHighWatermarkIsNotBelieved() {
        assertThat(event(200, FakeBatch.of(4_000, 50, 5))).isInstanceOfSatisfying(CopyEvent.Unreadable.class, event -> {
            assertThat(event.oldFormat()).isFalse();
            assertThat(event.message()).contains("jump up to offset 4050, above the high watermark 200");
        });
        assertThat(event(200, FakeBatch.of(100, 4, 5), FakeBatch.of(4_000, 50, 5)))
                .isInstanceOf(CopyEvent.Unreadable.class);
    }

    @Test
    void aJumpBelowTheHighWatermarkIsWhatCompactionLeft() {
        assertThat(event(5_000, FakeBatch.of(100, 4, 5), FakeBatch.of(4_000, 50, 5)))
                .isInstanceOf(CopyEvent.Fetched.class);
    }

    @Test
    void aBatchThatBeginsBelowTheOffsetAskedForIsNoJump() {
        assertThat(event(101, FakeBatch.of(90, 20, 5))).isInstanceOf(CopyEvent.Fetched.class);
    }
}
