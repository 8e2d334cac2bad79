// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.statemachine.decision;

import static io.kmirrord.statemachine.StateName.MIRRORING;
import static io.kmirrord.statemachine.StateName.STOPPING;
import static org.assertj.core.api.Assertions.assertThat;

import io.kmirrord.statemachine.StateName;
import io.kmirrord.statemachine.decision.GroupOffset.Commit;
import io.kmirrord.statemachine.decision.GroupOffset.Committed;
import io.kmirrord.statemachine.decision.GroupOffset.Leave;
import io.kmirrord.statemachine.decision.GroupOffset.Reason;
import io.kmirrord.statemachine.decision.GroupOffset.Situation;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A log from 10 to a high watermark of 80. */
final class GroupOffsetTest {
    private static final long NO_CUT = -1;
    private static final long FIRST = -1;

    private static @Nullable Committed at(long offset) {
        return offset < 0 ? null : new Committed(offset, 3);
    }

    private static Situation situation(long source, long local, long lastSynced, long cutTo) {
        return new Situation(MIRRORING, 10, 80, at(source), at(local), lastSynced, false, cutTo);
    }

    private static Situation in(StateName state, boolean active, long local, long cutTo) {
        return new Situation(state, 10, 80, at(60), at(local), FIRST, active, cutTo);
    }

    private static GroupOffset sync(long source, long local, long lastSynced) {
        return GroupOffset.decide(situation(source, local, lastSynced, NO_CUT));
    }

    private static Leave leave(Reason reason) {
        return new Leave(reason);
    }

    @Test
    void theSourcesOffsetIsTakenOverWithItsEpoch() {
        assertThat(sync(60, -1, FIRST)).isEqualTo(new Commit(60, true));
        assertThat(sync(60, 50, 50)).isEqualTo(new Commit(60, true));
        assertThat(sync(80, 50, 50)).isEqualTo(new Commit(80, true));
        assertThat(sync(10, -1, FIRST)).isEqualTo(new Commit(10, true));
    }

    @Test
    void i5AnOffsetAboveTheHighWatermarkIsCappedAndLosesItsEpoch() {
        assertThat(sync(81, 50, 50)).isEqualTo(new Commit(80, false));
    }

    @Test
    void i5AnOffsetBelowTheLogStartIsRaisedAndLosesItsEpoch() {
        assertThat(sync(9, -1, FIRST)).isEqualTo(new Commit(10, false));
    }

    @Test
    void steadyStateWritesNothing() {
        assertThat(sync(60, 60, 60)).isEqualTo(leave(Reason.UP_TO_DATE));
        assertThat(sync(90, 80, 90)).isEqualTo(leave(Reason.UP_TO_DATE));
    }

    @Test
    void theEpochIsMadeUpForOnceTheOffsetIsTheSourcesAgain() {
        Situation reached = new Situation(MIRRORING, 10, 80, at(60), new Committed(60, -1), 60, false, NO_CUT);
        assertThat(GroupOffset.decide(reached)).isEqualTo(new Commit(60, true));
    }

    /** Everything else calls for a commit: another place, above a cut, at first sight. */
    @ParameterizedTest
    @EnumSource
    void i5OnlyAGroupWithoutMembersInAPartitionThatMirrorsIsTouched(StateName state) {
        for (long local : new long[] {-1, 5, 30, 70, 90}) {
            assertThat(GroupOffset.decide(in(state, true, local, 20)))
                    .isEqualTo(leave(state == MIRRORING ? Reason.GROUP_ACTIVE : Reason.NOT_MIRRORING));
            assertThat(GroupOffset.decide(in(state, false, local, 20)))
                    .isEqualTo(state == MIRRORING ? new Commit(60, true) : leave(Reason.NOT_MIRRORING));
        }
        assertThat(GroupOffset.beforeOpening(in(state, true, 90, 20)))
                .isEqualTo(leave(state == STOPPING ? Reason.GROUP_ACTIVE : Reason.NOT_MIRRORING));
        assertThat(GroupOffset.beforeOpening(in(state, false, 90, 20)))
                .isEqualTo(state == STOPPING ? new Commit(20, false) : leave(Reason.NOT_MIRRORING));
    }

    @Test
    void aGroupThatExistsOnlyHereIsUntouched() {
        assertThat(sync(-1, 70, FIRST)).isEqualTo(leave(Reason.NOT_AT_SOURCE));
        assertThat(sync(-1, -1, FIRST)).isEqualTo(leave(Reason.NOT_AT_SOURCE));
    }

    @Test
    void anOffsetNeverGoesBackUnlessTheSourceDid() {
        assertThat(sync(60, 70, 60)).isEqualTo(leave(Reason.LOCAL_AHEAD));
        assertThat(sync(65, 70, 60)).isEqualTo(leave(Reason.LOCAL_AHEAD));
        assertThat(sync(90, 85, 90)).as("the log is behind for a while").isEqualTo(leave(Reason.LOCAL_AHEAD));
        assertThat(sync(59, 70, 60)).isEqualTo(new Commit(59, true));
    }

    @Test
    void f19TheFirstSyncOfAGenerationGoesBack() {
        assertThat(sync(60, 70, FIRST)).isEqualTo(new Commit(60, true));
    }

    @Test
    void f19AnOffsetAboveACutGoesBackToTheSources() {
        assertThat(GroupOffset.decide(situation(60, 70, 60, 40))).isEqualTo(new Commit(60, true));
        assertThat(GroupOffset.decide(situation(60, 70, 60, 70)))
                .as("the cut is not below it")
                .isEqualTo(leave(Reason.LOCAL_AHEAD));
    }

    @Test
    void f19AGroupThatExistsOnlyHereGoesBackToTheCut() {
        assertThat(GroupOffset.decide(situation(-1, 70, FIRST, 40))).isEqualTo(new Commit(40, false));
        assertThat(GroupOffset.decide(situation(-1, 40, FIRST, 40))).isEqualTo(leave(Reason.NOT_AT_SOURCE));
    }

    @Test
    void f19BeforeOpeningNothingLiesAboveTheLogOrAnUnfollowedCut() {
        assertThat(GroupOffset.beforeOpening(in(STOPPING, false, 81, NO_CUT))).isEqualTo(new Commit(80, false));
        assertThat(GroupOffset.beforeOpening(in(STOPPING, false, 70, 40))).isEqualTo(new Commit(40, false));
        assertThat(GroupOffset.beforeOpening(in(STOPPING, false, 70, 5))).isEqualTo(new Commit(10, false));
        assertThat(GroupOffset.beforeOpening(in(STOPPING, false, 80, NO_CUT))).isEqualTo(leave(Reason.WITHIN_LOG));
        assertThat(GroupOffset.beforeOpening(in(STOPPING, false, 40, 40))).isEqualTo(leave(Reason.WITHIN_LOG));
        assertThat(GroupOffset.beforeOpening(in(STOPPING, false, -1, 40))).isEqualTo(leave(Reason.WITHIN_LOG));
    }

    @Test
    void i5BeforeOpeningNothingLiesBelowTheLog() {
        assertThat(GroupOffset.beforeOpening(in(STOPPING, false, 9, NO_CUT))).isEqualTo(new Commit(10, false));
        assertThat(GroupOffset.beforeOpening(in(STOPPING, false, 10, NO_CUT))).isEqualTo(leave(Reason.WITHIN_LOG));
        assertThat(GroupOffset.beforeOpening(in(STOPPING, false, 10, 5))).isEqualTo(leave(Reason.WITHIN_LOG));
    }

    @Test
    void i5AnOffsetThatRetentionPassedIsRaisedOnce() {
        Situation passed = new Situation(MIRRORING, 50, 80, at(10), at(10), 10, false, NO_CUT);
        assertThat(GroupOffset.decide(passed)).isEqualTo(new Commit(50, false));
        Situation raised = new Situation(MIRRORING, 50, 80, at(10), new Committed(50, -1), 10, false, NO_CUT);
        assertThat(GroupOffset.decide(raised)).isEqualTo(leave(Reason.UP_TO_DATE));
    }

    @Test
    void aLogWithoutAReadableRangeIsLeft() {
        Situation restarted = new Situation(MIRRORING, 90, 80, at(60), at(50), FIRST, false, NO_CUT);
        assertThat(GroupOffset.decide(restarted)).isEqualTo(leave(Reason.LOG_MOVED));
        Situation stopping = new Situation(STOPPING, 90, 80, at(60), at(95), FIRST, false, NO_CUT);
        assertThat(GroupOffset.beforeOpening(stopping)).isEqualTo(leave(Reason.LOG_MOVED));
    }
}
