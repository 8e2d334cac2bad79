// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.bridge.kafka.ops;

import static org.assertj.core.api.Assertions.assertThat;

import io.kmirrord.bridge.kafka.ops.Barrier.Kind;
import io.kmirrord.bridge.kafka.ops.Barrier.Seen;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The barrier compares state objects of followers, never clocks (F23). */
final class BarrierTest {
    private static final int FOLLOWER = 2;

    private static Seen at(Object state, long fetchOffset) {
        return new Seen(FOLLOWER, state, fetchOffset, true);
    }

    private static Barrier cut(Seen... seen) {
        return new Barrier(Kind.CUT, 100, 7, true, 9, List.of(seen));
    }

    private static List<Integer> awaited(Barrier barrier, int leaderEpoch, List<Seen> seen) {
        return barrier.lagging(leaderEpoch, seen).awaited();
    }

    @Test
    void f23AFollowerFromAbovePassesWithItsFirstFetchAtTheCut() {
        Object before = new Object();
        Barrier barrier = cut(at(before, 150));
        assertThat(awaited(barrier, 9, List.of(at(before, 150)))).containsExactly(FOLLOWER);
        assertThat(awaited(barrier, 9, List.of(at(new Object(), 150))))
                .as("a fetch from before")
                .containsExactly(FOLLOWER);
        assertThat(awaited(barrier, 9, List.of(at(new Object(), 100)))).isEmpty();
    }

    @Test
    void f23AFetchReadBeforeAndRecordedAfterTheCutDoesNotCount() {
        Object before = new Object();
        Barrier barrier = cut(at(before, 100));
        Seen recordedLate = at(new Object(), 100);
        assertThat(awaited(barrier, 9, List.of(recordedLate))).containsExactly(FOLLOWER);
        assertThat(awaited(barrier, 9, List.of(recordedLate))).containsExactly(FOLLOWER);
        assertThat(awaited(barrier, 9, List.of(at(new Object(), 100)))).isEmpty();
    }

    @Test
    void f23TheSameObjectProvesNothingHoweverItsOffsetFits() {
        Object before = new Object();
        Barrier barrier = cut(at(before, 100));
        for (int i = 0; i < 5; i++) {
            assertThat(awaited(barrier, 9, List.of(at(before, 100)))).containsExactly(FOLLOWER);
        }
    }

    @Test
    void aNewLeaderEpochStartsTheCountingAnew() {
        Barrier barrier = cut(at(new Object(), 100));
        assertThat(awaited(barrier, 9, List.of(at(new Object(), 100)))).containsExactly(FOLLOWER);
        Object reset = new Object();
        assertThat(awaited(barrier, 10, List.of(at(reset, -1)))).containsExactly(FOLLOWER);
        Object late = new Object();
        assertThat(awaited(barrier, 10, List.of(at(late, 100)))).containsExactly(FOLLOWER);
        assertThat(awaited(barrier, 10, List.of(at(new Object(), 100)))).isEmpty();
    }

    @Test
    void f2AReplicaOutOfSyncCountsUnlessWhatFollowsHasAHigherEpoch() {
        Seen absent = new Seen(3, new Object(), 20, false);
        Barrier sameEpoch = new Barrier(Kind.CUT, 100, 7, true, 9, List.of(absent));
        assertThat(awaited(sameEpoch, 9, List.of(absent))).containsExactly(3);
        Barrier higherEpoch = new Barrier(Kind.CUT, 100, 7, false, 9, List.of(absent));
        assertThat(awaited(higherEpoch, 9, List.of(absent))).isEmpty();
        assertThat(higherEpoch.lagging(9, List.of(absent)).all())
                .as("lower epochs stay barred")
                .containsExactly(3);
    }

    @Test
    void f2BatchesAboveTheHighestEpochCutNeedNotWait() {
        Barrier barrier = cut(at(new Object(), 100));
        assertThat(barrier.lets(8)).isTrue();
        assertThat(barrier.lets(7)).isFalse();
        assertThat(new Barrier(Kind.EMPTIED, 0, 7, true, 9, List.of()).lets(8)).isFalse();
        assertThat(new Barrier(Kind.STARTED, 50, 7, true, 9, List.of()).lets(8)).isFalse();
    }

    @Test
    void aRestartWaitsUntilFollowersStandAtItsStart() {
        Object before = new Object();
        Barrier barrier = new Barrier(Kind.STARTED, 50, -1, true, 9, List.of(at(before, 0)));
        assertThat(awaited(barrier, 9, List.of(at(new Object(), 0)))).containsExactly(FOLLOWER);
        assertThat(awaited(barrier, 9, List.of(at(new Object(), 50)))).isEmpty();
    }

    @Test
    void replicasThatLeaveAreNotWaitedForAndNewOnesAre() {
        Object before = new Object();
        Barrier barrier = cut(at(before, 150));
        Object first = new Object();
        assertThat(awaited(barrier, 9, List.of(new Seen(4, first, -1, false)))).containsExactly(4);
        assertThat(awaited(barrier, 9, List.of(new Seen(4, new Object(), 30, false))))
                .isEmpty();
        assertThat(awaited(barrier, 9, List.of())).isEmpty();
    }
}
