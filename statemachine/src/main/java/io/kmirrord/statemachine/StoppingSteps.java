// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.statemachine;

import io.kmirrord.statemachine.PartitionState.Stopping;
import io.kmirrord.statemachine.decision.EpochBlocks;
import io.kmirrord.statemachine.decision.EpochLimitException;
import io.kmirrord.statemachine.decision.Failure;
import io.kmirrord.statemachine.decision.FailureCode;
import java.util.function.Function;

/** Which step of STOPPING comes next. */
final class StoppingSteps {

    private StoppingSteps() {}

    static Step go(Stopping from, StoppingStep step, Moment now, String reason, Function<EffectId, Effect> effect) {
        Stopping next = new Stopping(from.core().next(), step, from.position(), from.stopEpoch(), from.mark());
        return Step.move(
                next, reason, Entry.persist(next, now), effect.apply(next.core().effectId()));
    }

    /** Steps 3 to 7 as far as they are still to be done. */
    static Step afterPosition(Stopping state, Position position, Moment now) {
        int stopEpoch = state.stopEpoch();
        if (stopEpoch < 0) {
            return Entry.stopped(state, position, now, "a later generation has begun");
        }
        if (position.lme() >= stopEpoch) {
            String detail = "stop epoch " + stopEpoch + " is not above LME " + position.lme();
            return Entry.failed(state, new Failure(FailureCode.EPOCH_LIMIT, detail), now);
        }
        int dle = state.core().leaderEpoch();
        if (dle < stopEpoch) {
            try {
                int target = EpochBlocks.towards(dle, stopEpoch);
                return go(
                        state,
                        StoppingStep.RAISING_EPOCH,
                        now,
                        "LME " + position.lme() + ", LMO " + position.lmo(),
                        id -> new Effect.RaiseEpoch(id, target));
            } catch (EpochLimitException e) {
                return Entry.failed(state, Entry.epochLimit(e), now);
            }
        }
        boolean ownTransactions = state.core().memory().touch() == Touch.UNTOUCHED;
        return ownTransactions || state.mark() >= 0
                ? opening(state, state.mark(), now)
                : go(state, StoppingStep.ABORTING, now, "DLE " + dle + " is in block E", Effect.AbortOpen::new);
    }

    static Step opening(Stopping state, long mark, Moment now) {
        Stopping marked = new Stopping(state.core(), state.step(), state.position(), state.stopEpoch(), mark);
        return go(
                marked,
                StoppingStep.OPENING,
                now,
                mark < 0 ? "nothing to mark" : "mark at " + mark,
                id -> new Effect.OpenPartition(id, state.stopEpoch()));
    }

    /** The fence is of a later generation: ends this one without opening, its transactions left to the next. */
    static Step overtaken(Stopping state, Moment now) {
        Position position = state.position();
        if (position != null) {
            Position unclean =
                    new Position(position.sourceClusterId(), position.lme(), position.lmo(), -1, position.contactMs());
            return Entry.stopped(state, unclean, now, "a later generation has begun");
        }
        Core core = state.core().next();
        return Step.move(
                new Stopping(core, StoppingStep.AWAITING_HIGH_WATERMARK, null, -1, -1),
                "a later generation has begun: only the position is recorded",
                new Effect.AwaitHighWatermark(core.effectId()));
    }
}
