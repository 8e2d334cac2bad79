// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.statetopic;

import static io.kmirrord.statetopic.Waiting.get;
import static org.assertj.core.api.Assertions.assertThat;

import io.kmirrord.statemachine.view.StatePartitions;
import io.kmirrord.statemachine.view.StateRecord;
import java.io.IOException;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Records of the release before, of the one after, and of nobody. */
final class FormatIT {
    @RegisterExtension
    static final SharedCluster SHARED = new SharedCluster();

    private static Set<StateRecord> records(StateTopic topic) {
        return get(topic.readToEnd(view -> new HashSet<>(view.records())));
    }

    @Test
    void aReleaseItsPredecessorAndItsSuccessorReadAndOverwriteEachOther() throws IOException {
        StateTopicConfig config = SHARED.config("golden");
        List<GoldenRecord> written = GoldenRecord.release010().stream()
                .filter(line -> line.value() != null)
                .toList();
        Set<StateRecord> expected = written.stream().map(GoldenRecord::record).collect(Collectors.toSet());
        try (StateTopic topic = SHARED.open(config);
                StateWriter writer = StateWriter.transactional(config, topic, 4);
                RawRecords other = new RawRecords(config)) {
            for (GoldenRecord line : GoldenRecord.release010()) {
                other.write(line.partition(), line.key(), line.value());
            }
            assertThat(records(topic)).as("of the release before").isEqualTo(expected);
            for (GoldenRecord line : GoldenRecord.release010()) {
                other.write(line.partition(), line.key(), line.later().value());
            }
            assertThat(records(topic)).as("of the release after").isEqualTo(expected);
            assertThat(topic.stats().unreadable()).isZero();
            other.write(5, "{\"type\":\"Forecast\",\"v\":1,\"nodeId\":4}", "{\"type\":\"Forecast\",\"v\":1}");
            assertThat(records(topic)).as("beside a type of it").isEqualTo(expected);
            assertThat(topic.stats().unreadable()).isEqualTo(1);

            get(writer.write(List.copyOf(expected)));
            for (int partition : written.stream().map(GoldenRecord::partition).collect(Collectors.toSet())) {
                Map<String, GoldenRecord> last = new HashMap<>();
                other.read(partition)
                        .forEach(record ->
                                last.put(record.key(), new GoldenRecord(partition, record.key(), record.value())));
                assertThat(last.keySet())
                        .as("in the same partition, under the same keys, or compaction would keep both")
                        .isEqualTo(written.stream()
                                .filter(line -> line.partition() == partition)
                                .map(GoldenRecord::key)
                                .collect(Collectors.toSet()));
                assertThat(last.values()).allSatisfy(record -> {
                    assertThat(record.value()).as("written here").doesNotContain(GoldenRecord.LATER_FIELD);
                    assertThat(expected).contains(record.record());
                });
            }
            assertThat(written)
                    .allSatisfy(line ->
                            assertThat(StatePartitions.of(line.record().key())).isEqualTo(line.partition()));
        }
    }

    @Test
    void poisonedRecordsAreSkippedCountedAndNamed() {
        StateTopicConfig config = SHARED.config("poison");
        try (StateTopic topic = SHARED.open(config);
                StateWriter writer = StateWriter.transactional(config, topic, 1);
                RawRecords raw = new RawRecords(config)) {
            get(writer.write(List.of(Samples.beat(4, 1), Samples.mirror("west", 1))));
            Set<StateRecord> before = records(topic);
            raw.write(4, "\u0000\u0001", "binary");
            raw.write(4, "{\"type\":\"Heartbeat\",\"v\":1,\"nodeId\":4}", "{");
            raw.write(9, "{\"type\":\"Shadow\",\"v\":1}", "{}");
            raw.write(4, "{\"type\":\"Heartbeat\",\"v\":1,\"nodeId\":4}", "{\"type\":\"Heartbeat\",\"v\":2}");
            assertThat(records(topic)).isEqualTo(before);
            assertThat(topic.stats().unreadable()).isEqualTo(4);
            get(writer.write(List.of(Samples.beat(4, 2))));
            assertThat(records(topic)).as("and reading goes on").contains(Samples.beat(4, 2));
            try (StateTopic late = get(StateTopic.open(config, false))) {
                assertThat(late.stats().unreadable()).isEqualTo(4);
                assertThat(late.stats().lastUnreadable()).contains("poison-state-");
            }
        }
    }
}
