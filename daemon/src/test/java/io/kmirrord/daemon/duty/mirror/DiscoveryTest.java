// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.daemon.duty.mirror;

import static org.assertj.core.api.Assertions.assertThat;

import io.kmirrord.statemachine.Desired;
import io.kmirrord.statemachine.StateName;
import io.kmirrord.statemachine.decision.FailureCode;
import io.kmirrord.statemachine.view.RecordKey;
import io.kmirrord.statemachine.view.RecordValue;
import io.kmirrord.statemachine.view.RecordValue.Skipped;
import io.kmirrord.statemachine.view.StatePartitions;
import io.kmirrord.testkit.process.Poll;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.UUID;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** What the daemon with the duties looks for, reports, and does when it is asked to at once. */
final class DiscoveryTest {
    private static final UUID A = new UUID(1, 1);
    private static final UUID B = new UUID(1, 2);

    private final DutyFixture site = new DutyFixture();

    @BeforeEach
    void oneIsMirrored() {
        site.destination.nodes(Set.of(1), Set.of(1));
        site.states.mirror("m", "source", List.of(".*"), List.of());
        site.source.topic("a", A, 3, 7);
        site.destination.topic("a", A, 2);
        site.states.wish("m", "a", A, 7, 0, Desired.MIRRORING);
        site.states.state("m", "a", A, 0, 7, StateName.MIRRORING);
        site.states.state("m", "a", A, 1, 7, StateName.MIRRORING);
        site.link.start();
        site.duty.start();
        site.states.beat(1, 1, true);
        site.states.beat(1, 2, true);
        site.queue.post(() -> site.duty.led(Set.of(StatePartitions.of("m"))));
    }

    @AfterEach
    void close() {
        site.queue.close();
    }

    private static void await(BooleanSupplier condition) {
        assertThat(Poll.until(Duration.ofSeconds(20), condition)).isTrue();
    }

    private List<Skipped> reported() {
        RecordValue.SyncReport report =
                site.topic.ask(view -> view.newestSyncReports("m")).get(DiscoveryJob.SUBJECT);
        return report == null ? List.of() : report.skipped();
    }

    private void awaitReported(String... reasons) {
        assertThat(Poll.until(
                        Duration.ofSeconds(20),
                        () -> reported().stream().map(Skipped::reason).toList().equals(List.of(reasons))))
                .as(() -> reported().toString())
                .isTrue();
    }

    private RecordValue.Outcome sync(String id) {
        site.topic.put(new RecordKey.Request("m", id), new RecordValue.SyncRequest(site.clock.get() + 60_000));
        RecordKey key = new RecordKey.RequestOutcome("m", id);
        await(() -> site.topic.ask(view -> view.get(key).isPresent()));
        return (RecordValue.Outcome)
                Objects.requireNonNull(site.topic.ask(view -> view.get(key).orElse(null)));
    }

    private Desired desired(String topic) {
        return site.topic.ask(view -> view.wish("m", topic)).orElseThrow().desired();
    }

    @Test
    void whatIsLeftAloneIsReportedAndNoLongerThanItIs() {
        site.destination.topic("b", new UUID(9, 9), 1);
        site.source.topic("b", B, 1);
        awaitReported("EXISTS_AT_DESTINATION");
        assertThat(reported()).extracting(Skipped::name).containsExactly("b");
        site.destination.delete("a");
        awaitReported("DELETED_AT_DESTINATION", "EXISTS_AT_DESTINATION");
        site.source.fail(new IllegalStateException("connection refused"));
        awaitReported("SOURCE_UNREACHABLE");
        assertThat(reported().get(0).text()).contains("connection refused");
        site.source.fail(null);
        site.destination.topic("a", A, 2);
        site.source.delete("b");
        awaitReported();
    }

    @Test
    void aLookThatFindsWhatTheLastOneFoundWritesNothing() {
        site.destination.topic("b", new UUID(9, 9), 1);
        site.source.topic("b", B, 1);
        awaitReported("EXISTS_AT_DESTINATION");
        sync("s1");
        int writes = site.topic.writes().size();
        sync("s2");
        assertThat(site.topic.writes().subList(writes, site.topic.writes().size()).stream()
                        .flatMap(List::stream)
                        .filter(record -> !(record.key() instanceof RecordKey.RequestOutcome)))
                .isEmpty();
    }

    @Test
    void aTopicThatCannotBeCreatedIsReportedUntilItIs() {
        site.source.topic("b", B, 1);
        await(() -> creations().size() == 1);
        site.topic.put(
                new RecordKey.RequestOutcome("m", creations().get(0).requestId()),
                new RecordValue.Outcome(false, "no disk", 1, 0, Map.of()));
        awaitReported("NOT_CREATED");
        assertThat(reported().get(0).text()).contains("no disk");
        site.clock.addAndGet(600_000);
        await(() -> creations().size() == 1);
        site.destination.topic("b", B, 1);
        site.topic.put(
                new RecordKey.RequestOutcome("m", creations().get(0).requestId()),
                new RecordValue.Outcome(true, "created", 1, 0, Map.of()));
        awaitReported();
    }

    private List<RecordKey.Request> creations() {
        return site.topic.ask(view -> view.records().stream()
                .filter(record -> record.value() instanceof RecordValue.TopicRequest)
                .map(record -> (RecordKey.Request) record.key())
                .filter(key -> view.get(new RecordKey.RequestOutcome(key.mirror(), key.requestId()))
                        .isEmpty())
                .toList());
    }

    @Test
    void whoAsksIsToldWhatStartedAndGrewAndHowMuchIsLeftAlone() {
        site.source.topic("a", A, 3, 7, 1);
        site.source.topic("b", B, 1);
        site.destination.topic("c", new UUID(9, 9), 1);
        site.source.topic("c", new UUID(1, 3), 1);
        RecordValue.Outcome outcome = sync("s1");
        assertThat(outcome.done()).as(outcome.message()).isTrue();
        assertThat(outcome.details()).containsKeys("groups", "configs").containsEntry("topics", "1");
        assertThat(desired("b")).isEqualTo(Desired.MIRRORING);
        assertThat(site.destination.partitions("a")).isEqualTo(3);
        site.source.fail(new IllegalStateException("connection refused"));
        RecordValue.Outcome failed = sync("s2");
        assertThat(failed.done()).isFalse();
        assertThat(failed.message()).contains("groups: connection refused", "configs: connection refused");
    }

    @Test
    @DisplayName(
            "a topic that was deleted at the source is kept; with on.source.delete=stop it is stopped, and stays so")
    void aTopicDeletedAtTheSource() {
        site.source.delete("a");
        for (int partition : List.of(0, 1)) {
            site.states.failed("m", "a", A, partition, 7, FailureCode.SOURCE_TOPIC_DELETED);
        }
        assertThat(sync("s1").done()).isTrue();
        assertThat(desired("a")).isEqualTo(Desired.MIRRORING);
        site.topic.put(
                new RecordKey.Mirror("m", 2, "op"),
                new RecordValue.Mirror(
                        Map.of("source.bootstrap.servers", "source:9092", "on.source.delete", "stop"),
                        List.of(".*"),
                        List.of(),
                        "source",
                        1,
                        false,
                        0));
        await(() -> desired("a") == Desired.STOPPED);
        int revisions = revisions();
        site.source.topic("a", B, 1);
        assertThat(sync("s2").done()).isTrue();
        assertThat(desired("a")).isEqualTo(Desired.STOPPED);
        assertThat(revisions()).isEqualTo(revisions);
    }

    private int revisions() {
        return (int) site.topic.writes().stream()
                .flatMap(List::stream)
                .flatMap(record -> record.key() instanceof RecordKey.MirrorTopic key ? Stream.of(key) : Stream.empty())
                .count();
    }
}
