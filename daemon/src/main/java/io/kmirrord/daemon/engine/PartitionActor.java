// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.daemon.engine;

import io.kmirrord.daemon.copy.CopyReport;
import io.kmirrord.daemon.copy.CopyRunner;
import io.kmirrord.daemon.copy.Failures;
import io.kmirrord.daemon.copy.MirrorCopies;
import io.kmirrord.daemon.copy.Progress;
import io.kmirrord.daemon.metrics.EngineMetrics;
import io.kmirrord.daemon.shard.EventQueue;
import io.kmirrord.statemachine.Effect;
import io.kmirrord.statemachine.EffectId;
import io.kmirrord.statemachine.Event;
import io.kmirrord.statemachine.Machine;
import io.kmirrord.statemachine.Moment;
import io.kmirrord.statemachine.PartitionState;
import io.kmirrord.statemachine.StateName;
import io.kmirrord.statemachine.Step;
import io.kmirrord.statemachine.decision.Failure;
import io.kmirrord.statemachine.decision.FailureCode;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.LongSupplier;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** One mirror partition led here: holds its state, steps it, runs its effects. Confined to the shard's queue. */
final class PartitionActor {
    private static final Logger LOG = LoggerFactory.getLogger(PartitionActor.class);
    private static final long PROGRESS_EVERY_MS = 1_000;

    private final EventQueue queue;
    private final Place place;
    private final @Nullable MirrorCopies copies;
    private final EffectRunner effects;
    private final EngineMetrics metrics;
    private final LongSupplier nowMs;
    private final RandomGenerator random;
    private final EffectLine line;
    private PartitionState state;
    private @Nullable CopyRunner copy;
    /** Completes when the copy before this one appends no more. */
    private CompletableFuture<Void> copyStopped = CompletableFuture.completedFuture(null);

    private long copyTurn;
    private long progressedMs;
    private long toldMs;
    /** When the copy was last seen level with the source, -1 for never. */
    private long levelMs = -1;

    /**
     * Makes an actor that leads nothing yet.
     *
     * @param copies null where the mirror's settings cannot be used: its source fails with the reason, and nothing is copied
     */
    PartitionActor(
            EventQueue queue,
            Place place,
            @Nullable MirrorCopies copies,
            EffectRunner effects,
            EngineMetrics metrics,
            EffectObserver observer,
            LongSupplier nowMs,
            RandomGenerator random) {
        this.queue = queue;
        this.place = place;
        this.copies = copies;
        this.effects = effects;
        this.metrics = metrics;
        this.nowMs = nowMs;
        this.random = random;
        state = new PartitionState.Unknown(place.id());
        line = new EffectLine(queue, this::run, PartitionActor::failure, this::handle, place, observer);
    }

    Place place() {
        return place;
    }

    PartitionState state() {
        return state;
    }

    /** Takes one event. */
    void handle(Event event) {
        boolean leadership = event instanceof Event.LeadershipGained || event instanceof Event.LeadershipLost;
        Step step = Machine.step(state, event, new Moment(nowMs.getAsLong(), random.nextDouble()));
        log(event, step);
        state = step.next();
        if (leadership && step.outcome() == Step.Outcome.MOVE) {
            // What was asked for under the leadership before must not go on beside what this one asks for.
            close();
        }
        line.add(state, step.effects());
    }

    private void log(Event event, Step step) {
        StateName before = state.name();
        StateName after = step.next().name();
        if (step.outcome() == Step.Outcome.REJECT) {
            LOG.error("{} {}: {}; this is a defect of kmirrord, please report it", place, before, step.reason());
        } else if (before == after || step.outcome() == Step.Outcome.IGNORE) {
            LOG.debug("{} {}: {} ({})", place, after, step.reason(), event);
        } else if (after == StateName.FAILED) {
            LOG.error("{} {} -> {}: {}", place, before, after, step.reason());
        } else {
            LOG.info("{} {} -> {}: {}", place, before, after, step.reason());
        }
    }

    private CompletableFuture<Optional<Event>> run(Effect effect) {
        LOG.debug("{} {}", place, effect);
        if (effect instanceof Effect.StartFetcher start) {
            return start(start);
        }
        if (effect instanceof Effect.StopFetcher stop) {
            return stopCopy().thenApply(nothing -> Optional.of(new Event.FetcherStopped(stop.id())));
        }
        if (effect instanceof Effect.ScheduleRetry retry) {
            Duration delay = Duration.ofMillis(Math.max(0, retry.atMs() - nowMs.getAsLong()));
            queue.schedule(() -> handle(new Event.RetryDue(retry.id())), delay);
            return done();
        }
        if (effect instanceof Effect.ReportFailure report) {
            metrics.failed(place.id().mirror(), report.failure().code());
            return done();
        }
        if (effect instanceof Effect.ReportGap gap) {
            LOG.error(
                    "{} gap: offsets {} to {} were removed at the source before they were copied",
                    place,
                    gap.fromOffset(),
                    gap.toOffset());
            metrics.gap(place.id().mirror(), gap.toOffset() - gap.fromOffset());
            return done();
        }
        return effects.run(place, effect);
    }

    private static CompletableFuture<Optional<Event>> done() {
        return CompletableFuture.completedFuture(Optional.empty());
    }

    private CompletableFuture<Optional<Event>> start(Effect.StartFetcher start) {
        MirrorCopies all = copies;
        if (all == null) {
            // Asked only for the reason that it fails with.
            return effects.confirmTopic(place).thenApply(nothing -> Optional.empty());
        }
        // A copy that runs already goes on from another offset, as behind a gap: its appends end first.
        CompletableFuture<Void> before = stopCopy();
        long mine = copyTurn;
        return before.thenApply(nothing -> {
            if (mine != copyTurn) {
                // Abandoned while it waited.
                return Optional.empty();
            }
            EffectId id = start.id();
            String cluster = state instanceof PartitionState.Led led
                    ? led.core().memory().sourceClusterId()
                    : null;
            progressedMs = nowMs.getAsLong();
            toldMs = 0;
            copy = all.start(
                    new CopyRunner.Target(
                            place.ref(id), place.partition(), place.topic(), id.leaderEpoch(), start.skipTo(), cluster),
                    report -> reported(id, report));
            return Optional.empty();
        });
    }

    private CompletableFuture<Void> stopCopy() {
        copyTurn++;
        CopyRunner present = copy;
        if (present != null && copies != null) {
            copy = null;
            copyStopped = CompletableFuture.allOf(copyStopped, copies.stop(present));
        }
        return copyStopped;
    }

    private void reported(EffectId id, CopyReport report) {
        if (report instanceof CopyReport.Progressed progressed) {
            long now = nowMs.getAsLong();
            progressedMs = now;
            if (now - toldMs >= PROGRESS_EVERY_MS) {
                toldMs = now;
                handle(new Event.FetchProgressed(id, progressed.end()));
            }
        } else if (report instanceof CopyReport.EpochSeen seen) {
            handle(new Event.SourceEpochSeen(id, seen.sourceLeaderEpoch()));
        } else if (report instanceof CopyReport.Diverged diverged) {
            queue.then(
                    effects.confirmTopic(place),
                    (nothing, problem) -> handle(
                            problem == null
                                    ? new Event.SourceDiverged(id, diverged.divergence(), diverged.detail())
                                    : new Event.EffectFailed(id, failure(problem))));
        } else if (report instanceof CopyReport.Gap gap) {
            handle(new Event.GapFound(id, gap.end(), gap.sourceLogStart()));
        } else if (report instanceof CopyReport.Failed failed) {
            handle(new Event.EffectFailed(id, failed.failure()));
        }
    }

    private static Failure failure(Throwable problem) {
        Failure failure = problem instanceof EffectFailure known ? known.failure() : Failures.of(problem);
        if (failure.code() == FailureCode.UNEXPECTED) {
            LOG.warn("an effect failed in a way that has no code", problem);
        }
        return failure;
    }

    /** Ends without a word: the partition is not led here any more, or the daemon ends. */
    void close() {
        line.abandon();
        // Nobody waits for the last appends: what follows waits for copyStopped.
        CompletableFuture<Void> unused = stopCopy();
    }

    /** What there is to tell of it. */
    ActorStatus status() {
        CopyRunner present = copy;
        Progress progress = present == null ? null : present.progress();
        Effect effect = line.underWay();
        String doing = effect == null ? "" : effect.getClass().getSimpleName();
        return new ActorStatus(
                place,
                state,
                progress,
                present == null ? doing : present.phase() + ": " + present.reason(),
                present == null ? 0 : present.appendedBytes(),
                present == null ? -1 : progressedMs,
                lagMs(progress));
    }

    private long lagMs(@Nullable Progress progress) {
        if (progress == null || progress.sourceHighWatermark() < 0) {
            return -1;
        }
        long now = nowMs.getAsLong();
        if (progress.reached() >= progress.sourceHighWatermark()) {
            levelMs = now;
            return 0;
        }
        return levelMs < 0 ? -1 : now - levelMs;
    }
}
