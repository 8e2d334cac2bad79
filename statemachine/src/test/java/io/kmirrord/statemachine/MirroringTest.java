// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.statemachine;

import static io.kmirrord.statemachine.Walk.log;
import static io.kmirrord.statemachine.Walk.wish;
import static org.assertj.core.api.Assertions.assertThat;

import io.kmirrord.statemachine.PartitionState.Failed;
import io.kmirrord.statemachine.PartitionState.Mirroring;
import io.kmirrord.statemachine.decision.EpochStart;
import io.kmirrord.statemachine.decision.FailureCode;
import io.kmirrord.statemachine.decision.LocalLog;
import java.util.List;
import org.junit.jupiter.api.Test;

final class MirroringTest {
    private static final Wish START = wish(1, 0, Desired.MIRRORING);

    private static Walk withUncleanSupport() {
        return new Walk()
                .lead(20, START, Walk.withUncleanSupport(), null, null)
                .position(new SourcePosition.Absent(), 5)
                .fenced()
                .described(Walk.EMPTY)
                .tail(Tail.ABSENT);
    }

    private static Failed failed(Walk walk) {
        return (Failed) walk.state();
    }

    @Test
    void anEpochOfTheSourceThatReachesOursIsFencedFirst() {
        Walk walk = Walk.mirroring().result(id -> new Event.SourceEpochSeen(id, 20));
        assertThat(walk.last().effects())
                .containsSubsequence(new Effect.StopFetcher(walk.id()), new Effect.RaiseEpoch(walk.id(), 30));
        walk.result(Event.EpochRaised::new);
        assertThat(walk.state().name()).isEqualTo(StateName.EPOCH_FENCING);
        walk.lead(30, START);
        assertThat(walk.state()).isInstanceOf(Mirroring.class);
    }

    @Test
    void anEpochThatComesNearIsRaisedWhileDataFlows() {
        Walk walk = Walk.mirroring().result(id -> new Event.SourceEpochSeen(id, 17));
        assertThat(walk.state()).isInstanceOf(Mirroring.class);
        assertThat(walk.last().effects()).containsExactly(new Effect.RaiseEpoch(walk.id(), 27));
        walk.result(id -> new Event.SourceEpochSeen(id, 16));
        assertThat(walk.last().effects()).isEmpty();
    }

    @Test
    void f10ASourceThatLostItsDataTouchesNothing() {
        Walk off = Walk.mirroring().result(id -> new Event.SourceDiverged(id, Divergence.SHORTER, "ends at 0"));
        assertThat(failed(off).failure().code()).isEqualTo(FailureCode.SOURCE_LOST_DATA);
        assertThat(failed(off).nextRetryMs()).isEqualTo(-1);
        Walk on = withUncleanSupport()
                .result(id -> new Event.SourceDiverged(id, Divergence.SHORTER, "ends at 0"))
                .described(log(80, new EpochStart(5, 0)))
                .result(id -> new Event.EpochAnswered(id, -1, -1));
        assertThat(failed(on).failure().code()).isEqualTo(FailureCode.SOURCE_LOST_DATA);
        assertThat(on.steps().stream().flatMap(step -> step.effects().stream()))
                .noneMatch(effect -> effect instanceof Effect.Truncate || effect instanceof Effect.RestartAt);
    }

    @Test
    void anUncleanElectionOfTheSourceIsFollowedOnlyWhereThatIsSet() {
        Walk off = Walk.mirroring().result(id -> new Event.SourceDiverged(id, Divergence.EPOCHS, "5 ends at 50"));
        assertThat(failed(off).failure().code()).isEqualTo(FailureCode.SOURCE_DIVERGED);
        Walk on = withUncleanSupport()
                .result(id -> new Event.SourceDiverged(id, Divergence.EPOCHS, "5 ends at 50"))
                .described(log(80, new EpochStart(5, 0)))
                .result(id -> new Event.EpochAnswered(id, 5, 50))
                .result(id -> new Event.CutMeasured(id, 500, 7));
        assertThat(on.last().effects())
                .containsExactly(new Effect.Salvage(on.id(), 50, 500, SalvageReason.ULE_RECOVERY));
        on.result(id -> new Event.Salvaged(id, 80, 20, 200))
                .result(id -> new Event.CutDone(id, 50))
                .result(Event.BarrierReached::new)
                .tail(Tail.EQUAL);
        assertThat(on.state()).isInstanceOf(Mirroring.class);
    }

    @Test
    void aDivergenceThatCannotBeFoundAgainIsWaitedForAndNotRepeatedAtOnce() {
        LocalLog empty = new LocalLog(2, 2, 2, List.of(), false, false, List.of());
        Walk walk = withUncleanSupport()
                .result(id -> new Event.SourceDiverged(id, Divergence.SHORTER, "ends at 1"))
                .described(empty);
        assertThat(failed(walk).failure().code()).isEqualTo(FailureCode.SOURCE_UNSTABLE);
        assertThat(walk.result(Event.RetryDue::new).state()).isInstanceOf(Mirroring.class);
    }

    @Test
    void f18AnEpochFromBytesAloneIsCorruption() {
        Walk walk = Walk.mirroring().fail(FailureCode.CORRUPT_EPOCH);
        assertThat(failed(walk).nextRetryMs()).isPositive();
        assertThat(walk.last().effects()).noneMatch(Effect.RaiseEpoch.class::isInstance);
    }

    @Test
    void aGapIsReportedOrRefusedAsSet() {
        Walk walk = Walk.mirroring();
        EffectId before = walk.id();
        walk.result(id -> new Event.GapFound(id, 60, 100));
        assertThat(walk.last().effects())
                .startsWith(new Effect.ReportGap(before, 60, 100))
                .endsWith(new Effect.StartFetcher(walk.id(), 100));
        assertThat(gaps(walk)).isEqualTo(new Gaps(1, 40, 60, 100));
    }

    @Test
    void gapsAreRecordedEachOnce() {
        Walk walk = Walk.mirroring().result(id -> new Event.GapFound(id, 60, 100));
        walk.result(id -> new Event.GapFound(id, 60, 100));
        assertThat(gaps(walk)).as("found again by another leader").isEqualTo(new Gaps(1, 40, 60, 100));
        assertThat(walk.last().effects()).noneMatch(Effect.ReportGap.class::isInstance);
        EffectId before = walk.id();
        walk.result(id -> new Event.GapFound(id, 60, 120));
        assertThat(walk.last().effects()).startsWith(new Effect.ReportGap(before, 100, 120));
        assertThat(gaps(walk)).as("grown").isEqualTo(new Gaps(1, 60, 60, 120));
        walk.result(id -> new Event.GapFound(id, 130, 140));
        assertThat(gaps(walk)).isEqualTo(new Gaps(2, 70, 130, 140));
        Effect.PersistState written = (Effect.PersistState) walk.last().effects().stream()
                .filter(Effect.PersistState.class::isInstance)
                .findFirst()
                .orElseThrow();
        assertThat(written.recorded().memory().gaps()).isEqualTo(gaps(walk));
    }

    private static Gaps gaps(Walk walk) {
        return walk.led().core().memory().gaps();
    }

    @Test
    void failuresAreCountedUntilProgressAndThenEnd() {
        Walk walk = Walk.mirroring();
        for (int attempt = 1; attempt <= 3; attempt++) {
            walk.fail(FailureCode.SOURCE_UNREACHABLE);
            assertThat(failed(walk).attempt()).isEqualTo(attempt);
            assertThat(failed(walk).nextRetryMs()).isPositive();
            walk.result(Event.RetryDue::new);
        }
        walk.fail(FailureCode.SOURCE_UNREACHABLE);
        assertThat(failed(walk).nextRetryMs()).as("attempts are used up").isEqualTo(-1);
        walk.wished(wish(1, 1, Desired.MIRRORING)).fail(FailureCode.SOURCE_UNREACHABLE);
        assertThat(failed(walk).attempt())
                .as("a newer wish, as recover writes it, begins to count anew")
                .isEqualTo(1);
        walk.result(Event.RetryDue::new)
                .result(id -> new Event.FetchProgressed(id, 10))
                .fail(FailureCode.SOURCE_UNREACHABLE);
        assertThat(failed(walk).attempt()).as("progress too").isEqualTo(1);
    }

    @Test
    void aFailureKeepsWhereItCameFromAcrossLeaders() {
        Walk walk = Walk.mirroring().fail(FailureCode.SOURCE_UNREACHABLE);
        Walk next = new Walk().lead(21, START, Walk.SETTINGS, walk.recorded(), null);
        assertThat(failed(next).nextRetryMs()).isEqualTo(failed(walk).nextRetryMs());
        assertThat(failed(next).attempt()).isEqualTo(1);
        assertThat(next.result(Event.RetryDue::new).state()).isInstanceOf(Mirroring.class);
    }

    @Test
    void aWishThatCameWhileNobodyLedRecovers() {
        Walk walk = Walk.mirroring().fail(FailureCode.SOURCE_OTHER_CLUSTER);
        Walk same = new Walk().lead(21, START, Walk.SETTINGS, walk.recorded(), null);
        assertThat(failed(same).nextRetryMs()).isEqualTo(-1);
        Walk wished = new Walk().lead(22, wish(1, 1, Desired.MIRRORING), Walk.SETTINGS, walk.recorded(), null);
        assertThat(wished.state()).isInstanceOf(Mirroring.class);
        wished.fail(FailureCode.SOURCE_OTHER_CLUSTER);
        Walk again = new Walk().lead(23, wish(1, 1, Desired.MIRRORING), Walk.SETTINGS, wished.recorded(), null);
        assertThat(failed(again).nextRetryMs()).as("a wish recovers once").isEqualTo(-1);
    }

    @Test
    void pauseAndResume() {
        Walk walk = Walk.mirroring().wished(wish(1, 1, Desired.PAUSED)).result(Event.FetcherStopped::new);
        assertThat(walk.state()).isInstanceOf(PartitionState.Paused.class);
        Walk moved = new Walk().lead(30, wish(1, 1, Desired.PAUSED), Walk.SETTINGS, walk.recorded(), null);
        assertThat(moved.last().effects())
                .as("written under the new leadership, so that a sleeper of the old one loses")
                .singleElement()
                .isInstanceOf(Effect.PersistState.class);
        assertThat(walk.wished(wish(1, 2, Desired.MIRRORING)).state()).isInstanceOf(Mirroring.class);
    }

    @Test
    void aLateResultOfAnOldLeadershipIsDropped() {
        Walk walk = Walk.mirroring();
        EffectId old = walk.id();
        walk.lead(21, START);
        Step step = Machine.step(
                walk.state(), new Event.SourceDiverged(old, Divergence.SHORTER, "ends at 0"), new Moment(1, 0));
        assertThat(step.outcome()).isEqualTo(Step.Outcome.IGNORE);
        assertThat(step.next()).isEqualTo(walk.state());
    }
}
