// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.daemon.duty.mirror;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.kmirrord.daemon.fake.FakeStateTopic;
import io.kmirrord.daemon.fake.FakeTopics;
import io.kmirrord.daemon.source.SourceTopic;
import io.kmirrord.statemachine.Desired;
import io.kmirrord.statemachine.StateName;
import io.kmirrord.statemachine.view.RecordValue.StartRequest;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Every refusal of a start, and what starts otherwise. */
final class StartPlanTest {
    private static final UUID A = new UUID(1, 1);
    private static final UUID B = new UUID(1, 2);
    private static final UUID OTHER = new UUID(9, 9);

    private final FakeStateTopic topic = new FakeStateTopic();
    private final States states = new States(topic);
    private final FakeTopics source = new FakeTopics();
    private final Map<String, Destination.Topic> destination = new HashMap<>();

    @BeforeEach
    void twoTopics() {
        states.mirror("m", null, List.of(), List.of());
        source.topic("a", A, 3, 7);
        source.topic("b", B, 2);
        source.topic("__consumer_offsets", OTHER, 1);
    }

    private StartPlan.Decision decide(long generation, List<String> includes, String... excludes) {
        StartRequest request = new StartRequest(includes, List.of(excludes), generation, false, false, 1);
        MirrorFacts facts = states.facts("m");
        return StartPlan.of(
                facts,
                request,
                StartScope.of(facts.definition(), request),
                SourceTopics.of(source.metadata()),
                destination,
                Map.of());
    }

    private StartPlan plan(long generation, String... includes) {
        StartPlan.Decision decision = decide(generation, List.of(includes));
        assertThat(decision.refusal()).isNull();
        return Objects.requireNonNull(decision.plan());
    }

    private void refused(Refusal.Code code, String text, long generation, String... includes) {
        Refusal refusal = refusal(decide(generation, List.of(includes)));
        assertThat(refusal.code()).as(refusal.text()).isEqualTo(code);
        assertThat(refusal.text()).contains(text);
    }

    private static Refusal refusal(StartPlan.Decision decision) {
        return Objects.requireNonNull(decision.refusal());
    }

    private static List<String> names(List<SourceTopic> topics) {
        return topics.stream().map(SourceTopic::name).toList();
    }

    private void there(String name, UUID id, int partitions) {
        List<Destination.Partition> all = new ArrayList<>();
        for (int i = 0; i < partitions; i++) {
            all.add(new Destination.Partition(i, 1, List.of(1), List.of(1)));
        }
        destination.put(name, new Destination.Topic(name, id, all));
    }

    @Test
    void whatMatchesStartsAndWhatIsMissingIsCreated() {
        there("b", B, 1);
        StartPlan plan = plan(5, ".*");
        assertThat(names(plan.start())).containsExactly("a", "b");
        assertThat(names(plan.create())).containsExactly("a");
        StartPlan without = Objects.requireNonNull(decide(5, List.of(".*"), "b").plan());
        assertThat(names(without.start())).containsExactly("a");
    }

    @Test
    void aNameOutrightIsThatTopicAlone() {
        source.topic("axb", OTHER, 1);
        source.topic("a.b", new UUID(3, 3), 1);
        assertThat(names(plan(5, "a.b").start())).containsExactly("a.b");
        assertThat(names(plan(5, "a.?b").start())).containsExactly("a.b", "axb");
    }

    @Test
    void whatIsNotThereOrInternalOrExcludedIsRefusedByName() {
        refused(Refusal.Code.NO_TOPIC, "'nosuch' is not at the source", 5, "nosuch");
        refused(Refusal.Code.NO_TOPIC, "'nosuch' is not at the source", 5, "a", "nosuch");
        refused(Refusal.Code.INTERNAL_TOPIC, "'__consumer_offsets' is internal", 5, "__consumer_offsets");
        assertThat(decide(5, List.of("z.*")).plan())
                .as("a pattern may match later")
                .isEqualTo(new StartPlan(List.of(), List.of(), List.of(), Map.of(), List.of()));
        assertThat(refusal(decide(5, List.of("a"), "a")).text()).contains("excluded by [a]");
        assertThatThrownBy(() -> decide(5, List.of("a("))).hasMessageContaining("pattern 'a('");
    }

    @Test
    void aSecondStartIsRefusedUnlessAPatternAlsoFindsNewOnes() {
        states.wish("m", "a", A, 4, 0, Desired.MIRRORING);
        refused(Refusal.Code.SECOND_START, "'a' was started before, in generation 4", 5, "a");
        refused(Refusal.Code.SECOND_START, "'a' was started before", 5, "a", "b");
        StartPlan plan = plan(5, ".*");
        assertThat(names(plan.start())).containsExactly("b");
        assertThat(plan.skipped()).containsExactly("a");
        states.wish("m", "b", B, 4, 0, Desired.PAUSED);
        refused(Refusal.Code.SECOND_START, "2 topics match and were all started before: a,b", 5, ".*");
    }

    @Test
    void aStoppedTopicStartsAgainInALaterGenerationOnly() {
        states.wish("m", "a", A, 4, 1, Desired.STOPPED);
        assertThat(names(plan(5, "a").start())).containsExactly("a");
        refused(Refusal.Code.GENERATION_OVERTAKEN, "'a' is in generation 4 by now", 3, "a");
    }

    @Test
    void whatAPredecessorBeganIsNotWrittenTwice() {
        states.wish("m", "a", A, 5, 0, Desired.MIRRORING);
        states.wish("m", "b", B, 5, 1, Desired.STOPPED);
        StartPlan plan = plan(5, "a", "b");
        assertThat(plan.start()).isEmpty();
        assertThat(names(plan.begun())).containsExactly("a", "b");
        assertThat(names(plan.create())).as("not what was stopped meanwhile").containsExactly("a");
    }

    @Test
    void aTopicHasOneMirrorAtATime() {
        states.mirror("other", "x", List.of(), List.of());
        states.wish("other", "a", A, 4, 0, Desired.MIRRORING);
        refused(Refusal.Code.IN_ANOTHER_MIRROR, "mirror 'other' has it", 5, "a");
        assertThat(names(plan(5, ".*").start())).containsExactly("b");
        states.wish("other", "a", A, 4, 1, Desired.STOPPED);
        states.state("other", "a", A, 1, 4, StateName.STOPPING);
        refused(Refusal.Code.IN_ANOTHER_MIRROR, "not stopped it yet: partition 1 is STOPPING", 5, "a");
        states.state("other", "a", A, 1, 5, StateName.STOPPED);
        assertThat(names(plan(5, "a").start())).containsExactly("a");
    }

    @Test
    void anotherTopicOfTheNameOrMorePartitionsAtTheDestinationAreRefused() {
        there("a", OTHER, 2);
        refused(Refusal.Code.EXISTS_AT_DESTINATION, "Delete or rename it at the destination", 5, "a");
        there("a", A, 3);
        refused(Refusal.Code.MORE_PARTITIONS_AT_DESTINATION, "3 partitions at the destination and 2", 5, "a");
        there("a", A, 1);
        assertThat(names(plan(5, "a").start())).containsExactly("a");
    }

    @Test
    void epochsThatAreUnknownOrTooHighAreRefused() {
        source.topic("a", A, 3, -1);
        refused(Refusal.Code.NO_LEADER_EPOCH, "tells no leader epoch", 5, "a");
        source.topic("a", A, 1 << 30);
        refused(Refusal.Code.EPOCH_LIMIT, "1073741824", 5, "a");
    }

    @Test
    void theClusterOfTheFirstStartIsTheOnlyOne() {
        states.mirror("m", "first", List.of(), List.of());
        refused(Refusal.Code.SOURCE_OTHER_CLUSTER, "answers as cluster source", 5, "a");
    }
}
