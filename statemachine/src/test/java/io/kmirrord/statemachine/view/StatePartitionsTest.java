// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.statemachine.view;

import static org.assertj.core.api.Assertions.assertThat;

import io.kmirrord.statemachine.PartitionId;
import java.util.UUID;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** These numbers are for ever: records already written lie where they say. */
final class StatePartitionsTest {
    private static final UUID TOPIC = UUID.fromString("01234567-89ab-cdef-0123-456789abcdef");

    @Test
    void testVectors() {
        assertThat(StatePartitions.of("west")).isEqualTo(46);
        assertThat(StatePartitions.of("a-to-b")).isEqualTo(14);
        assertThat(StatePartitions.of("Zürich")).isEqualTo(31);
        assertThat(IntStream.range(0, 6).map(p -> StatePartitions.of(new PartitionId("west", TOPIC, p))))
                .containsExactly(27, 41, 11, 10, 39, 17);
        assertThat(StatePartitions.of(new PartitionId("east", new UUID(-1, 1), 4_999)))
                .isEqualTo(36);
    }

    @Test
    void partitionsOfOneTopicAreSpread() {
        int[] counts = new int[StatePartitions.COUNT];
        for (int partition = 0; partition < 50_000; partition++) {
            counts[StatePartitions.of(new PartitionId("west", TOPIC, partition))]++;
        }
        assertThat(counts).satisfies(all -> assertThat(IntStream.of(all)).allMatch(n -> n > 800 && n < 1_200));
    }

    @Test
    void statesOfOnePartitionLieTogetherWhateverTheGeneration() {
        assertThat(StatePartitions.of(new RecordKey.MirrorPartitionState("west", TOPIC, 3, 1, 2)))
                .isEqualTo(StatePartitions.of(new RecordKey.MirrorPartitionState("west", TOPIC, 3, 9, 8)));
        assertThat(StatePartitions.of(new RecordKey.MirrorTopic("west", "a", 1, 0, "op")))
                .isEqualTo(StatePartitions.of("west"));
        assertThat(StatePartitions.of(new RecordKey.Magic())).isZero();
        assertThat(StatePartitions.of(new RecordKey.RestoredFrom(new UUID(7, 7))))
                .isZero();
        assertThat(StatePartitions.of(new RecordKey.Salvage("west", "a-0/1-2-3")))
                .isEqualTo(StatePartitions.of("west"));
        assertThat(StatePartitions.of(new RecordKey.Lineage("west", "a"))).isEqualTo(StatePartitions.of("west"));
        assertThat(StatePartitions.of(new RecordKey.GroupSync("west", "a", 3))).isEqualTo(StatePartitions.of("west"));
        assertThat(StatePartitions.of(new RecordKey.ShareGroupSync("west", "a", 3)))
                .isEqualTo(StatePartitions.of("west"));
        assertThat(StatePartitions.of(new RecordKey.ConfigSync("west", "a", 3))).isEqualTo(StatePartitions.of("west"));
        assertThat(StatePartitions.of(new RecordKey.AclSync("west", 3, "TOPIC", "LITERAL", "a")))
                .isEqualTo(StatePartitions.of("west"));
        assertThat(StatePartitions.of(new RecordKey.SyncReport("west", "groups", 3)))
                .isEqualTo(StatePartitions.of("west"));
        assertThat(StatePartitions.of(new RecordKey.Heartbeat(53))).isEqualTo(3);
    }
}
