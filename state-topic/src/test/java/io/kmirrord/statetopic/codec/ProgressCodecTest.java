// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.statetopic.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.kmirrord.statemachine.PartitionId;
import io.kmirrord.statetopic.PartitionProgress;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

final class ProgressCodecTest {
    private static final UUID TOPIC = UUID.fromString("01234567-89ab-cdef-0123-456789abcdef");
    private final ProgressCodec codec = new ProgressCodec();

    private static PartitionProgress progress(int partition) {
        return new PartitionProgress(
                new PartitionId("west", TOPIC, partition), "orders", 1, 90, 80, 70, 1_500, 4_096, "ö", 5);
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    @Test
    void theFormIsFixed() {
        assertThat(new String(codec.encode(3, List.of(progress(0)), 1_000).get(0), StandardCharsets.UTF_8))
                .isEqualTo(
                        "{\"type\":\"Progress\",\"v\":1,\"nodeId\":3,\"partitions\":[{\"partition\":{\"mirror\":\"west\","
                                + "\"topicId\":\"01234567-89ab-cdef-0123-456789abcdef\",\"partition\":0},\"topic\":\"orders\","
                                + "\"sourceLogStart\":1,\"sourceEnd\":90,\"localEnd\":80,\"localHighWatermark\":70,\"lagMs\":1500,"
                                + "\"bytesAppended\":4096,\"note\":\"ö\",\"atMs\":5}]}");
    }

    @Test
    void n2ManyPartitionsAreSplitIntoRecordsBelowTheLimit() throws IOException {
        List<PartitionProgress> all =
                IntStream.range(0, 5_000).mapToObj(ProgressCodecTest::progress).toList();
        List<byte[]> records = codec.encode(3, all, 190_000);
        assertThat(records).hasSizeGreaterThan(4).allMatch(record -> record.length <= 190_000);
        List<PartitionProgress> read = new ArrayList<>();
        for (byte[] record : records) {
            read.addAll(codec.decode(record));
        }
        assertThat(read).isEqualTo(all);
        assertThat(codec.encode(3, List.of(), 190_000)).isEmpty();
    }

    @Test
    void fieldsOfANewerReleaseAreIgnoredAndOtherVersionsRefused() throws IOException {
        String record = new String(codec.encode(3, List.of(progress(0)), 1_000).get(0), StandardCharsets.UTF_8);
        assertThat(codec.decode(bytes(record.replace("\"note\"", "\"mood\":{\"x\":[1]},\"note\""))))
                .containsExactly(progress(0));
        for (String bad : List.of(
                "",
                "[]",
                "{",
                record.replace("\"v\":1", "\"v\":2"),
                record.replace("Progress", "Other"),
                record.replace("\"lagMs\":1500,", ""),
                record.replace("\"mirror\":\"west\"", "\"mirror\":\"\""))) {
            assertThatThrownBy(() -> codec.decode(bytes(bad))).as(bad).isInstanceOf(IOException.class);
        }
    }
}
