// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.daemon.sync;

import io.kmirrord.daemon.shard.EventQueue;
import io.kmirrord.statemachine.view.RecordValue.Skipped;
import io.kmirrord.statetopic.kafka.Problems;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Rounds of a sync: one at a time, an interval apart, and at once when somebody waits for one. Confined to its queue.
 *
 * @param <R> what a round comes to
 */
public final class Rounds<R> {
    private static final Logger LOG = LoggerFactory.getLogger(Rounds.class);
    /** Until the mirror's own interval is known. */
    private static final Duration FIRST = Duration.ofSeconds(1);

    private final EventQueue queue;
    private final String name;
    private final Work<R> work;
    private List<CompletableFuture<List<Skipped>>> waiting = new ArrayList<>();
    private Duration interval = FIRST;
    private String lastProblem = "";
    private boolean running;
    private boolean ended;
    private long turn;

    /**
     * What a round does. Called on the queue.
     *
     * @param <R> what a round comes to
     */
    public interface Work<R> {
        /** Does one; completes on any thread. */
        CompletableFuture<R> begin();

        /** Takes what it came to, and returns what it skipped. Not called after the end. */
        List<Skipped> succeeded(R result);

        /**
         * Takes why it came to nothing, each time that the reason is another; the next one is made after the interval. Not
         * called after the end.
         */
        void failed(String why);
    }

    /** @param name what is not synced while rounds fail, for the log */
    public Rounds(EventQueue queue, String name, Work<R> work) {
        this.queue = queue;
        this.name = name;
        this.work = work;
    }

    /** Begins. To be called once. */
    public void begin() {
        next(FIRST);
    }

    /** Ends; who waits for a round is told why. What is under way may still do what it does. */
    public void end(String why) {
        ended = true;
        waiting.forEach(one -> one.completeExceptionally(new IllegalStateException(why)));
        waiting.clear();
    }

    /** Between two rounds, from the next one on. */
    public void interval(Duration between) {
        interval = between;
    }

    /**
     * Makes a round that begins after this.
     *
     * @return what it skipped
     */
    public CompletableFuture<List<Skipped>> now() {
        CompletableFuture<List<Skipped>> one = new CompletableFuture<>();
        waiting.add(one);
        if (!running) {
            round();
        }
        return one;
    }

    private void next(Duration delay) {
        long mine = ++turn;
        queue.schedule(
                () -> {
                    if (mine == turn && !running) {
                        round();
                    }
                },
                delay);
    }

    private void round() {
        if (ended) {
            return;
        }
        running = true;
        List<CompletableFuture<List<Skipped>>> served = waiting;
        waiting = new ArrayList<>();
        queue.then(work.begin(), (done, problem) -> {
            running = false;
            if (ended) {
                served.forEach(one -> one.completeExceptionally(new IllegalStateException("the duty ended")));
                return;
            }
            serve(done, problem, served);
            if (waiting.isEmpty()) {
                next(interval);
            } else {
                round();
            }
        });
    }

    private void serve(@Nullable R done, @Nullable Throwable problem, List<CompletableFuture<List<Skipped>>> served) {
        if (done != null) {
            lastProblem = "";
            List<Skipped> skipped = work.succeeded(done);
            served.forEach(one -> one.complete(skipped));
            return;
        }
        Throwable cause = problem == null ? new IllegalStateException("no answer") : Problems.unwrap(problem);
        String why = Problems.text(cause);
        if (!why.equals(lastProblem)) {
            LOG.warn("{} are not synced, tries again: {}", name, why);
            lastProblem = why;
            work.failed(why);
        }
        served.forEach(one -> one.completeExceptionally(cause));
    }
}
