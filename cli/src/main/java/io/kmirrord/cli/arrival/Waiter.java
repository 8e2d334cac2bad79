// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.cli.arrival;

import io.kmirrord.cli.CliException;
import io.kmirrord.cli.ExitCode;
import io.kmirrord.cli.cluster.Destination;
import io.kmirrord.cli.cluster.TopicFacts;
import io.kmirrord.cli.facts.MirrorFacts;
import io.kmirrord.cli.facts.Signs;
import io.kmirrord.cli.plan.Goal;
import io.kmirrord.statemachine.view.RecordKey;
import io.kmirrord.statemachine.view.RecordValue;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Supplier;

/** Waits, looking again whenever the view changes, and at least twice a second. For one thread. */
public final class Waiter {
    private static final Duration LOOK = Duration.ofMillis(500);
    /** How often the destination is asked for topics and leaders. */
    private static final long TOPICS_MS = 2_000;

    private final Destination destination;
    private final Clock clock;
    private final long deadlineNanos;
    private final boolean awaitsLeaders;
    private final Consumer<String> progress;

    /**
     * Starts the time.
     *
     * @param awaitsLeaders whether partitions without a leader are waited for
     * @param progress takes a line whenever the count of arrived partitions has changed
     */
    public Waiter(
            Destination destination, Clock clock, Duration timeout, boolean awaitsLeaders, Consumer<String> progress) {
        this.destination = destination;
        this.clock = clock;
        this.deadlineNanos = System.nanoTime() + timeout.toNanos();
        this.awaitsLeaders = awaitsLeaders;
        this.progress = progress;
    }

    /** Waits for what came of a request; empty if the time ended before. */
    public Optional<RecordValue.Outcome> outcome(RecordKey.Request request) {
        var key = new RecordKey.RequestOutcome(request.mirror(), request.requestId());
        return until(
                () -> destination
                        .read(view -> view.get(key))
                        .filter(RecordValue.Outcome.class::isInstance)
                        .map(RecordValue.Outcome.class::cast),
                Optional::isPresent);
    }

    /** Waits for partitions to arrive; returns how far they got when all had ended, or the time. */
    public List<PartitionArrival> arrivals(String mirror, List<Goal> goals) {
        var names = goals.stream().map(Goal::topic).toList();
        var topics = new Topics(names);
        var told = new long[] {-1};
        return until(
                () -> {
                    var arrivals = judge(mirror, goals, topics.get());
                    var arrived = arrivals.stream()
                            .filter(arrival -> arrival.arrived() == Arrived.YES)
                            .count();
                    if (arrived != told[0]) {
                        told[0] = arrived;
                        progress.accept(arrived + " of " + arrivals.size() + " partitions have arrived");
                    }
                    return arrivals;
                },
                Arrivals::ended);
    }

    private List<PartitionArrival> judge(String mirror, List<Goal> goals, Map<String, TopicFacts> topics) {
        var heard = destination.heardMs();
        var judged = destination.read(view -> Arrivals.judge(
                goals, MirrorFacts.of(view, mirror), topics, new Signs(view.heartbeats(), heard, clock.millis())));
        return awaitsLeaders ? judged : Arrivals.withoutLeaderless(judged, topics);
    }

    private <T> T until(Supplier<T> look, java.util.function.Predicate<T> enough) {
        while (true) {
            var seen = look.get();
            var left = deadlineNanos - System.nanoTime();
            if (left <= 0 || enough.test(seen)) {
                return seen;
            }
            try {
                var pause = Duration.ofNanos(left);
                destination.awaitChange(pause.compareTo(LOOK) < 0 ? pause : LOOK);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new CliException(ExitCode.INTERNAL, "interrupted while waiting", e);
            }
        }
    }

    /** Remembers the answer for a while. */
    private final class Topics {
        private final List<String> names;
        private Map<String, TopicFacts> newest = Map.of();
        private long askedMs = Long.MIN_VALUE;

        Topics(List<String> names) {
            this.names = names;
        }

        Map<String, TopicFacts> get() {
            var nowMs = System.nanoTime() / 1_000_000;
            if (askedMs == Long.MIN_VALUE || nowMs - askedMs >= TOPICS_MS) {
                newest = destination.topics(names);
                askedMs = nowMs;
            }
            return newest;
        }
    }
}
