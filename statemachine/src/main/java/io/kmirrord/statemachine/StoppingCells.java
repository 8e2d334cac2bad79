// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.statemachine;

import io.kmirrord.statemachine.decision.Failure;
import io.kmirrord.statemachine.decision.FailureCode;
import java.util.function.Function;

/** The steps of STOPPING. */
record StoppingCells(PartitionState.Stopping state, Moment now) implements EventHandler<Step> {
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
        return Wishes.take(state, event, taken -> Step.move(taken, "a stop goes on to its end"));
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
        return onFencePut(event);
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
        return state.step() == StoppingStep.RAISING_EPOCH
                ? Step.ignore(state, "the leadership that the raise makes ends this step")
                : Step.reject(state, event);
    }

    @Override
    public Step fetcherStopped(Event.FetcherStopped event) {
        return Step.reject(state, event);
    }

    @Override
    public Step highWatermarkReached(Event.HighWatermarkReached event) {
        return onHighWatermarkReached(event);
    }

    @Override
    public Step openAborted(Event.OpenAborted event) {
        return state.step() == StoppingStep.ABORTING
                ? go(StoppingStep.MARKING, "no transaction is open", Effect.PutMark::new)
                : Step.reject(state, event);
    }

    @Override
    public Step markPut(Event.MarkPut event) {
        return onMarkPut(event);
    }

    @Override
    public Step partitionOpened(Event.PartitionOpened event) {
        return onPartitionOpened(event);
    }

    @Override
    public Step effectFailed(Event.EffectFailed event) {
        return effectFailed(event.failure());
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

    private Step onFencePut(Event.FencePut event) {
        if (state.step() != StoppingStep.REMOVING_FETCHER) {
            return Step.reject(state, event);
        }
        Core core = state.core().next();
        return Step.move(
                new PartitionState.Stopping(
                        core, StoppingStep.AWAITING_HIGH_WATERMARK, state.position(), event.stopEpoch(), state.mark()),
                "clients wait; E is " + event.stopEpoch(),
                new Effect.AwaitHighWatermark(core.effectId()));
    }

    private Step onHighWatermarkReached(Event.HighWatermarkReached event) {
        if (state.step() != StoppingStep.AWAITING_HIGH_WATERMARK) {
            return Step.reject(state, event);
        }
        Position recorded = state.position();
        Position position = recorded != null ? recorded : StopPositions.of(state, event.leo(), event.lastEpoch());
        PartitionState.Stopping next =
                new PartitionState.Stopping(state.core(), state.step(), position, state.stopEpoch(), state.mark());
        return StoppingSteps.afterPosition(next, position, now);
    }

    private Step onMarkPut(Event.MarkPut event) {
        return state.step() == StoppingStep.MARKING
                ? StoppingSteps.opening(state, event.offset(), now)
                : Step.reject(state, event);
    }

    private Step onPartitionOpened(Event.PartitionOpened event) {
        Position position = state.position();
        return state.step() == StoppingStep.OPENING && position != null
                ? Entry.stopped(state, position, now, "open")
                : Step.reject(state, event);
    }

    private Step effectFailed(Failure failure) {
        Position position = state.position();
        if (failure.code() == FailureCode.ALREADY_OPEN && position != null) {
            return Entry.stopped(state, position, now, "another daemon had opened it");
        }
        return failure.code() == FailureCode.GENERATION_OVERTAKEN
                        && state.core().wishesNextGeneration()
                ? StoppingSteps.overtaken(state, now)
                : Entry.failed(state, failure, now);
    }

    private Step go(StoppingStep step, String reason, Function<EffectId, Effect> effect) {
        return StoppingSteps.go(state, step, now, reason, effect);
    }
}
