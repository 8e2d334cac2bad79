// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.daemon.duty.mirror;

import static org.assertj.core.api.Assertions.assertThat;

import io.kmirrord.daemon.fake.FakeProducerIds;
import io.kmirrord.statemachine.Desired;
import io.kmirrord.statemachine.StateName;
import io.kmirrord.statemachine.view.RecordKey;
import io.kmirrord.statemachine.view.RecordValue;
import io.kmirrord.statemachine.view.RecordValue.Skipped;
import io.kmirrord.statemachine.view.StatePartitions;
import io.kmirrord.statemachine.view.StateRecord;
import io.kmirrord.testkit.process.Poll;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Who gets a topic that two mirrors find at the same moment, and looks that are worth another before the next interval. */
final class ClaimsTest {
    private static final UUID A = new UUID(1, 1);
    private static final UUID B = new UUID(1, 2);

    private final DutyFixture site = new DutyFixture(Duration.ofHours(1));

    @BeforeEach
    void oneIsMirrored() {
        site.destination.nodes(Set.of(1), Set.of(1));
        site.states.mirror("m", "source", List.of(".*"), List.of());
        site.states.mirror("n", "source", List.of(".*"), List.of());
        site.source.topic("a", A, 1);
        site.destination.topic("a", A, 1);
        site.states.wish("m", "a", A, 7, 0, Desired.MIRRORING);
        site.states.state("m", "a", A, 0, 7, StateName.MIRRORING);
        site.source.topic("b", B, 1);
    }

    @AfterEach
    void close() {
        site.queue.close();
    }

    private void heard() {
        site.states.beat(1, 1, true);
        site.states.beat(1, 2, true);
    }

    private void start() {
        site.link.start();
        site.duty.start();
        site.queue.post(() -> site.duty.led(Set.of(StatePartitions.of("m"))));
    }

    private static void await(BooleanSupplier condition) {
        assertThat(Poll.until(Duration.ofSeconds(20), condition)).isTrue();
    }

    private boolean reported(String reason) {
        RecordValue.SyncReport report =
                site.topic.ask(view -> view.newestSyncReports("m")).get(DiscoveryJob.SUBJECT);
        return report != null && report.skipped().stream().map(Skipped::reason).anyMatch(reason::equals);
    }

    private boolean wished(String mirror, String topic) {
        return site.topic.ask(view -> view.wish(mirror, topic)).isPresent();
    }

    private long creations() {
        return site.topic.writes().stream()
                .flatMap(List::stream)
                .filter(record -> record.value() instanceof RecordValue.TopicRequest)
                .count();
    }

    private static boolean isWishForB(StateRecord record) {
        return record.value() instanceof RecordValue.MirrorTopic
                && ((RecordKey.MirrorTopic) record.key()).topic().equals("b");
    }

    @Test
    void whoReadsTheOthersWishBesideItsOwnWithdrawsAndLooksAgain() {
        theOtherWishesAtTheSameMoment();
        start();
        heard();
        await(() -> reported("ALSO_CLAIMED"));
        assertThat(wished("m", "b")).isFalse();
        assertThat(creations()).isZero();
        // It was claimed only: the other withdraws too.
        site.topic.put(new RecordKey.MirrorTopic("n", "b", 8, 0, "op"), null);
        await(() -> creations() == 1);
        assertThat(wished("m", "b")).isTrue();
    }

    private void theOtherWishesAtTheSameMoment() {
        site.topic.afterWrite(records -> {
            if (records.stream().anyMatch(ClaimsTest::isWishForB)) {
                site.topic.afterWrite(later -> {});
                site.states.wish("n", "b", B, 8, 0, Desired.MIRRORING);
            }
        });
    }

    @Test
    void whoStartsATopicIsToldThatAnotherMirrorHasIt() {
        FakeProducerIds producerIds = new FakeProducerIds(site.topic, site.queue, 4_000);
        site.states.configure("m", "source", Map.of(), List.of("a"));
        theOtherWishesAtTheSameMoment();
        start();
        heard();
        site.topic.put(
                new RecordKey.Request("m", "s1"),
                new RecordValue.StartRequest(List.of("b"), List.of(), 9, false, false, site.clock.get() + 60_000));
        RecordKey key = new RecordKey.RequestOutcome("m", "s1");
        await(() -> site.topic.ask(view -> view.get(key).isPresent()));
        RecordValue.Outcome outcome =
                (RecordValue.Outcome) site.topic.ask(view -> view.get(key).orElseThrow());
        assertThat(outcome.done()).isFalse();
        assertThat(outcome.message()).contains("mirror 'n' has it");
        assertThat(producerIds.asked()).hasSize(1);
        assertThat(wished("m", "b")).isFalse();
        assertThat(creations()).isZero();
    }

    @Test
    void whatAPredecessorClaimedAndDidNotAskForIsClaimedAnew() {
        site.states.wish("m", "b", B, 8, 0, Desired.MIRRORING);
        site.states.wish("n", "b", B, 9, 0, Desired.MIRRORING);
        start();
        heard();
        await(() -> reported("ALSO_CLAIMED"));
        assertThat(wished("m", "b")).isFalse();
        assertThat(wished("n", "b")).isTrue();
        assertThat(creations()).isZero();
    }

    @Test
    void whatWasAskedForIsNotWithdrawnAndAStopStays() {
        site.states.wish("m", "b", B, 8, 0, Desired.MIRRORING);
        site.states.wish("n", "b", B, 9, 0, Desired.MIRRORING);
        RecordValue.TopicRequest request = new RecordValue.TopicRequest("b", 8, B, 1, (short) 1, 20, Map.of(), 60_000);
        assertThat(look(request).lost()).containsOnlyKeys("b");
        assertThat(look(request).withdrawn()).hasSize(1);
        site.states.wish("m", "b", B, 8, 1, Desired.STOPPED);
        assertThat(look(request).lost()).containsOnlyKeys("b");
        assertThat(look(request).withdrawn()).isEmpty();
        site.states.wish("m", "b", B, 8, 2, Desired.MIRRORING);
        StateRecord taken = TopicWrites.taken("m", request, 0);
        site.topic.put(taken.key(), taken.value());
        assertThat(look(request).lost()).isEmpty();
        assertThat(look(request).withdrawn()).isEmpty();
    }

    private Claims.Look look(RecordValue.TopicRequest request) {
        return site.topic.ask(view -> Claims.look(view, "m", Map.of("b", request)));
    }

    @Test
    void aLookThatHeardOfTooFewNodesIsTriedAgainLongBeforeTheNextInterval() {
        start();
        await(() -> reported("NODES_UNKNOWN"));
        assertThat(creations()).isZero();
        heard();
        await(() -> creations() == 1);
    }

    @Test
    void aLookThatDidNotReachTheSourceIsTriedAgainLongBeforeTheNextInterval() {
        site.source.fail(new IllegalStateException("connection refused"));
        start();
        heard();
        await(() -> reported("SOURCE_UNREACHABLE"));
        site.source.fail(null);
        await(() -> creations() == 1);
        await(() -> !reported("SOURCE_UNREACHABLE"));
    }
}
