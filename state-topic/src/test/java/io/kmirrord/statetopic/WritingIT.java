// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.statetopic;

import static io.kmirrord.statetopic.Waiting.get;
import static io.kmirrord.statetopic.Waiting.reason;
import static org.assertj.core.api.Assertions.assertThat;

import io.kmirrord.statemachine.view.RecordKey;
import io.kmirrord.statemachine.view.RecordValue;
import io.kmirrord.statemachine.view.StateRecord;
import io.kmirrord.statetopic.StateTopicException.Reason;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Writers: order, tools, refusals. */
final class WritingIT {
    @RegisterExtension
    static final SharedCluster SHARED = new SharedCluster();

    private static Set<StateRecord> records(StateTopic topic) {
        return get(topic.readToEnd(view -> new HashSet<>(view.records())));
    }

    @Test
    void theLastOfManyWritesOfOneKeyWins() {
        StateTopicConfig config = SHARED.config("order");
        RecordKey key = new RecordKey.OperationOutcome("west", "op");
        try (StateTopic topic = SHARED.open(config);
                StateWriter writer = StateWriter.transactional(config, topic, 1)) {
            List<CompletableFuture<Void>> writes = new ArrayList<>();
            for (int i = 0; i <= 2_000; i++) {
                writes.add(writer.write(
                        List.of(new StateRecord(key, new RecordValue.Outcome(true, "m" + i, 1, i, Map.of())))));
            }
            writes.forEach(Waiting::get);
            RecordValue last = get(topic.readToEnd(view -> view.get(key).orElseThrow()));
            assertThat(last).isEqualTo(new RecordValue.Outcome(true, "m2000", 1, 2_000, Map.of()));
            get(writer.write(List.of(new StateRecord(key, null))));
            boolean gone = get(topic.readToEnd(view -> view.get(key).isEmpty()));
            assertThat(gone).as("a tombstone").isTrue();
        }
    }

    @Test
    void aToolWritesBesideADaemonAndWhatIsUnacceptableIsNamed() {
        StateTopicConfig config = SHARED.config("tool");
        try (StateTopic topic = SHARED.open(config);
                StateWriter tool = StateWriter.plain(config, topic);
                StateWriter daemon = StateWriter.transactional(config, topic, 1)) {
            get(CompletableFuture.allOf(
                    tool.write(List.of(Samples.mirror("west", 1))), daemon.write(List.of(Samples.beat(1, 1)))));
            assertThat(records(topic)).contains(Samples.mirror("west", 1), Samples.beat(1, 1));
            StateRecord large = new StateRecord(
                    new RecordKey.Mirror("west", 2, "op"),
                    new RecordValue.Mirror(Map.of("k", "x".repeat(950_000)), List.of(), List.of(), "c", 1, false, 1));
            for (StateWriter writer : List.of(tool, daemon)) {
                assertThat(reason(writer.write(List.of(large)))).isEqualTo(Reason.INVALID);
            }
        }
    }

    /** The broker's limit is not known here: it says so itself, and only the write that is too large fails. */
    @Test
    void oneWriteThatTheBrokersRefuseDoesNotTakeTheOthersWithIt() {
        StateTopicConfig config = SHARED.config("limit");
        try (StateTopic topic = SHARED.open(config);
                StateWriter writer = StateWriter.transactional(config, topic, 1)) {
            SHARED.set(config.stateTopic(), "max.message.bytes", "20000");
            StateRecord large = new StateRecord(
                    new RecordKey.Mirror("west", 2, "op"),
                    new RecordValue.Mirror(Map.of("k", "x".repeat(50_000)), List.of(), List.of(), "c", 1, false, 1));
            var before = writer.write(List.of(Samples.beat(1, 1)));
            var refused = writer.write(List.of(large));
            var after = writer.write(List.of(Samples.beat(2, 1)));
            assertThat(Waiting.failure(refused)).hasMessageContaining("max.message.bytes");
            get(before);
            get(after);
            assertThat(records(topic))
                    .contains(Samples.beat(1, 1), Samples.beat(2, 1))
                    .doesNotContain(large);
        }
    }

    @Test
    void aClosedWriterAndAClosedTopicSaySo() {
        StateTopicConfig config = SHARED.config("closed");
        StateTopic topic = SHARED.open(config);
        StateWriter writer = StateWriter.transactional(config, topic, 1);
        get(writer.write(List.of(Samples.beat(1, 1))));
        writer.close();
        writer.close();
        assertThat(reason(writer.write(List.of(Samples.beat(1, 2))))).isEqualTo(Reason.CLOSED);
        topic.close();
        topic.close();
        assertThat(reason(topic.readToEnd(view -> true))).isEqualTo(Reason.CLOSED);
        assertThat(reason(topic.read(view -> true))).isEqualTo(Reason.CLOSED);
    }
}
