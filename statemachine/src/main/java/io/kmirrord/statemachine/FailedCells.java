// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.statemachine;

/** Waits for a retry or an operator. */
record FailedCells(PartitionState.Failed state, Moment now) implements EventHandler<Step> {
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
        return Resume.of(state.previous().with(state.core()), now, "retry " + state.attempt());
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
        return Step.reject(state, event);
    }

    @Override
    public Step fetcherStopped(Event.FetcherStopped event) {
        return Step.ignore(state, "as it should be");
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
        return Step.ignore(state, "failed already");
    }

    @Override
    public Step fetchProgressed(Event.FetchProgressed event) {
        return Step.reject(state, event);
    }

    @Override
    public Step sourceEpochSeen(Event.SourceEpochSeen event) {
        return Step.reject(state, event);
    }

    @Override
    public Step sourceDiverged(Event.SourceDiverged event) {
        return Step.reject(state, event);
    }

    @Override
    public Step gapFound(Event.GapFound event) {
        return Step.reject(state, event);
    }

    /** Somebody has looked at it: attempts are counted anew. */
    /** What a newer wish makes of it. */
    Step act(PartitionState.Led taken) {
        Core core = taken.core().withMemory(taken.core().memory().withFailures(0));
        if (state.previous() instanceof PartitionState.Stopping stopping) {
            return Entry.stopping(stopping.with(core), now, "wished anew");
        }
        if (core.mustStop()) {
            return Entry.stopping(core, now, "stop wished");
        }
        return Resume.of(state.previous().with(core), now, "wished anew");
    }
}
