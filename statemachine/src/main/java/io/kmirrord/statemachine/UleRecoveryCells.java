// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.statemachine;

/** Jobs 3 to 6 against a source that diverged. */
record UleRecoveryCells(PartitionState.UleRecovery state, Moment now) implements EventHandler<Step>, Aligner.Owner {
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
        return Step.reject(state, event);
    }

    @Override
    public Step fencePut(Event.FencePut event) {
        return Step.reject(state, event);
    }

    @Override
    public Step logDescribed(Event.LogDescribed event) {
        return aligner().logDescribed(event);
    }

    @Override
    public Step epochAnswered(Event.EpochAnswered event) {
        return aligner().epochAnswered(event);
    }

    @Override
    public Step cutMeasured(Event.CutMeasured event) {
        return aligner().cutMeasured(event);
    }

    @Override
    public Step salvaged(Event.Salvaged event) {
        return aligner().salvaged(event);
    }

    @Override
    public Step cutDone(Event.CutDone event) {
        return aligner().cutDone(event);
    }

    @Override
    public Step barrierReached(Event.BarrierReached event) {
        return aligner().barrierReached(event);
    }

    @Override
    public Step tailCompared(Event.TailCompared event) {
        return aligner().tailCompared(event);
    }

    @Override
    public Step epochRaised(Event.EpochRaised event) {
        return Step.reject(state, event);
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

    private Aligner aligner() {
        return new Aligner(this, state, state.alignment(), now);
    }

    @Override
    public PartitionState.Led in(Core core, Alignment alignment) {
        return new PartitionState.UleRecovery(core, alignment);
    }

    @Override
    public Step aligned(Core core, Alignment.Base base) {
        return Entry.mirroring(core, -1, now, "the log is the source's again");
    }
}
