// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.statetopic.reader;

import static org.assertj.core.api.Assertions.assertThat;

import io.kmirrord.statetopic.kafka.Deadline;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.stream.Collectors;
import org.apache.kafka.common.errors.TopicAuthorizationException;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;
import org.junit.jupiter.api.Test;

class OffsetQuestionTest {
    private final List<Set<Integer>> asked = new ArrayList<>();
    private final Deque<Map<Integer, Exception>> refusals = new ArrayDeque<>();
    private final Deque<Runnable> paused = new ArrayDeque<>();

    private Map<Integer, CompletableFuture<Long>> cluster(Collection<Integer> partitions) {
        asked.add(new TreeSet<>(partitions));
        Map<Integer, Exception> refused = refusals.isEmpty() ? Map.of() : refusals.pop();
        return partitions.stream()
                .collect(Collectors.toMap(
                        partition -> partition,
                        partition -> refused.containsKey(partition)
                                ? CompletableFuture.failedFuture(new CompletionException(refused.get(partition)))
                                : CompletableFuture.completedFuture(100L + partition)));
    }

    private Map<Integer, CompletableFuture<Long>> ask(Duration patience) {
        return new OffsetQuestion(this::cluster, List.of(0, 1, 2), Deadline.in(patience), paused::add).ask();
    }

    private static UnknownTopicOrPartitionException unknown() {
        return new UnknownTopicOrPartitionException("metadata for topic `state` could not be found");
    }

    @Test
    void whatALaggingBrokerDeniesIsAskedForAgain() {
        refusals.add(Map.of(0, unknown(), 2, unknown()));
        refusals.add(Map.of(2, unknown()));

        var answers = ask(Duration.ofMinutes(1));

        assertThat(answers.get(1)).as("waits for no other").isCompletedWithValue(101L);
        assertThat(answers.get(0)).isNotDone();
        paused.remove().run();
        assertThat(answers.get(0)).isCompletedWithValue(100L);
        assertThat(answers.get(2)).isNotDone();
        paused.remove().run();
        assertThat(answers.get(2)).isCompletedWithValue(102L);
        assertThat(asked).containsExactly(Set.of(0, 1, 2), Set.of(0, 2), Set.of(2));
        assertThat(paused).isEmpty();
    }

    @Test
    void anotherFailureIsTold() {
        refusals.add(Map.of(1, new TopicAuthorizationException(Set.of("state"))));

        var answers = ask(Duration.ofMinutes(1));

        assertThat(answers.get(0)).isCompletedWithValue(100L);
        assertThat(answers.get(1))
                .failsWithin(Duration.ZERO)
                .withThrowableOfType(java.util.concurrent.ExecutionException.class)
                .withCauseInstanceOf(TopicAuthorizationException.class);
        assertThat(paused).isEmpty();
    }

    @Test
    void atTheDeadlineTheDenialIsTold() {
        refusals.add(Map.of(1, unknown()));

        assertThat(ask(Duration.ZERO).get(1)).isCompletedExceptionally();
        assertThat(paused).isEmpty();
    }

    @Test
    void aClientThatWasClosedMeanwhileFailsTheQuestion() {
        refusals.add(Map.of(1, unknown()));
        boolean[] closed = {false};
        var answers = new OffsetQuestion(
                        partitions -> {
                            if (closed[0]) {
                                throw new IllegalStateException("Cannot accept new call when AdminClient is closing.");
                            }
                            return cluster(partitions);
                        },
                        List.of(1),
                        Deadline.in(Duration.ofMinutes(1)),
                        paused::add)
                .ask();

        closed[0] = true;
        paused.remove().run();

        assertThat(answers.get(1)).isCompletedExceptionally();
    }
}
