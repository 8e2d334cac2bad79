// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.statemachine;

import io.kmirrord.statemachine.PartitionState.Led;
import io.kmirrord.statemachine.PartitionState.Preparing;
import io.kmirrord.statemachine.PartitionState.Stopped;
import io.kmirrord.statemachine.PartitionState.Stopping;
import io.kmirrord.statemachine.PartitionState.Unknown;
import io.kmirrord.statemachine.decision.Failure;
import io.kmirrord.statemachine.decision.FailureCode;
import org.jspecify.annotations.Nullable;

/** What every state does when leadership comes and goes. */
final class Leadership {

    private Leadership() {}

    static Step lost(Led state) {
        return Step.move(
                new Unknown(state.partition()),
                "leadership " + state.core().leaderEpoch() + " ended",
                new Effect.StopFetcher(state.core().effectId()));
    }

    static Step gained(Led state, Event.LeadershipGained event, Moment now) {
        if (event.leaderEpoch() <= state.core().leaderEpoch()) {
            return Step.ignore(state, "leader epoch " + event.leaderEpoch() + " is not new");
        }
        Wish wish = event.wish() != null && event.wish().replaces(state.core().wish())
                ? event.wish()
                : state.core().wish();
        return begin(newest(state, event.recorded(), wish, event.settings()), wish, event, now);
    }

    static Step gained(Unknown state, Event.LeadershipGained event, Moment now) {
        Wish wish = event.wish();
        if (wish == null) {
            return Step.ignore(state, "no wish for this topic");
        }
        Recorded recorded = event.recorded();
        if (recorded != null && recorded.id().leaderEpoch() > event.leaderEpoch()) {
            return Step.ignore(
                    state, "the state topic knows leader epoch " + recorded.id().leaderEpoch());
        }
        Led base = recorded == null
                ? fresh(state.partition(), wish, event)
                : Records.restore(state.partition(), recorded, wish, event.settings());
        return begin(base, wish, event, now);
    }

    private static Led newest(Led own, @Nullable Recorded recorded, Wish wish, Settings settings) {
        return recorded != null && recorded.id().compareTo(own.core().effectId()) > 0
                ? Records.restore(own.partition(), recorded, wish, settings)
                : own;
    }

    private static Led fresh(PartitionId partition, Wish wish, Event.LeadershipGained event) {
        Memory memory = Memory.beginning(null);
        Core core = new Core(partition, wish.generation(), event.leaderEpoch(), 0, wish, event.settings(), memory);
        return new Preparing(core, new PreparingJob.CheckingSource());
    }

    private static Step begin(Led base, Wish wish, Event.LeadershipGained event, Moment now) {
        Led led = base.with(base.core().led(event.leaderEpoch()).withWish(wish, event.settings()));
        String reason = "leadership " + event.leaderEpoch();
        FenceSeen fence = event.fence();
        if (led.core().generation() > wish.generation()) {
            return Entry.failed(led, wishLost(led, wish), now);
        }
        if (fence == null) {
            return Resume.of(led, now, reason);
        }
        boolean open = fence.phase() == FencePhase.STOPPED
                && fence.generation() == led.core().generation();
        Led ending = led instanceof PartitionState.Failed failed ? failed.previous() : led;
        if (open && ending instanceof Stopping stopping && stopping.position() != null) {
            Position position = stopping.position();
            return Entry.stopped(stopping.with(led.core()), position, now, "found open: the stop had ended");
        }
        boolean behind = fence.generation() > wish.generation() || (open && !(led instanceof Stopped));
        return behind ? Entry.failed(led, rolledBack(fence, led), now) : Resume.of(led, now, reason);
    }

    private static Failure wishLost(Led led, Wish wish) {
        return new Failure(
                FailureCode.STATE_ROLLED_BACK,
                "the newest wish is of generation " + wish.generation() + ", the partition is in generation "
                        + led.core().generation());
    }

    private static Failure rolledBack(FenceSeen fence, Led led) {
        return new Failure(
                FailureCode.STATE_ROLLED_BACK,
                "fence of generation " + fence.generation() + " is " + fence.phase() + ", the state topic says "
                        + led.name() + " in generation " + led.core().generation());
    }
}
