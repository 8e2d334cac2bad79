// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.statetopic;

import static io.kmirrord.statetopic.Waiting.get;
import static io.kmirrord.statetopic.Waiting.reason;
import static org.assertj.core.api.Assertions.assertThat;

import io.kmirrord.statemachine.PartitionId;
import io.kmirrord.statetopic.StateTopicException.Reason;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Figures of partitions, written by daemons and read by tools. */
final class ProgressIT {
    @RegisterExtension
    static final SharedCluster SHARED = new SharedCluster();

    private static PartitionProgress progress(String mirror, int partition, long atMs) {
        return new PartitionProgress(
                new PartitionId(mirror, new UUID(1, 2), partition), "orders", 0, 100 + atMs, 90, 80, 5, 1, "", atMs);
    }

    @Test
    void theNewestFiguresOfEachPartitionAreRead() {
        StateTopicConfig config = SHARED.config("progress");
        try (StateTopic topic = SHARED.open(config);
                ProgressWriter one = ProgressWriter.open(config);
                ProgressWriter two = ProgressWriter.open(config);
                ProgressReader reader = ProgressReader.open(config)) {
            assertThat(topic.health().isHealthy()).isTrue();
            assertThat(get(reader.newest(null))).isEmpty();
            one.write(
                    1,
                    IntStream.range(0, 3_000)
                            .mapToObj(p -> progress("west", p, 1))
                            .toList());
            two.write(2, List.of(progress("west", 7, 2), progress("east", 7, 1)));
            one.write(1, List.of(progress("west", 8, 3)));
            Waiting.until(
                    "all is read",
                    () -> get(reader.newest(null)).size() == 3_001
                            && get(reader.newest("west")).containsValue(progress("west", 8, 3)));
            Map<PartitionId, PartitionProgress> west = get(reader.newest("west"));
            assertThat(west)
                    .hasSize(3_000)
                    .containsValue(progress("west", 7, 2))
                    .containsValue(progress("west", 6, 1));
            assertThat(get(reader.newest("east")).values()).containsExactly(progress("east", 7, 1));
            assertThat(one.dropped() + two.dropped()).isZero();
        }
    }

    @Test
    void withoutATopicThereIsNothingAndAfterTheCloseNoAnswer() {
        ProgressReader reader = ProgressReader.open(SHARED.config("no-such"));
        assertThat(get(reader.newest(null))).isEmpty();
        reader.close();
        assertThat(reason(reader.newest(null))).isEqualTo(Reason.CLOSED);
    }
}
