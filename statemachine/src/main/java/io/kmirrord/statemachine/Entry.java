// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.statemachine;

import io.kmirrord.statemachine.PartitionState.EpochFencing;
import io.kmirrord.statemachine.PartitionState.Failed;
import io.kmirrord.statemachine.PartitionState.Led;
import io.kmirrord.statemachine.PartitionState.Mirroring;
import io.kmirrord.statemachine.PartitionState.Paused;
import io.kmirrord.statemachine.PartitionState.Pausing;
import io.kmirrord.statemachine.PartitionState.Preparing;
import io.kmirrord.statemachine.PartitionState.Stopped;
import io.kmirrord.statemachine.PartitionState.Stopping;
import io.kmirrord.statemachine.PartitionState.UleRecovery;
import io.kmirrord.statemachine.decision.EpochBlocks;
import io.kmirrord.statemachine.decision.EpochLimitException;
import io.kmirrord.statemachine.decision.Failure;
import io.kmirrord.statemachine.decision.FailureCode;
import java.util.ArrayList;
import java.util.List;

/** Entering a state: what it persists and what it asks for. The same for the first time and for every time after. */
final class Entry {

    private static final long MAX_STOP_RETRY_MS = 10_000;

    private Entry() {}

    static Alignment recoveryStart() {
        return new Alignment.Describing(new Alignment.Base(new SourcePosition.Absent(), -1, -1, true, false));
    }

    static Effect persist(Led state, Moment now) {
        return new Effect.PersistState(state.core().effectId(), state.partition(), Records.of(state, now));
    }

    static Step preparing(Core from, Moment now, String reason) {
        Preparing next = new Preparing(from.next(), new PreparingJob.CheckingSource());
        return Step.move(
                next,
                reason,
                persist(next, now),
                new Effect.ReadSourcePosition(next.core().effectId()));
    }

    static Step uleRecovery(Core from, Moment now, String reason) {
        UleRecovery next = new UleRecovery(from.next(), recoveryStart());
        EffectId id = next.core().effectId();
        return Step.move(next, reason, persist(next, now), new Effect.StopFetcher(id), new Effect.DescribeLog(id));
    }

    /** Enters MIRRORING, or what the wish has become in the meantime. */
    static Step mirroring(Core from, long skipTo, Moment now, String reason) {
        Core aligned = from.withMemory(from.memory().withTouch(Touch.MIRRORED).withPlannedCut(null));
        if (aligned.mustStop()) {
            return stopping(aligned, now, reason + "; a stop is wished");
        }
        if (aligned.wishesPause()) {
            return pausing(aligned, now, reason + "; a pause is wished");
        }
        Mirroring next = new Mirroring(aligned.next());
        EffectId id = next.core().effectId();
        return Step.move(
                next,
                reason,
                persist(next, now),
                new Effect.PutFence(id, FencePhase.MIRRORING, false),
                new Effect.StartFetcher(id, skipTo));
    }

    /** Enters EPOCH_FENCING, or MIRRORING where the DLE is high enough already. */
    static Step epochFencing(Core from, int sourceLeaderEpoch, Moment now, String reason) {
        if (!EpochBlocks.mustRaise(from.leaderEpoch(), sourceLeaderEpoch)) {
            return mirroring(from, -1, now, "DLE " + from.leaderEpoch() + " is above SLE " + sourceLeaderEpoch);
        }
        EpochFencing next = new EpochFencing(from.next(), sourceLeaderEpoch);
        EffectId id = next.core().effectId();
        try {
            int target = EpochBlocks.nextRaise(from.leaderEpoch(), sourceLeaderEpoch);
            return Step.move(
                    next, reason, persist(next, now), new Effect.StopFetcher(id), new Effect.RaiseEpoch(id, target));
        } catch (EpochLimitException e) {
            return failed(next, epochLimit(e), now);
        }
    }

    static Failure epochLimit(EpochLimitException e) {
        return new Failure(FailureCode.EPOCH_LIMIT, String.valueOf(e.getMessage()));
    }

    static Step pausing(Core from, Moment now, String reason) {
        Pausing next = new Pausing(from.next());
        return Step.move(
                next,
                reason,
                persist(next, now),
                new Effect.StopFetcher(next.core().effectId()));
    }

    static Step paused(Core from, Moment now, String reason) {
        Paused next = new Paused(from.withMemory(from.memory().withFailures(0)).next());
        return Step.move(next, reason, persist(next, now));
    }

    /** Leaves PAUSED, unless deletions may have been missed meanwhile (F20). */
    static Step unpaused(Paused state, Moment now, String reason) {
        Core core = state.core();
        Settings settings = core.settings();
        if (!settings.tombstonesMayBeGone(core.memory().contactMs(), now.epochMs())) {
            return mirroring(core, -1, now, reason);
        }
        if (settings.onLongPause() == Settings.OnLongPause.FULL_COPY) {
            return preparing(core, now, "deletions may have been missed: full copy");
        }
        return failed(state, longPause(core.memory().contactMs(), core), now);
    }

    static Failure longPause(long contactMs, Core core) {
        return new Failure(
                FailureCode.LONG_PAUSE,
                "compacted topic, source last read at " + contactMs + " ms; delete.retention.ms is "
                        + core.settings().deleteRetentionMs());
    }

    static Step stopping(Core from, Moment now, String reason) {
        return stopping(new Stopping(from, StoppingStep.REMOVING_FETCHER, null, -1, -1), now, reason);
    }

    /** Begins STOPPING again at its first step; what was recorded stays. */
    static Step stopping(Stopping from, Moment now, String reason) {
        Stopping next = new Stopping(
                from.core().next(), StoppingStep.REMOVING_FETCHER, from.position(), from.stopEpoch(), from.mark());
        EffectId id = next.core().effectId();
        // An untouched partition still has its own transactions: their markers must be appended until it opens (F8).
        FencePhase phase = next.core().memory().touch() == Touch.UNTOUCHED ? FencePhase.PREPARING : FencePhase.STOPPING;
        return Step.move(
                next, reason, persist(next, now), new Effect.StopFetcher(id), new Effect.PutFence(id, phase, true));
    }

    /** Enters STOPPED and, where the operator has already started again, the next generation. */
    static Step stopped(Stopping from, Position position, Moment now, String reason) {
        Core core = from.core();
        Stopped next =
                new Stopped(core.withMemory(core.memory().withFailures(0)).next(), position, from.mark());
        Step step = Step.move(next, reason, persist(next, now));
        return next.core().wishesNextGeneration() ? nextGeneration(next, now).after(step.effects()) : step;
    }

    /** Begins the generation that the wish names. */
    static Step nextGeneration(Stopped from, Moment now) {
        Core reborn = from.core().reborn(from.position());
        return reborn.mustStop()
                ? stopping(reborn, now, "generation " + reborn.generation() + " was stopped before it began")
                : preparing(reborn, now, "generation " + reborn.generation() + " begins");
    }

    static Step failed(Led from, Failure failure, Moment now) {
        Led previous = from instanceof Failed it ? it.previous() : from;
        Core core = from.core();
        Settings settings = core.settings();
        int attempt = core.memory().failures() + 1;
        // A stop is repeated until it succeeds, and soon: it is what an operator waits for in a disaster.
        boolean stop = previous instanceof Stopping;
        boolean again = failure.code().retryable() && (stop || settings.retry().allows(attempt));
        long delayMs = settings.retry().delayMs(attempt, now.random());
        long nextRetryMs = again ? now.epochMs() + (stop ? Math.min(delayMs, MAX_STOP_RETRY_MS) : delayMs) : -1;
        Memory memory = core.memory()
                .withFailures(attempt)
                .withFailedRevision(core.wish().revision());
        Core failedCore = core.withMemory(memory).next();
        Failed next = new Failed(failedCore, failure, previous, attempt, nextRetryMs);
        EffectId id = failedCore.effectId();
        List<Effect> effects = new ArrayList<>(
                List.of(persist(next, now), new Effect.StopFetcher(id), new Effect.ReportFailure(id, failure)));
        if (again) {
            effects.add(new Effect.ScheduleRetry(id, nextRetryMs));
        }
        return new Step(next, effects, Step.Outcome.MOVE, failure.code() + ": " + failure.detail());
    }
}
