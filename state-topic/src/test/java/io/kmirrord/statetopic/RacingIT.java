// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.statetopic;

import static io.kmirrord.statetopic.Waiting.get;
import static io.kmirrord.statetopic.Waiting.reason;
import static org.assertj.core.api.Assertions.assertThat;

import io.kmirrord.statemachine.view.RecordKey;
import io.kmirrord.statemachine.view.StateRecord;
import io.kmirrord.statetopic.StateTopicException.Reason;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** Two writers of one node: the later one wins, whatever the earlier one still has under way (F1). */
final class RacingIT {
    private static final int NODE = 7;

    @RegisterExtension
    static final SharedCluster SHARED = new SharedCluster();

    @TempDir
    private Path dir;

    private static Set<StateRecord> records(StateTopic topic) {
        return get(topic.readToEnd(view -> new HashSet<>(view.records())));
    }

    private static Set<StateRecord> operations(StateTopic topic) {
        return records(topic).stream()
                .filter(record -> record.key() instanceof RecordKey.Operation)
                .collect(Collectors.toSet());
    }

    /** Stopped as a whole (SIGSTOP) with a transaction open, and going on when another has its place. */
    @Test
    void f1AWriterThatWasStoppedAndGoesOnLaterIsFencedAndWritesNothingMore() {
        StateTopicConfig config = SHARED.config("stopped");
        try (StateTopic topic = SHARED.open(config);
                WriterProcess older = new WriterProcess(config, NODE, dir)) {
            Waiting.until("the older writes", () -> older.acknowledged() >= 100);
            older.process().pause();
            try (StateWriter newer = StateWriter.transactional(config, topic, NODE)) {
                get(newer.write(List.of(Samples.beat(NODE, 2))));
                Set<StateRecord> landed = operations(topic);
                older.process().resume();
                assertThat(older.process().awaitExit(Duration.ofMinutes(1))).isTrue();
                assertThat(older.said()).contains("ended: FENCED");
                get(newer.write(List.of(Samples.beat(NODE, 3))));
                assertThat(operations(topic)).as("nothing came late").isEqualTo(landed);
                assertThat(older.acknowledged()).isGreaterThanOrEqualTo(100);
                for (int i = 0; i < older.acknowledged(); i++) {
                    assertThat(landed).contains(Samples.operation("west-" + i, "op-" + i));
                }
                assertThat(newer.isFenced()).isFalse();
                assertThat(records(topic)).contains(Samples.beat(NODE, 3));
            }
        }
    }

    @Test
    void f1OfTwoWritersOfOneNodeTheOlderIsFencedAndWhatItHadPendingDoesNotLand() {
        StateTopicConfig config = SHARED.config("race");
        try (StateTopic topic = SHARED.open(config);
                StateWriter older = StateWriter.transactional(config, topic, 7);
                StateWriter neighbour = StateWriter.transactional(config, topic, 8)) {
            get(older.write(List.of(Samples.beat(7, 1))));
            List<StateRecord> handedIn = new ArrayList<>();
            List<CompletableFuture<Void>> writes = new ArrayList<>();
            StateWriter newer = null;
            for (int i = 0; i < 3_000; i++) {
                if (i == 300) {
                    newer = StateWriter.transactional(config, topic, 7);
                }
                StateRecord record = Samples.operation("west-" + i, "op-" + i);
                handedIn.add(record);
                writes.add(older.write(List.of(record)));
            }
            try (StateWriter winner = Objects.requireNonNull(newer)) {
                get(winner.write(List.of(Samples.beat(7, 2))));
                Waiting.until("the older is fenced", () -> older.isFenced() || allDone(writes));
                assertThat(reason(older.write(List.of(Samples.beat(7, 3))))).isEqualTo(Reason.FENCED);
                assertThat(older.isFenced()).isTrue();
                Set<StateRecord> landed = records(topic);
                for (int i = 0; i < writes.size(); i++) {
                    boolean acknowledged = !Waiting.fails(writes.get(i), Reason.FENCED);
                    assertThat(landed.contains(handedIn.get(i)))
                            .as("write %d, acknowledged: %s", i, acknowledged)
                            .isEqualTo(acknowledged);
                }
                assertThat(landed).contains(Samples.beat(7, 2));
                assertThat(winner.isFenced()).isFalse();
                get(winner.write(List.of(Samples.beat(7, 4))));
                get(neighbour.write(List.of(Samples.beat(8, 1))));
            }
        }
    }

    private static boolean allDone(List<CompletableFuture<Void>> writes) {
        return writes.stream().allMatch(CompletableFuture::isDone);
    }
}
