// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.daemon.engine;

import io.kmirrord.daemon.shard.EventQueue;
import io.kmirrord.statemachine.Effect;
import io.kmirrord.statemachine.EffectName;
import io.kmirrord.statemachine.Event;
import io.kmirrord.statemachine.PartitionState;
import io.kmirrord.statemachine.decision.Failure;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The effects of one partition, one after the other, as {@link Effect} demands. Confined to the shard's queue.
 *
 * <p>A list whose effect failed is dropped with it. {@link #abandon} drops everything, and no answer of what was under way
 * arrives any more.
 */
final class EffectLine {
    private final EventQueue queue;
    private final Function<Effect, CompletableFuture<Optional<Event>>> runner;
    private final Function<Throwable, Failure> failures;
    private final Consumer<Event> sink;
    private final Place place;
    private final EffectObserver observer;
    private final Deque<Asked> lists = new ArrayDeque<>();
    private int next;
    private boolean running;
    private long turn;

    /** What one step asked for. */
    private record Asked(PartitionState by, List<Effect> effects) {}

    /**
     * Makes a line.
     *
     * @param runner called on the queue
     * @param sink called on the queue
     */
    EffectLine(
            EventQueue queue,
            Function<Effect, CompletableFuture<Optional<Event>>> runner,
            Function<Throwable, Failure> failures,
            Consumer<Event> sink,
            Place place,
            EffectObserver observer) {
        this.queue = queue;
        this.runner = runner;
        this.failures = failures;
        this.sink = sink;
        this.place = place;
        this.observer = observer;
    }

    /**
     * Adds the effects of a step.
     *
     * @param by what the step made of the partition
     */
    void add(PartitionState by, List<Effect> effects) {
        if (!effects.isEmpty()) {
            lists.add(new Asked(by, effects));
            go();
        }
    }

    void abandon() {
        turn++;
        lists.clear();
        next = 0;
        running = false;
    }

    /** What is under way, for an operator; null if nothing is. */
    @Nullable
    Effect underWay() {
        Asked first = lists.peek();
        return running && first != null ? first.effects().get(next) : null;
    }

    private void go() {
        Asked first = lists.peek();
        if (running || first == null) {
            return;
        }
        running = true;
        long mine = turn;
        Effect effect = first.effects().get(next);
        EffectName name = EffectName.of(first.by(), effect);
        observer.begins(place, name);
        queue.then(runner.apply(effect), (answer, problem) -> {
            observer.ended(place, name);
            if (mine == turn) {
                done(effect, answer == null ? Optional.empty() : answer, problem);
            }
        });
    }

    private void done(Effect effect, Optional<Event> answer, @Nullable Throwable problem) {
        running = false;
        List<Effect> list = lists.element().effects();
        next++;
        boolean ended = problem != null || next == list.size();
        boolean last =
                problem != null || list.subList(next, list.size()).stream().allMatch(EffectLine::isSilent);
        if (ended) {
            lists.remove();
            next = 0;
        }
        long mine = turn;
        if (problem != null) {
            sink.accept(new Event.EffectFailed(effect.id(), failures.apply(problem)));
        } else if (last && answer.isPresent()) {
            sink.accept(answer.get());
        }
        // The answer may have led to an abandon, or to effects that run already.
        if (mine == turn) {
            go();
        }
    }

    /** Has no answer. */
    private static boolean isSilent(Effect effect) {
        return effect instanceof Effect.ScheduleRetry
                || effect instanceof Effect.ReportFailure
                || effect instanceof Effect.ReportGap;
    }
}
