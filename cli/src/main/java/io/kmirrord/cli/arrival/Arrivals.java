// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.cli.arrival;

import io.kmirrord.cli.cluster.TopicFacts;
import io.kmirrord.cli.facts.MirrorFacts;
import io.kmirrord.cli.facts.Reason;
import io.kmirrord.cli.facts.Signs;
import io.kmirrord.cli.plan.Goal;
import io.kmirrord.statemachine.Desired;
import io.kmirrord.statemachine.Recorded;
import io.kmirrord.statemachine.StateName;
import io.kmirrord.statemachine.view.StateView;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Judges who has arrived. Pure. */
public final class Arrivals {
    /** Failures that pass by themselves mostly do so at the first or second retry. */
    private static final int ATTEMPTS_WAITED_FOR = 3;

    private Arrivals() {}

    /** Returns one entry per partition, by topic and partition; one for a topic of which none is known. */
    public static List<PartitionArrival> judge(
            List<Goal> goals, MirrorFacts facts, Map<String, TopicFacts> topics, Signs signs) {
        return goals.stream()
                .flatMap(goal -> ofTopic(goal, facts, topics.get(goal.topic()), signs))
                .toList();
    }

    /** Returns the entries with nothing left to wait for where there is no leader: what was wished is done when there is one. */
    public static List<PartitionArrival> withoutLeaderless(
            List<PartitionArrival> arrivals, Map<String, TopicFacts> topics) {
        return arrivals.stream()
                .map(arrival ->
                        arrival.arrived() == Arrived.WAITING && isLeaderless(arrival, topics.get(arrival.topic()))
                                ? new PartitionArrival(
                                        arrival.topic(),
                                        arrival.partition(),
                                        arrival.state(),
                                        Arrived.FAILED,
                                        arrival.reason(),
                                        "start one of its brokers: the rest is done by itself")
                                : arrival)
                .toList();
    }

    private static boolean isLeaderless(PartitionArrival arrival, @Nullable TopicFacts topic) {
        return topic != null
                && arrival.partition() >= 0
                && arrival.partition() < topic.leaders().size()
                && topic.leaders().get(arrival.partition()) == TopicFacts.NO_LEADER;
    }

    /** Returns whether nothing is left to wait for. */
    public static boolean ended(List<PartitionArrival> arrivals) {
        return arrivals.stream().noneMatch(arrival -> arrival.arrived() == Arrived.WAITING);
    }

    private static Stream<PartitionArrival> ofTopic(
            Goal goal, MirrorFacts facts, @Nullable TopicFacts topic, Signs signs) {
        var wish = facts.topics().get(goal.topic());
        if (wish == null) {
            return Stream.of(PartitionArrival.ofTopic(
                    goal.topic(),
                    StateName.UNKNOWN.name(),
                    Arrived.OVERTAKEN,
                    "its wish is gone: the mirror was deleted"));
        }
        if (wish.wish().generation() > goal.generation() || wish.wish().desired() != goal.desired()) {
            return Stream.of(PartitionArrival.ofTopic(
                    goal.topic(),
                    StateName.UNKNOWN.name(),
                    Arrived.OVERTAKEN,
                    "wished " + wish.wish().desired() + " by another command meanwhile"));
        }
        var states = facts.statesOf(wish.topicId());
        var absent = Reason.ofTopic(wish, !states.isEmpty(), topic);
        if (topic == null || !absent.isEmpty()) {
            // What is not there needs no stop.
            var arrived = goal.desired() == Desired.STOPPED ? Arrived.YES : Arrived.WAITING;
            return Stream.of(PartitionArrival.ofTopic(goal.topic(), StateName.UNKNOWN.name(), arrived, absent));
        }
        return IntStream.range(0, topic.leaders().size())
                .mapToObj(partition -> ofPartition(goal, wish, partition, states.get(partition), topic, signs));
    }

    private static PartitionArrival ofPartition(
            Goal goal,
            StateView.TopicWish wish,
            int partition,
            @Nullable Recorded state,
            TopicFacts topic,
            Signs signs) {
        var name = state == null ? StateName.UNKNOWN.name() : state.state().name();
        if (state != null && state.id().generation() == goal.generation() && state.state() == goal.target()) {
            return new PartitionArrival(goal.topic(), partition, name, Arrived.YES, "", "");
        }
        var reason = Reason.ofPartition(wish, partition, state, topic, signs);
        if (state == null || !isFailedSince(goal, partition, state)) {
            return new PartitionArrival(goal.topic(), partition, name, Arrived.WAITING, reason, "");
        }
        var failure = state.failure();
        var remedy = failure == null ? "" : failure.code().remedy();
        return new PartitionArrival(
                goal.topic(), partition, name, willRetry(state) ? Arrived.WAITING : Arrived.FAILED, reason, remedy);
    }

    private static boolean isFailedSince(Goal goal, int partition, Recorded state) {
        return state.state() == StateName.FAILED
                && state.id().generation() == goal.generation()
                && !state.id().equals(goal.before().get(partition));
    }

    private static boolean willRetry(Recorded state) {
        return state.nextRetryMs() >= 0 && state.attempt() < ATTEMPTS_WAITED_FOR;
    }
}
