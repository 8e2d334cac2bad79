// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.statemachine;

import static org.assertj.core.api.Assertions.assertThat;

import io.kmirrord.statemachine.decision.CutLimits;
import io.kmirrord.statemachine.decision.EpochStart;
import io.kmirrord.statemachine.decision.Failure;
import io.kmirrord.statemachine.decision.FailureCode;
import io.kmirrord.statemachine.decision.LocalLog;
import io.kmirrord.statemachine.decision.ReplicaLog;
import io.kmirrord.statemachine.decision.RetryPolicy;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Walks the machine by events, as a shard would; states in tests are made in no other way. */
final class Walk {
    static final PartitionId PARTITION = new PartitionId("west", new UUID(1, 2), 3);
    static final long START_MS = 1_000_000;
    static final Settings SETTINGS = new Settings(
            new CutLimits(100, 10_000),
            new RetryPolicy(1_000, 60_000, 3, 0.2),
            false,
            Settings.OnGap.CONTINUE,
            Settings.OnLongPause.FAIL,
            false,
            86_400_000);
    static final LocalLog EMPTY = new LocalLog(0, 0, 0, List.of(), false, false, List.of(new ReplicaLog(1, -1)));

    private PartitionState state = new PartitionState.Unknown(PARTITION);
    private final List<Step> steps = new ArrayList<>();
    long nowMs = START_MS;

    static Wish wish(long generation, int revision, Desired desired) {
        return new Wish(generation, revision, desired, false, false);
    }

    static Settings withUncleanSupport() {
        return new Settings(
                SETTINGS.limits(),
                SETTINGS.retry(),
                true,
                SETTINGS.onGap(),
                SETTINGS.onLongPause(),
                false,
                SETTINGS.deleteRetentionMs());
    }

    static LocalLog log(long leo, EpochStart... epochs) {
        return new LocalLog(0, leo, leo, List.of(epochs), false, false, List.of(new ReplicaLog(1, -1)));
    }

    PartitionState state() {
        return state;
    }

    PartitionState.Led led() {
        return (PartitionState.Led) state;
    }

    EffectId id() {
        return led().core().effectId();
    }

    List<Step> steps() {
        return steps;
    }

    Step last() {
        return steps.get(steps.size() - 1);
    }

    /** Takes one event that must not be rejected. */
    Walk on(Event event) {
        Step step = Machine.step(state, event, new Moment(nowMs, 0.5));
        assertThat(step.outcome()).as("%s", step).isNotEqualTo(Step.Outcome.REJECT);
        state = step.next();
        steps.add(step);
        nowMs += 10;
        return this;
    }

    /** Takes the result of what the last move asked for. */
    Walk result(Function<EffectId, Event> event) {
        return on(event.apply(id()));
    }

    Walk lead(int leaderEpoch, Wish wish) {
        return lead(leaderEpoch, wish, SETTINGS, null, null);
    }

    Walk lead(int leaderEpoch, Wish wish, Settings settings, @Nullable Recorded recorded, @Nullable FenceSeen fence) {
        return on(new Event.LeadershipGained(leaderEpoch, wish, settings, recorded, fence));
    }

    Walk position(SourcePosition position, int sourceLeaderEpoch) {
        return result(id -> new Event.PositionRead(id, position, "source-cluster", sourceLeaderEpoch, 0));
    }

    Walk fenced() {
        return result(id -> new Event.FencePut(id, -1));
    }

    Walk described(LocalLog log) {
        return result(id -> new Event.LogDescribed(id, log));
    }

    Walk tail(Tail tail) {
        return result(id -> new Event.TailCompared(id, tail));
    }

    Walk fail(FailureCode code) {
        return result(id -> new Event.EffectFailed(id, new Failure(code, "injected")));
    }

    Walk wished(Wish wish) {
        return on(new Event.WishChanged(wish, led().core().settings()));
    }

    /** A new mirror of an empty topic, led at epoch 20 above source epoch 5. */
    static Walk mirroring() {
        return new Walk()
                .lead(20, wish(1, 0, Desired.MIRRORING))
                .position(new SourcePosition.Absent(), 5)
                .fenced()
                .described(EMPTY)
                .tail(Tail.ABSENT);
    }

    /** A mirror wished stopped, at step 1. */
    static Walk stopping() {
        return mirroring().wished(wish(1, 1, Desired.STOPPED));
    }

    /** Stopped with LME 5 and LMO 60 in block 2^20. */
    static Walk stopped() {
        Walk walk = stopping()
                .result(id -> new Event.FencePut(id, 1 << 20))
                .result(id -> new Event.HighWatermarkReached(id, 60, 5));
        return walk.lead(1 << 20, wish(1, 1, Desired.STOPPED))
                .result(id -> new Event.FencePut(id, 1 << 20))
                .result(id -> new Event.HighWatermarkReached(id, 60, 5))
                .result(Event.OpenAborted::new)
                .result(id -> new Event.MarkPut(id, 61))
                .result(Event.PartitionOpened::new);
    }

    /** The record that the last persisting step wrote. */
    Recorded recorded() {
        Recorded found = null;
        for (Step step : steps) {
            for (Effect effect : step.effects()) {
                found = effect instanceof Effect.PersistState persist ? persist.recorded() : found;
            }
        }
        assertThat(found).isNotNull();
        return java.util.Objects.requireNonNull(found);
    }
}
