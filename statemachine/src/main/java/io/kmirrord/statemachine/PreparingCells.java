// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.statemachine;

/** The seven jobs of PREPARING. */
record PreparingCells(PartitionState.Preparing state, Moment now) implements EventHandler<Step> {
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
        return Wishes.take(state, event, taken -> Wishes.stopOrGoOn(taken, now));
    }

    @Override
    public Step retryDue(Event.RetryDue event) {
        return Step.reject(state, event);
    }

    @Override
    public Step positionRead(Event.PositionRead event) {
        return jobs().positionRead(event);
    }

    @Override
    public Step fencePut(Event.FencePut event) {
        return jobs().fencePut(event);
    }

    @Override
    public Step logDescribed(Event.LogDescribed event) {
        return jobs().logDescribed(event);
    }

    @Override
    public Step epochAnswered(Event.EpochAnswered event) {
        return jobs().epochAnswered(event);
    }

    @Override
    public Step cutMeasured(Event.CutMeasured event) {
        return jobs().cutMeasured(event);
    }

    @Override
    public Step salvaged(Event.Salvaged event) {
        return jobs().salvaged(event);
    }

    @Override
    public Step cutDone(Event.CutDone event) {
        return jobs().cutDone(event);
    }

    @Override
    public Step barrierReached(Event.BarrierReached event) {
        return jobs().barrierReached(event);
    }

    @Override
    public Step tailCompared(Event.TailCompared event) {
        return jobs().tailCompared(event);
    }

    @Override
    public Step epochRaised(Event.EpochRaised event) {
        return jobs().epochRaised(event);
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
        return jobs().effectFailed(event);
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

    private PreparingJobs jobs() {
        return new PreparingJobs(state, now);
    }
}
