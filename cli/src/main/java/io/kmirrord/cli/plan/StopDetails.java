// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.cli.plan;

import io.kmirrord.cli.facts.MirrorFacts;
import io.kmirrord.statemachine.Desired;
import io.kmirrord.statemachine.Position;
import io.kmirrord.statemachine.Recorded;
import io.kmirrord.statemachine.StateName;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * What a stop came to, for the record of the operation: the states that say so are gone when the topic is started again. Pure.
 *
 * @param abortedTransactions that were open
 * @param positions by topic: {@code partition:LME/LMO+aborted} of each partition that is STOPPED, comma-separated
 */
public record StopDetails(long abortedTransactions, Map<String, String> positions) {
    /** Key of the count among the details of an outcome; the others are names of topics behind {@code stopped.}. */
    public static final String ABORTED = "transactions aborted";

    private static final String TOPIC = "stopped.";

    public StopDetails {
        positions = Map.copyOf(positions);
    }

    /** Reads it off the states of the topics that were to be stopped. */
    public static StopDetails of(MirrorFacts facts, List<Goal> goals) {
        var positions = new TreeMap<String, String>();
        var aborted = 0L;
        for (var goal : goals) {
            var wish = facts.topics().get(goal.topic());
            if (wish == null || goal.desired() != Desired.STOPPED) {
                continue;
            }
            var stopped = new TreeMap<>(facts.statesOf(wish.topicId()));
            stopped.values().removeIf(state -> !isStopped(state, goal.generation()));
            aborted += stopped.values().stream().mapToLong(StopDetails::aborted).sum();
            positions.put(
                    goal.topic(),
                    stopped.entrySet().stream()
                            .map(entry -> entry.getKey() + ":" + text(entry.getValue()))
                            .collect(Collectors.joining(",")));
        }
        return new StopDetails(aborted, positions);
    }

    private static boolean isStopped(Recorded state, long generation) {
        return state.state() == StateName.STOPPED && state.id().generation() == generation;
    }

    /** Between LMO and the mark lie the ABORT markers, one offset each: nobody else appends until the partition is open. */
    private static long aborted(Recorded state) {
        var position = state.position();
        return state.mark() < 0 || position == null || !position.isKnown() ? 0 : state.mark() - position.lmo();
    }

    private static String text(Recorded state) {
        return text(state.position()) + "+" + aborted(state);
    }

    private static String text(@Nullable Position position) {
        return position == null || !position.isKnown() ? "unknown" : position.lme() + "/" + position.lmo();
    }

    /** Returns the details of an outcome. */
    public Map<String, String> details() {
        var details = new TreeMap<String, String>();
        details.put(ABORTED, Long.toString(abortedTransactions));
        positions.forEach((topic, text) -> details.put(TOPIC + topic, text));
        return details;
    }
}
