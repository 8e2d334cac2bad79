// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.statemachine;

import io.kmirrord.statemachine.decision.EpochBlocks;
import io.kmirrord.statemachine.decision.EpochLimitException;
import io.kmirrord.statemachine.decision.Failure;
import io.kmirrord.statemachine.decision.FailureCode;
import java.util.List;

/** Fetches and appends; what the source does decides. */
record MirroringCells(PartitionState.Mirroring state, Moment now) implements EventHandler<Step> {
    @Override
    public Step leadershipGained(Event.LeadershipGained event) {
        return Leadership.gained(state, event, now);
    }

    @Override
    public Step leadershipLost(Event.LeadershipLost event) {
        return Leadership.lost(state);
    }

    @Override
    public Step wishChanged(Event.WishChanged event) {
        return Wishes.take(state, event, this::act);
    }

    @Override
    public Step retryDue(Event.RetryDue event) {
        return Step.reject(state, event);
    }

    @Override
    public Step positionRead(Event.PositionRead event) {
        return Step.reject(state, event);
    }

    @Override
    public Step fencePut(Event.FencePut event) {
        return Step.reject(state, event);
    }

    @Override
    public Step logDescribed(Event.LogDescribed event) {
        return Step.reject(state, event);
    }

    @Override
    public Step epochAnswered(Event.EpochAnswered event) {
        return Step.reject(state, event);
    }

    @Override
    public Step cutMeasured(Event.CutMeasured event) {
        return Step.reject(state, event);
    }

    @Override
    public Step salvaged(Event.Salvaged event) {
        return Step.reject(state, event);
    }

    @Override
    public Step cutDone(Event.CutDone event) {
        return Step.reject(state, event);
    }

    @Override
    public Step barrierReached(Event.BarrierReached event) {
        return Step.reject(state, event);
    }

    @Override
    public Step tailCompared(Event.TailCompared event) {
        return Step.reject(state, event);
    }

    @Override
    public Step epochRaised(Event.EpochRaised event) {
        return Step.ignore(state, "raised in the background");
    }

    @Override
    public Step fetcherStopped(Event.FetcherStopped event) {
        return Step.reject(state, event);
    }

    @Override
    public Step highWatermarkReached(Event.HighWatermarkReached event) {
        return Step.reject(state, event);
    }

    @Override
    public Step openAborted(Event.OpenAborted event) {
        return Step.reject(state, event);
    }

    @Override
    public Step markPut(Event.MarkPut event) {
        return Step.reject(state, event);
    }

    @Override
    public Step partitionOpened(Event.PartitionOpened event) {
        return Step.reject(state, event);
    }

    @Override
    public Step effectFailed(Event.EffectFailed event) {
        return Entry.failed(state, event.failure(), now);
    }

    @Override
    public Step fetchProgressed(Event.FetchProgressed event) {
        return progressed();
    }

    @Override
    public Step sourceEpochSeen(Event.SourceEpochSeen event) {
        return seen(event.sourceLeaderEpoch());
    }

    @Override
    public Step sourceDiverged(Event.SourceDiverged event) {
        return diverged(event);
    }

    @Override
    public Step gapFound(Event.GapFound event) {
        return gap(event);
    }

    private Step act(PartitionState.Led taken) {
        return taken.core().wishesPause()
                ? Entry.pausing(taken.core(), now, "pause wished")
                : Wishes.stopOrGoOn(taken, now);
    }

    private Step progressed() {
        Core core = state.core();
        Memory memory = core.memory().withFailures(0).withContactMs(now.epochMs());
        return Step.move(state.with(core.withMemory(memory)), "progress: failures are forgotten");
    }

    private Step seen(int sourceLeaderEpoch) {
        Core core = state.core();
        if (EpochBlocks.mustRaise(core.leaderEpoch(), sourceLeaderEpoch)) {
            return Entry.epochFencing(core, sourceLeaderEpoch, now, "SLE " + sourceLeaderEpoch + " reached the DLE");
        }
        if (!EpochBlocks.shouldRaise(core.leaderEpoch(), sourceLeaderEpoch)) {
            return Step.ignore(state, "the DLE is high enough");
        }
        try {
            int target = EpochBlocks.nextRaise(core.leaderEpoch(), sourceLeaderEpoch);
            return Step.move(state, "raised ahead", new Effect.RaiseEpoch(core.effectId(), target));
        } catch (EpochLimitException e) {
            return Entry.failed(state, Entry.epochLimit(e), now);
        }
    }

    private Step diverged(Event.SourceDiverged event) {
        Core core = state.core();
        String reason = event.divergence() + ": " + event.detail();
        if (core.settings().supportUncleanElection()) {
            return Entry.uleRecovery(core, now, reason);
        }
        FailureCode code =
                event.divergence() == Divergence.SHORTER ? FailureCode.SOURCE_LOST_DATA : FailureCode.SOURCE_DIVERGED;
        return Entry.failed(state, new Failure(code, reason), now);
    }

    private Step gap(Event.GapFound event) {
        Core core = state.core();
        Gaps known = core.memory().gaps();
        if (known.holds(event.leo(), event.sourceLogStart())) {
            return Entry.mirroring(core, event.sourceLogStart(), now, "the last gap, nothing was copied behind it yet");
        }
        if (core.settings().onGap() == Settings.OnGap.FAIL) {
            String detail = "offsets " + event.leo() + ".." + event.sourceLogStart() + " are gone at the source";
            return Entry.failed(state, new Failure(FailureCode.GAP, detail), now);
        }
        Core missing = core.withMemory(core.memory().withGap(event.leo(), event.sourceLogStart()));
        Step again = Entry.mirroring(missing, event.sourceLogStart(), now, "gap at the source");
        long from = known.reached(event.leo());
        return again.after(List.of(new Effect.ReportGap(core.effectId(), from, event.sourceLogStart())));
    }
}
