// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.statemachine;

import static io.kmirrord.statemachine.Walk.log;
import static io.kmirrord.statemachine.Walk.wish;
import static org.assertj.core.api.Assertions.assertThat;

import io.kmirrord.statemachine.PartitionState.Failed;
import io.kmirrord.statemachine.PartitionState.Mirroring;
import io.kmirrord.statemachine.decision.EpochStart;
import io.kmirrord.statemachine.decision.Failure;
import io.kmirrord.statemachine.decision.FailureCode;
import io.kmirrord.statemachine.decision.LocalLog;
import io.kmirrord.statemachine.decision.PlannedCut;
import java.util.List;
import org.junit.jupiter.api.Test;

final class PreparingTest {
    private static final int E = 1 << 20;
    private static final Wish START = wish(1, 0, Desired.MIRRORING);

    private static FailureCode failure(Walk walk) {
        return ((Failed) walk.state()).failure().code();
    }

    @Test
    void anEmptyTopicIsMirroredWithoutACut() {
        Walk walk = Walk.mirroring();
        assertThat(walk.state()).isInstanceOf(Mirroring.class);
        assertThat(walk.steps().stream().flatMap(step -> step.effects().stream()))
                .noneMatch(effect -> effect instanceof Effect.Truncate || effect instanceof Effect.RestartAt);
    }

    @Test
    void r11UnreadableIsNeverAbsent() {
        Walk walk = new Walk().lead(20, START).position(new SourcePosition.Unreadable("not authorized"), 5);
        assertThat(failure(walk)).isEqualTo(FailureCode.POSITION_UNREADABLE);
        assertThat(((Failed) walk.state()).nextRetryMs()).isPositive();
    }

    @Test
    void loopAndReverseAreFoundBeforeAnyFence() {
        Walk loop = new Walk().lead(20, START).position(new SourcePosition.Loop(List.of("east", "south")), 5);
        assertThat(failure(loop)).isEqualTo(FailureCode.MIRROR_LOOP);
        Walk reverse = new Walk().lead(20, START).position(new SourcePosition.ReverseNotStopped("east", "PAUSED"), 5);
        assertThat(failure(reverse)).isEqualTo(FailureCode.REVERSE_NOT_STOPPED);
        assertThat(reverse.steps().stream().flatMap(step -> step.effects().stream()))
                .noneMatch(Effect.PutFence.class::isInstance);
    }

    @Test
    void localDataOfUnknownOriginIsNotEmptiedWithoutConsent() {
        Walk walk = new Walk()
                .lead(20, START)
                .position(new SourcePosition.Absent(), 5)
                .fenced()
                .described(log(80, new EpochStart(3, 0)));
        assertThat(failure(walk)).isEqualTo(FailureCode.CUT_TO_EMPTY);
        walk.wished(new Wish(1, 1, Desired.MIRRORING, true, false))
                .position(new SourcePosition.Absent(), 5)
                .fenced()
                .described(log(80, new EpochStart(3, 0)))
                .result(id -> new Event.CutMeasured(id, 10, 5));
        assertThat(walk.last().effects())
                .containsExactly(new Effect.Salvage(walk.id(), 0, 10, SalvageReason.FULL_COPY));
    }

    @Test
    void failbackCutsOnlyTheTailAfterSavingIt() {
        Walk walk = new Walk()
                .lead(3, START)
                .position(new SourcePosition.Known(2, 6, 0), E)
                .fenced()
                .described(log(8, new EpochStart(0, 0), new EpochStart(2, 3)))
                .result(id -> new Event.EpochAnswered(id, 2, 6))
                .result(id -> new Event.CutMeasured(id, 200, E));
        assertThat(walk.last().effects())
                .containsExactly(new Effect.Salvage(walk.id(), 6, 200, SalvageReason.PREPARING));
        EffectId saved = walk.id();
        walk.result(id -> new Event.Salvaged(id, 80, 20, 200));
        assertThat(walk.recorded().memory().cuts())
                .isEqualTo(new Cuts(1, 20, 200, List.of(new Cuts.Cut(saved, SalvageReason.PREPARING, 6, 80, 20, 200))));
        assertThat(walk.led().core().memory().plannedCut()).isEqualTo(new PlannedCut(6, false, 3, E));
        assertThat(walk.recorded().memory().plannedCut())
                .as("persisted before it runs")
                .isNotNull();
        assertThat(walk.last().effects())
                .as("no marker of a local coordinator may follow the cut")
                .endsWith(
                        new Effect.PutFence(walk.id(), FencePhase.MIRRORING, false),
                        new Effect.Truncate(walk.id(), 6, 80, E));
        walk.result(id -> new Event.CutDone(id, 6));
        assertThat(walk.last().effects())
                .as("a higher epoch follows: Kafka heals replicas that are away")
                .containsExactly(new Effect.AwaitBarrier(walk.id(), 6, false));
        walk.result(Event.BarrierReached::new).tail(Tail.EQUAL);
        assertThat(walk.last().effects()).containsExactly(new Effect.RaiseEpoch(walk.id(), E + 10));
    }

    @Test
    void f2ASuccessorRepeatsACutThatIsNotKnownToHaveReachedEveryReplica() {
        Walk first = new Walk()
                .lead(3, START)
                .position(new SourcePosition.Known(2, 6, 0), 2)
                .fenced()
                .described(log(8, new EpochStart(2, 0)))
                .result(id -> new Event.EpochAnswered(id, 2, 6))
                .result(id -> new Event.CutMeasured(id, 200, 2))
                .result(id -> new Event.Salvaged(id, 80, 20, 200));
        Walk second = new Walk()
                .lead(4, START, Walk.SETTINGS, first.recorded(), null)
                .position(new SourcePosition.Known(2, 6, 0), 2)
                .fenced()
                .described(log(6, new EpochStart(2, 0)))
                .result(id -> new Event.EpochAnswered(id, 2, 6));
        assertThat(second.last().effects()).endsWith(new Effect.Truncate(second.id(), 6, 6, 2));
        second.result(id -> new Event.CutDone(id, 6));
        assertThat(second.last().effects()).containsExactly(new Effect.AwaitBarrier(second.id(), 6, true));
    }

    @Test
    void r11ADrillCutsAtItsOwnLastStopAgainstTheSameSource() {
        Walk walk = Walk.stopped().wished(wish(2, 0, Desired.MIRRORING));
        walk.position(new SourcePosition.Absent(), 5)
                .fenced()
                .described(log(75, new EpochStart(5, 0), new EpochStart(E, 60)))
                .result(id -> new Event.EpochAnswered(id, 5, 90));
        assertThat(walk.last().effects()).containsExactly(new Effect.MeasureCut(walk.id(), 60));
    }

    @Test
    void aDrillAgainstAnotherClusterIsNoDrill() {
        Walk walk = Walk.stopped().wished(wish(2, 0, Desired.MIRRORING));
        walk.result(id -> new Event.PositionRead(id, new SourcePosition.Absent(), "other-cluster", 5, 0))
                .fenced()
                .described(log(75, new EpochStart(5, 0), new EpochStart(E, 60)));
        assertThat(failure(walk)).isEqualTo(FailureCode.CUT_TO_EMPTY);
    }

    @Test
    void f11AFenceThatSaysStoppedIsStrongerThanAStateTopicThatForgotIt() {
        FenceSeen open = new FenceSeen(1, FencePhase.STOPPED, E);
        Walk nothing = new Walk().lead(E + 1, START, Walk.SETTINGS, null, open);
        assertThat(failure(nothing)).isEqualTo(FailureCode.STATE_ROLLED_BACK);
        Walk rolledBack =
                new Walk().lead(E + 1, START, Walk.SETTINGS, Walk.mirroring().recorded(), open);
        assertThat(failure(rolledBack)).isEqualTo(FailureCode.STATE_ROLLED_BACK);
        Walk later = new Walk().lead(E + 1, START, Walk.SETTINGS, null, new FenceSeen(4, FencePhase.MIRRORING, -1));
        assertThat(failure(later)).isEqualTo(FailureCode.STATE_ROLLED_BACK);
    }

    @Test
    void f15AnotherLastBatchIsRefused() {
        Walk walk = new Walk()
                .lead(20, START)
                .position(new SourcePosition.Known(5, 60, 0), 5)
                .fenced()
                .described(log(60, new EpochStart(5, 0)))
                .result(id -> new Event.EpochAnswered(id, 5, 90))
                .tail(Tail.DIFFERENT);
        assertThat(failure(walk)).isEqualTo(FailureCode.TAIL_DIFFERS);
        assertThat(((Failed) walk.state()).nextRetryMs()).isEqualTo(-1);
    }

    private static Walk describedThatMayBeOverwritten() {
        return new Walk()
                .lead(20, START)
                .wished(new Wish(1, 1, Desired.MIRRORING, true, true))
                .position(new SourcePosition.Known(5, 60, 0), 5)
                .fenced()
                .described(log(60, new EpochStart(5, 0)));
    }

    @Test
    void f15AnotherLastBatchIsCopiedAnewWhereTheLogMayBeOverwritten() {
        Walk walk = describedThatMayBeOverwritten()
                .result(id -> new Event.EpochAnswered(id, 5, 90))
                .tail(Tail.DIFFERENT);
        assertThat(walk.last().effects()).containsExactly(new Effect.DescribeLog(walk.id()));
        walk.described(log(60, new EpochStart(5, 0)));
        assertThat(walk.last().effects()).containsExactly(new Effect.MeasureCut(walk.id(), 0));
    }

    @Test
    void aCutInsideABatchIsTheSame() {
        Walk walk = describedThatMayBeOverwritten()
                .result(id -> new Event.EpochAnswered(id, 5, 40))
                .result(id -> new Event.CutMeasured(id, 100, 5))
                .result(id -> new Event.Salvaged(id, 60, 20, 100))
                .result(id -> new Event.EffectFailed(id, new Failure(FailureCode.TAIL_DIFFERS, "inside a batch")));
        assertThat(walk.last().effects()).containsExactly(new Effect.DescribeLog(walk.id()));
        Walk again = new Walk()
                .lead(20, START)
                .position(new SourcePosition.Known(5, 60, 0), 5)
                .fenced()
                .described(log(60, new EpochStart(5, 0)))
                .result(id -> new Event.EffectFailed(id, new Failure(FailureCode.TAIL_DIFFERS, "inside a batch")));
        assertThat(failure(again)).isEqualTo(FailureCode.TAIL_DIFFERS);
    }

    /** Tombstones of which go after 10 s. */
    private static Settings compacted(Settings.OnLongPause onLongPause) {
        return new Settings(
                Walk.SETTINGS.limits(),
                Walk.SETTINGS.retry(),
                false,
                Settings.OnGap.CONTINUE,
                onLongPause,
                true,
                10_000);
    }

    @Test
    void f20DeletionsThatMayHaveBeenMissedAreNamed() {
        Settings compacted = compacted(Settings.OnLongPause.FAIL);
        Walk walk = new Walk()
                .lead(20, START, compacted, null, null)
                .position(new SourcePosition.Known(5, 60, Walk.START_MS - 5_001), 5);
        assertThat(failure(walk)).isEqualTo(FailureCode.LONG_PAUSE);
        Walk soon = new Walk()
                .lead(20, START, compacted, null, null)
                .position(new SourcePosition.Known(5, 60, Walk.START_MS - 4_000), 5);
        assertThat(soon.state().name()).isEqualTo(StateName.PREPARING);
    }

    @Test
    void anEmptyLogBeginsWhereTheSourceBegins() {
        Walk walk = new Walk()
                .lead(20, START)
                .result(id -> new Event.PositionRead(id, new SourcePosition.Absent(), "source-cluster", 5, 1_000))
                .fenced()
                .described(Walk.EMPTY);
        assertThat(walk.last().effects()).endsWith(new Effect.RestartAt(walk.id(), 1_000, 0));
    }

    @Test
    void aLogThatRetentionEmptiedBeginsWhereTheSourceBegins() {
        LocalLog expired = new LocalLog(75, 75, 75, List.of(new EpochStart(E, 75)), false, true, List.of());
        Walk walk = Walk.stopped()
                .wished(wish(2, 0, Desired.MIRRORING))
                .position(new SourcePosition.Absent(), 5)
                .fenced()
                .described(expired);
        assertThat(walk.last().effects())
                .as("what the source has between 60 and 75 is not what was here")
                .endsWith(new Effect.RestartAt(walk.id(), 0, 75));
        walk.result(id -> new Event.CutDone(id, 0));
        assertThat(walk.last().effects()).containsExactly(new Effect.AwaitBarrier(walk.id(), 0, true));
    }

    @Test
    void anEpochThatIsLeftOfAnEmptyLogGoesToo() {
        LocalLog expired = new LocalLog(75, 75, 75, List.of(new EpochStart(E, 75)), false, true, List.of());
        Walk walk = new Walk()
                .lead(E, START)
                .result(id -> new Event.PositionRead(id, new SourcePosition.Absent(), "source-cluster", 5, 75))
                .fenced()
                .described(expired);
        assertThat(walk.last().effects())
                .as("the source's records have lower epochs")
                .endsWith(new Effect.RestartAt(walk.id(), 75, 75));
    }

    @Test
    void aCopyThatRetentionEmptiedGoesOnAtItsEnd() {
        Settings fullCopy = compacted(Settings.OnLongPause.FULL_COPY);
        Walk walk = new Walk()
                .lead(20, START, fullCopy, null, null)
                .position(new SourcePosition.Absent(), 5)
                .fenced()
                .described(Walk.EMPTY)
                .tail(Tail.ABSENT)
                .wished(wish(1, 1, Desired.PAUSED))
                .result(Event.FetcherStopped::new);
        walk.nowMs += 20_000;
        LocalLog expired = new LocalLog(75, 75, 75, List.of(new EpochStart(5, 75)), true, true, List.of());
        walk.wished(wish(1, 2, Desired.MIRRORING))
                .position(new SourcePosition.Absent(), 5)
                .fenced()
                .described(expired);
        assertThat(walk.last().effects()).containsExactly(new Effect.CompareTail(walk.id()));
    }

    @Test
    void f16AReplicaMayHoldMoreThanALeaderWithNothingToCut() {
        LocalLog open = new LocalLog(0, 0, 0, List.of(), false, true, List.of());
        Walk walk = new Walk()
                .lead(20, START)
                .position(new SourcePosition.Absent(), 5)
                .fenced()
                .described(open)
                .result(id -> new Event.CutMeasured(id, 0, 5));
        assertThat(walk.last().effects()).endsWith(new Effect.Truncate(walk.id(), 0, 0, 5));
        walk.result(id -> new Event.CutDone(id, 0));
        assertThat(walk.last().effects())
                .as("local epochs go up to 20: Kafka would not tell them from the source's")
                .containsExactly(new Effect.AwaitBarrier(walk.id(), 0, true));
    }

    @Test
    void aMarkerThatArrivesBeforeTheCutIsNotCutUnsaved() {
        Walk walk = new Walk()
                .lead(20, START)
                .position(new SourcePosition.Known(5, 60, 0), 5)
                .fenced()
                .described(log(80, new EpochStart(5, 0)))
                .result(id -> new Event.EpochAnswered(id, 5, 90))
                .result(id -> new Event.CutMeasured(id, 100, 6))
                .result(id -> new Event.Salvaged(id, 80, 20, 200));
        assertThat(walk.last().effects()).endsWith(new Effect.Truncate(walk.id(), 60, 80, 6));
        walk.fail(FailureCode.LOG_MOVED).result(Event.RetryDue::new);
        assertThat(walk.state().name()).isEqualTo(StateName.PREPARING);
    }

    @Test
    void anotherLeadershipBeginsAgainAtTheFirstJob() {
        LocalLog local = log(80, new EpochStart(5, 0));
        Walk walk = new Walk()
                .lead(20, START)
                .position(new SourcePosition.Known(5, 60, 0), 5)
                .fenced()
                .described(local)
                .lead(21, START);
        assertThat(walk.led())
                .isEqualTo(new PartitionState.Preparing(walk.led().core(), new PreparingJob.CheckingSource()));
    }
}
