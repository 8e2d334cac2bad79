// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.daemon.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.kmirrord.daemon.shard.EventQueue;
import io.kmirrord.statemachine.Effect;
import io.kmirrord.statemachine.EffectId;
import io.kmirrord.statemachine.EffectName;
import io.kmirrord.statemachine.Event;
import io.kmirrord.statemachine.FencePhase;
import io.kmirrord.statemachine.PartitionId;
import io.kmirrord.statemachine.PartitionState;
import io.kmirrord.statemachine.decision.Failure;
import io.kmirrord.statemachine.decision.FailureCode;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The ordering contract of effects. */
final class EffectLineTest {
    private static final EffectId ONE = new EffectId(1, 2, 3);
    private static final EffectId TWO = new EffectId(1, 2, 4);
    private static final Effect FENCE = new Effect.PutFence(ONE, FencePhase.MIRRORING, false);
    private static final Effect DESCRIBE = new Effect.DescribeLog(ONE);
    private static final Effect STOP = new Effect.StopFetcher(TWO);
    private static final Effect RETRY = new Effect.ScheduleRetry(TWO, 1);

    private static final PartitionId ID = new PartitionId("m", new UUID(1, 2), 0);
    private static final Place PLACE = new Place(ID, "t");
    private static final PartitionState STATE = new PartitionState.Unknown(ID);

    private final List<String> observed = new ArrayList<>();
    private final EventQueue queue = new EventQueue("kmirrord-shard-0");
    private final List<Effect> begun = new ArrayList<>();
    private final List<CompletableFuture<Optional<Event>>> answers = new ArrayList<>();
    private final List<Event> told = new ArrayList<>();
    private final EffectLine line = new EffectLine(
            queue,
            effect -> {
                begun.add(effect);
                CompletableFuture<Optional<Event>> answer = new CompletableFuture<>();
                answers.add(answer);
                return answer;
            },
            problem -> new Failure(FailureCode.UNEXPECTED, String.valueOf(problem.getMessage())),
            told::add,
            PLACE,
            new EffectObserver() {
                @Override
                public void begins(Place place, EffectName effect) {
                    observed.add("before " + place + " " + effect);
                }

                @Override
                public void ended(Place place, EffectName effect) {
                    observed.add("after " + place + " " + effect);
                }
            });

    @AfterEach
    void close() {
        queue.close();
    }

    private void run(Runnable step) {
        CompletableFuture<Void> done = new CompletableFuture<>();
        queue.post(() -> {
            step.run();
            done.complete(null);
        });
        done.join();
        // What the step completed was posted behind it.
        CompletableFuture<Void> settled = new CompletableFuture<>();
        queue.post(() -> settled.complete(null));
        settled.join();
    }

    private void answer(int number, Event event) {
        run(() -> answers.get(number).complete(Optional.of(event)));
    }

    @Test
    void anEffectBeginsWhenTheOneBeforeItWasAnsweredAndTheLastOneTells() {
        run(() -> line.add(STATE, List.of(FENCE, DESCRIBE)));
        assertThat(begun).containsExactly(FENCE);
        answer(0, new Event.FencePut(ONE, -1));
        assertThat(begun).containsExactly(FENCE, DESCRIBE);
        assertThat(told).as("only the last one of a list tells").isEmpty();
        Event last = new Event.BarrierReached(ONE);
        answer(1, last);
        assertThat(told).containsExactly(last);
    }

    @Test
    void theListOfALaterStepWaitsForTheOneBefore() {
        run(() -> line.add(STATE, List.of(FENCE)));
        run(() -> line.add(STATE, List.of(STOP, RETRY)));
        assertThat(begun).containsExactly(FENCE);
        answer(0, new Event.FencePut(ONE, -1));
        assertThat(begun).containsExactly(FENCE, STOP);
        Event stopped = new Event.FetcherStopped(TWO);
        answer(1, stopped);
        assertThat(told).as("a timer behind it has no answer of its own").endsWith(stopped);
        assertThat(begun).endsWith(RETRY);
    }

    @Test
    void aFailureDropsTheRestOfItsListAndTheNextListGoesOn() {
        run(() -> line.add(STATE, List.of(FENCE, DESCRIBE)));
        run(() -> line.add(STATE, List.of(STOP)));
        run(() -> answers.get(0).completeExceptionally(new IllegalStateException("no")));
        assertThat(told).containsExactly(new Event.EffectFailed(ONE, new Failure(FailureCode.UNEXPECTED, "no")));
        assertThat(begun).containsExactly(FENCE, STOP);
    }

    @Test
    void afterAnAbandonNothingThatWasUnderWayIsHeardOf() {
        run(() -> line.add(STATE, List.of(FENCE, DESCRIBE)));
        run(line::abandon);
        answer(0, new Event.FencePut(ONE, -1));
        assertThat(told).isEmpty();
        assertThat(begun).containsExactly(FENCE);
        run(() -> line.add(STATE, List.of(STOP)));
        assertThat(begun).containsExactly(FENCE, STOP);
    }

    @Test
    void theObserverIsToldBeforeEachEffectAndWhenItEndedOrFailed() {
        run(() -> line.add(STATE, List.of(FENCE, DESCRIBE, STOP)));
        assertThat(observed).containsExactly("before m/t-0 UNKNOWN PutFence");
        answer(0, new Event.FencePut(ONE, -1));
        run(() -> answers.get(1).completeExceptionally(new IllegalStateException("no")));
        assertThat(observed)
                .containsExactly(
                        "before m/t-0 UNKNOWN PutFence",
                        "after m/t-0 UNKNOWN PutFence",
                        "before m/t-0 UNKNOWN DescribeLog",
                        "after m/t-0 UNKNOWN DescribeLog");
    }

    @Test
    void theObserverIsToldOfTheEndOfWhatWasAbandonedToo() {
        run(() -> line.add(STATE, List.of(FENCE)));
        run(line::abandon);
        answer(0, new Event.FencePut(ONE, -1));
        assertThat(observed).containsExactly("before m/t-0 UNKNOWN PutFence", "after m/t-0 UNKNOWN PutFence");
        assertThat(told).isEmpty();
    }
}
