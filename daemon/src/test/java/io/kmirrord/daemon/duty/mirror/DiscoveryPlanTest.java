// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.daemon.duty.mirror;

import static org.assertj.core.api.Assertions.assertThat;

import io.kmirrord.daemon.fake.FakeDestination;
import io.kmirrord.daemon.fake.FakeStateTopic;
import io.kmirrord.daemon.fake.FakeTopics;
import io.kmirrord.daemon.source.SourceTopic;
import io.kmirrord.statemachine.Desired;
import io.kmirrord.statemachine.StateName;
import io.kmirrord.statemachine.decision.FailureCode;
import io.kmirrord.statemachine.settings.MirrorSettings;
import io.kmirrord.statemachine.view.StateView.TopicWish;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.apache.kafka.common.protocol.Errors;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

final class DiscoveryPlanTest {
    private static final UUID A = new UUID(1, 1);
    private static final UUID B = new UUID(1, 2);

    private final FakeStateTopic topic = new FakeStateTopic();
    private final States states = new States(topic);
    private final FakeTopics source = new FakeTopics();
    private final FakeDestination destination = new FakeDestination();

    @BeforeEach
    void oneIsMirrored() {
        states.mirror("m", "source", List.of(".*"), List.of("no-.*"));
        states.wish("m", "a", A, 4, 0, Desired.MIRRORING);
        source.topic("a", A, 3, 7);
        destination.topic("a", A, 2);
    }

    private DiscoveryPlan plan() {
        MirrorFacts facts = states.facts("m");
        return DiscoveryPlan.of(
                facts,
                MirrorSettings.usable(facts.definition().config()).orElseThrow(),
                StartScope.of(facts.definition()),
                SourceTopics.of(source.metadata()),
                destination.topics(Set.of("a", "b", "no-b")).join());
    }

    @Test
    void aNewTopicThatMatchesStarts() {
        source.topic("b", B, 1);
        source.topic("no-b", new UUID(1, 3), 1);
        assertThat(plan().start()).extracting(SourceTopic::name).containsExactly("b");
    }

    @Test
    void nothingStartsByItselfWhereEverythingWasStoppedOrPaused() {
        source.topic("b", B, 1);
        states.wish("m", "a", A, 4, 1, Desired.PAUSED);
        assertThat(plan().start()).isEmpty();
        states.wish("m", "a", A, 4, 2, Desired.STOPPED);
        assertThat(plan().start()).isEmpty();
    }

    @Test
    void whatWasOnceWishedOrIsThereIsNotStartedAgain() {
        source.topic("b", B, 1);
        states.wish("m", "b", B, 3, 1, Desired.STOPPED);
        assertThat(plan().start()).isEmpty();
        source.topic("no-b", new UUID(1, 3), 1);
        states.mirror("m", "source", List.of(".*"), List.of());
        destination.topic("no-b", new UUID(1, 3), 1);
        DiscoveryPlan plan = plan();
        assertThat(plan.start()).isEmpty();
        assertThat(plan.refused()).containsOnlyKeys("no-b");
    }

    @Test
    @DisplayName("N10: a topic that lived and was deleted at the destination is reported and never created again")
    void n10NeverCreatedAgain() {
        destination.delete("a");
        DiscoveryPlan before = plan();
        assertThat(before.create()).extracting(SourceTopic::name).containsExactly("a");
        assertThat(before.deleted()).isEmpty();
        states.state("m", "a", A, 0, 4, StateName.MIRRORING);
        DiscoveryPlan after = plan();
        assertThat(after.create()).isEmpty();
        assertThat(after.deleted()).containsExactly("a");
        assertThat(after.refused().get("a")).extracting(Refusal::code).isEqualTo(Refusal.Code.DELETED_AT_DESTINATION);
        destination.topic("a", B, 2);
        assertThat(plan().refused()).containsOnlyKeys("a");
    }

    private static DiscoveryPlan plan(
            MirrorFacts facts, FakeTopics source, FakeDestination destination, String onDelete) {
        Map<String, String> config = new HashMap<>(facts.definition().config());
        config.put("on.source.delete", onDelete);
        return DiscoveryPlan.of(
                facts,
                MirrorSettings.usable(config).orElseThrow(),
                StartScope.of(facts.definition()),
                SourceTopics.of(source.metadata()),
                destination.topics(Set.of("a", "b")).join());
    }

    @Test
    void aTopicDeletedAtTheSourceIsStoppedOnlyWhereTheSettingsSayItAndEveryPartitionKnowsIt() {
        source.topic("b", B, 1);
        source.delete("a");
        assertThat(plan(states.facts("m"), source, destination, "stop").stop())
                .as("no partition says so yet")
                .isEmpty();
        assertThat(plan().refused().get("a")).extracting(Refusal::code).isEqualTo(Refusal.Code.NO_TOPIC);
        states.failed("m", "a", A, 0, 4, FailureCode.SOURCE_TOPIC_DELETED);
        states.failed("m", "a", A, 1, 3, FailureCode.SOURCE_TOPIC_DELETED);
        assertThat(plan(states.facts("m"), source, destination, "stop").stop())
                .as("one is of an earlier generation")
                .isEmpty();
        states.failed("m", "a", A, 1, 4, FailureCode.SOURCE_UNREACHABLE);
        assertThat(plan(states.facts("m"), source, destination, "stop").stop())
                .as("one failed for another reason")
                .isEmpty();
        states.failed("m", "a", A, 1, 4, FailureCode.SOURCE_TOPIC_DELETED);
        assertThat(plan(states.facts("m"), source, destination, "keep").stop()).isEmpty();
        assertThat(plan(states.facts("m"), source, destination, "stop").stop())
                .extracting(TopicWish::topic)
                .containsExactly("a");
        states.wish("m", "a", A, 4, 1, Desired.PAUSED);
        assertThat(plan(states.facts("m"), source, destination, "stop").stop()).isEmpty();
        states.wish("m", "a", A, 4, 2, Desired.MIRRORING);
        source.topic("a", A, 3, 7);
        assertThat(plan(states.facts("m"), source, destination, "stop").stop())
                .as("it is there again")
                .isEmpty();
    }

    @Test
    void anExcludeThatIsAddedStopsNoLiveTopic() {
        source.topic("a", A, 3, 7, 0);
        states.mirror("m", "source", List.of(".*"), List.of("a", "b"));
        source.topic("b", B, 1);
        DiscoveryPlan plan = plan(states.facts("m"), source, destination, "stop");
        assertThat(plan.stop()).isEmpty();
        assertThat(plan.grow()).containsOnlyKeys("a");
        assertThat(plan.start()).isEmpty();
    }

    @Test
    void aTopicOfWhichTheSourceTellsAPassingErrorIsNotTakenForAMissingOne() {
        source.error("a", Errors.LEADER_NOT_AVAILABLE);
        assertThat(plan().refused()).isEmpty();
        source.delete("a");
        assertThat(plan().refused()).containsOnlyKeys("a");
    }

    @Test
    void aTopicThatTheMirrorNamesAndTheSourceDoesNotTellIsNamed() {
        states.mirror("m", "source", List.of("a", "gone", "also-.*"), List.of());
        assertThat(plan().refused().get("gone")).extracting(Refusal::code).isEqualTo(Refusal.Code.NO_TOPIC);
        assertThat(plan().refused()).containsOnlyKeys("gone");
    }

    @Test
    void partitionsOnlyUpward() {
        source.topic("a", A, 3, 7, 0);
        assertThat(plan().grow()).isEqualTo(Map.of("a", 3));
        source.topic("a", A, 3);
        assertThat(plan().grow()).isEmpty();
        source.topic("a", B, 3, 7, 0);
        assertThat(plan().grow()).as("another topic of that name").isEmpty();
        source.topic("a", A, 3, 7, 0);
        states.wish("m", "a", A, 4, 1, Desired.PAUSED);
        assertThat(plan().grow()).isEmpty();
    }
}
