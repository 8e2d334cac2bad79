// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.daemon.duty.mirror;

import static org.assertj.core.api.Assertions.assertThat;

import io.kmirrord.daemon.fake.FakeAdmin;
import io.kmirrord.daemon.groups.CommittedOffset;
import io.kmirrord.statemachine.Desired;
import io.kmirrord.statemachine.StateName;
import io.kmirrord.statemachine.view.RecordKey;
import io.kmirrord.statemachine.view.RecordValue;
import io.kmirrord.statemachine.view.StatePartitions;
import io.kmirrord.testkit.process.Poll;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.UUID;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Promotions of topic {@code a} with two partitions, against two clusters in memory. */
final class PromotionTest {
    private static final UUID A = new UUID(1, 1);
    private static final TopicPartition A0 = new TopicPartition("a", 0);
    private static final TopicPartition A1 = new TopicPartition("a", 1);

    private final DutyFixture site = new DutyFixture();
    private final FakeAdmin source = site.source.admin();

    @BeforeEach
    void mirrored() {
        site.destination.nodes(Set.of(1), Set.of(1));
        site.states.mirror("m", "source", List.of("a"), List.of());
        site.source.topic("a", A, 3, 7);
        site.destination.topic("a", A, 2);
        site.states.wish("m", "a", A, 7, 0, Desired.MIRRORING);
        site.states.state("m", "a", A, 0, 7, StateName.MIRRORING);
        site.states.state("m", "a", A, 1, 7, StateName.MIRRORING);
        for (TopicPartition partition : List.of(A0, A1)) {
            source.fake().log(partition, 0, 100);
            site.groups.log(partition, 0, 100);
        }
        site.link.start();
        site.duty.start();
        site.queue.post(() -> site.duty.led(Set.of(StatePartitions.of("m"))));
    }

    @AfterEach
    void close() {
        site.queue.close();
    }

    private RecordValue.Outcome promote(String id, long withinMs, String... topics) {
        site.topic.put(
                new RecordKey.Request("m", id),
                new RecordValue.PromoteRequest(List.of(topics), site.clock.get() + withinMs));
        RecordKey key = new RecordKey.RequestOutcome("m", id);
        assertThat(Poll.until(
                        Duration.ofSeconds(20),
                        () -> site.topic.ask(view -> view.get(key).isPresent())))
                .isTrue();
        return (RecordValue.Outcome)
                Objects.requireNonNull(site.topic.ask(view -> view.get(key).orElse(null)));
    }

    @Test
    void aDestinationThatHasEverythingIsLevelAndItsGroupsAreSyncedOnceMore() {
        source.fake().commit("g", A0, new CommittedOffset(80, 3, ""));
        RecordValue.Outcome outcome = promote("p1", 600_000);
        assertThat(outcome.done()).as(outcome.message()).isTrue();
        assertThat(outcome.message()).startsWith("2 partitions have all");
        assertThat(site.groups.committed("g", A0)).isEqualTo(new CommittedOffset(80, 3, ""));
    }

    @Test
    void aLagIsToldByPartitionWhenTheTimeIsOver() {
        site.groups.log(A1, 0, 70);
        RecordValue.Outcome outcome = promoteInLittleTime("p1");
        assertThat(outcome.done()).isFalse();
        assertThat(outcome.details()).containsEntry("code", "LAG").containsEntry("behind", "a-1 by 30");
        assertThat(outcome.message()).contains("a-1 by 30", "failover m");
    }

    @Test
    void whoStillWritesIsTold() {
        source.producer(A0, "producer id 7 epoch 0");
        // As fast as it is looked at.
        source.fake().grow(A0);
        site.groups.log(A0, 0, 1_000_000);
        RecordValue.Outcome outcome = promoteInLittleTime("p1");
        assertThat(outcome.done()).isFalse();
        assertThat(outcome.details())
                .containsEntry("code", "LAG")
                .containsEntry("writers", "a-0 (producer id 7 epoch 0)");
    }

    /** The clock runs as it is looked at. */
    private RecordValue.Outcome promoteInLittleTime(String id) {
        site.queue.repeat(() -> site.clock.addAndGet(200), Duration.ofMillis(100));
        return promote(id, 8_000);
    }

    @Test
    void partitionsThatNothingIsCopiedToAreRefusedAtOnce() {
        site.states.state("m", "a", A, 1, 7, StateName.FAILED);
        RecordValue.Outcome outcome = promote("p1", 600_000);
        assertThat(outcome.details()).containsEntry("code", "NOT_MIRRORING");
        assertThat(outcome.message()).contains("a-1 is FAILED", "--topics");
        assertThat(promote("p2", 600_000, "a", "b").details()).containsEntry("code", "NOT_MIRRORED");
        site.states.wish("m", "a", A, 7, 1, Desired.PAUSED);
        assertThat(promote("p3", 600_000, "a").message()).contains("a is wished PAUSED");
        assertThat(promote("p4", 600_000).message()).contains("no topic is mirrored");
    }
}
