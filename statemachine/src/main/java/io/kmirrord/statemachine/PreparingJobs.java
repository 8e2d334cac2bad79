// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.statemachine;

import io.kmirrord.statemachine.Alignment.Base;
import io.kmirrord.statemachine.PartitionState.Led;
import io.kmirrord.statemachine.PartitionState.Preparing;
import io.kmirrord.statemachine.decision.EpochBlocks;
import io.kmirrord.statemachine.decision.EpochLimitException;
import io.kmirrord.statemachine.decision.Failure;
import io.kmirrord.statemachine.decision.FailureCode;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The jobs of PREPARING, one after the other. */
record PreparingJobs(Preparing state, Moment now) implements Aligner.Owner {

    Step positionRead(Event.PositionRead event) {
        if (!(state.job() instanceof PreparingJob.CheckingSource)) {
            return Step.reject(state, event);
        }
        @Nullable Failure refused = refusal(event);
        if (refused != null) {
            return Entry.failed(state, refused, now);
        }
        Core core = state.core();
        long contactMs = lastContactMs(event);
        boolean missed = core.settings().tombstonesMayBeGone(contactMs, now.epochMs());
        if (missed && core.settings().onLongPause() == Settings.OnLongPause.FAIL) {
            return Entry.failed(state, Entry.longPause(contactMs, core), now);
        }
        Base base = new Base(event.position(), event.sourceLeaderEpoch(), event.sourceLogStart(), false, missed);
        Memory memory = core.memory();
        Core next = core.withMemory(memory.withContact(event.sourceClusterId(), memory.contactMs()))
                .next();
        // A copy that is made anew within its generation is fenced already; a phase never moves backwards.
        FencePhase phase = memory.touch() == Touch.MIRRORED ? FencePhase.MIRRORING : FencePhase.PREPARING;
        return Step.move(
                new Preparing(next, new PreparingJob.Fencing(base)),
                "source " + event.sourceClusterId() + ", SLE " + event.sourceLeaderEpoch(),
                new Effect.PutFence(next.effectId(), phase, false));
    }

    private @Nullable Failure refusal(Event.PositionRead event) {
        String expected = state.core().memory().sourceClusterId();
        if (expected != null && !expected.equals(event.sourceClusterId())) {
            return new Failure(
                    FailureCode.SOURCE_OTHER_CLUSTER,
                    "cluster " + event.sourceClusterId() + " answered; expected: " + expected);
        }
        if (event.position() instanceof SourcePosition.Unreadable unreadable) {
            return new Failure(FailureCode.POSITION_UNREADABLE, unreadable.detail());
        }
        if (event.position() instanceof SourcePosition.Loop loop) {
            return new Failure(FailureCode.MIRROR_LOOP, "mirrors " + loop.mirrors());
        }
        return event.position() instanceof SourcePosition.ReverseNotStopped reverse
                ? new Failure(
                        FailureCode.REVERSE_NOT_STOPPED,
                        "mirror " + reverse.mirror() + " at the source is " + reverse.state())
                : null;
    }

    /** When log and source were last known to hold the same, 0 if not known. */
    private long lastContactMs(Event.PositionRead event) {
        Memory memory = state.core().memory();
        if (memory.touch() == Touch.MIRRORED) {
            return memory.contactMs();
        }
        if (event.position() instanceof SourcePosition.Known known) {
            return known.contactMs();
        }
        Position own = memory.lastStop();
        return own != null && own.sourceClusterId().equals(event.sourceClusterId()) ? own.contactMs() : 0;
    }

    Step fencePut(Event.FencePut event) {
        if (!(state.job() instanceof PreparingJob.Fencing fencing)) {
            return Step.reject(state, event);
        }
        Core core = state.core();
        boolean first = core.memory().openEpoch() < 0;
        Core next = (first ? core.withMemory(core.memory().withOpenEpoch(core.leaderEpoch())) : core).next();
        return Step.move(
                in(next, new Alignment.Describing(fencing.base())),
                "fence in force",
                new Effect.DescribeLog(next.effectId()));
    }

    Step epochRaised(Event.EpochRaised event) {
        return state.job() instanceof PreparingJob.RaisingEpoch
                ? Step.ignore(state, "the leadership that the raise makes ends this job")
                : Step.reject(state, event);
    }

    Step logDescribed(Event.LogDescribed event) {
        return align(event, aligner -> aligner.logDescribed(event));
    }

    Step epochAnswered(Event.EpochAnswered event) {
        return align(event, aligner -> aligner.epochAnswered(event));
    }

    Step cutMeasured(Event.CutMeasured event) {
        return align(event, aligner -> aligner.cutMeasured(event));
    }

    Step salvaged(Event.Salvaged event) {
        return align(event, aligner -> aligner.salvaged(event));
    }

    Step cutDone(Event.CutDone event) {
        return align(event, aligner -> aligner.cutDone(event));
    }

    Step barrierReached(Event.BarrierReached event) {
        return align(event, aligner -> aligner.barrierReached(event));
    }

    Step tailCompared(Event.TailCompared event) {
        return align(event, aligner -> aligner.tailCompared(event));
    }

    Step effectFailed(Event.EffectFailed event) {
        return state.job() instanceof PreparingJob.Aligning
                ? align(event, aligner -> aligner.failed(event.failure()))
                : Entry.failed(state, event.failure(), now);
    }

    private Step align(Event event, Function<Aligner, Step> job) {
        return state.job() instanceof PreparingJob.Aligning aligning
                ? job.apply(new Aligner(this, state, aligning.alignment(), now))
                : Step.reject(state, event);
    }

    @Override
    public Led in(Core core, Alignment alignment) {
        return new Preparing(core, new PreparingJob.Aligning(alignment));
    }

    @Override
    public Step aligned(Core core, Base base) {
        Core seen = core.withMemory(core.memory().withContactMs(now.epochMs()));
        int sle = base.sourceLeaderEpoch();
        if (!EpochBlocks.mustRaise(core.leaderEpoch(), sle)) {
            return Entry.mirroring(seen, -1, now, "the log is a prefix of the source's");
        }
        try {
            Core next = seen.next();
            int target = EpochBlocks.nextRaise(core.leaderEpoch(), sle);
            return Step.move(
                    new Preparing(next, new PreparingJob.RaisingEpoch(sle)),
                    "DLE " + core.leaderEpoch() + " is not above SLE " + sle,
                    new Effect.RaiseEpoch(next.effectId(), target));
        } catch (EpochLimitException e) {
            return Entry.failed(state, Entry.epochLimit(e), now);
        }
    }
}
