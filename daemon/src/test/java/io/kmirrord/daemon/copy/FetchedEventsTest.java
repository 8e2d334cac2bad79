// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.daemon.copy;

import static org.assertj.core.api.Assertions.assertThat;

import io.kmirrord.daemon.fake.FakeBatch;
import io.kmirrord.daemon.fake.FakeFetched;
import io.kmirrord.daemon.fake.FakeSource;
import io.kmirrord.protocol.FetchPosition;
import java.io.ByteArrayOutputStream;
import org.apache.kafka.common.TopicIdPartition;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.common.protocol.Errors;
import org.junit.jupiter.api.Test;

/** What of an answer of the source is believed. */
final class FetchedEventsTest {
    private static final FetchPosition FROM_100 =
            new FetchPosition(new TopicIdPartition(new Uuid(1, 2), 0, "orders"), 100, 5, 5, 1_000);

    private static CopyEvent event(long highWatermark, FakeBatch... batches) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        for (FakeBatch batch : batches) {
            bytes.writeBytes(batch.bytes());
        }
        try (FakeFetched answer =
                new FakeFetched(new FakeSource(), FROM_100, Errors.NONE, highWatermark, 0, bytes.toByteArray())) {
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
