// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.daemon.copy;

import static org.assertj.core.api.Assertions.assertThat;

import io.kmirrord.bridge.wire.ErrorCode;
import io.kmirrord.protocol.Backoff;
import io.kmirrord.statemachine.Divergence;
import io.kmirrord.statemachine.Tail;
import io.kmirrord.statemachine.decision.Failure;
import io.kmirrord.statemachine.decision.FailureCode;
import java.time.Duration;
import java.util.List;
import org.apache.kafka.common.protocol.Errors;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Plays events to a partition mirror and looks at state, effects and reason. */
final class CopyMachineTest {
    private static final Limits LIMITS =
            new Limits(2, 1000, new Backoff(Duration.ofMillis(100), Duration.ofSeconds(10)), 3);
    private static final SourceLeader SOURCE = new SourceLeader(1, 5);

    private final CopyMachine machine = new CopyMachine(LIMITS);
    private CopyState state = CopyState.initial(15, -1);
    private List<CopyEffect> effects = List.of();
    private @Nullable String reason;

    private void play(CopyEvent event) {
        CopyStep step = machine.step(state, event, () -> 0L);
        state = step.next();
        effects = step.effects();
        reason = step.reason();
    }

    private long attempt() {
        return state.head().attempt();
    }

    private void surround(@Nullable SourceLeader source) {
        play(new CopyEvent.Surrounded(new Surroundings(source, null)));
    }

    private static CopyEffect seen(int epoch) {
        return new CopyEffect.Report(new CopyReport.EpochSeen(epoch));
    }

    private static CopyEffect progressed(long end) {
        return new CopyEffect.Report(new CopyReport.Progressed(end));
    }

    private CopyReport reported() {
        return effects.stream()
                .filter(CopyEffect.Report.class::isInstance)
                .map(effect -> ((CopyEffect.Report) effect).report())
                .reduce((first, second) -> second)
                .orElseThrow();
    }

    private Failure failure() {
        return ((CopyReport.Failed) reported()).failure();
    }

    private void begun(long start, long end, long highWatermark, int lastEpoch) {
        play(new CopyEvent.Begun(attempt(), 77, start, end, highWatermark, lastEpoch));
    }

    /** Led at epoch 15, log [0, 100) up to epoch 4, replicated. */
    private void mirroring() {
        surround(SOURCE);
        begun(0, 100, 100, 4);
        play(new CopyEvent.TailChecked(attempt(), 4, 100, Tail.ABSENT));
        assertThat(state.phase()).isEqualTo(CopyPhase.COPYING);
    }

    private void fetched(long lastOffset, int epoch, int bytes) {
        play(new CopyEvent.Fetched(
                attempt(),
                new BatchRange(lastOffset, lastOffset, lastOffset + 1, epoch, epoch, bytes, 1),
                1_000_000,
                0));
    }

    private void refused(Operation operation, ErrorCode code) {
        play(new CopyEvent.Refused(attempt(), operation, code, -1, "because"));
    }

    @Test
    void beginsWhenLedHereAndTheSourceHasALeader() {
        surround(null);
        assertThat(state.phase()).isEqualTo(CopyPhase.WAITING);
        assertThat(effects).isEmpty();
        surround(SOURCE);
        assertThat(state.phase()).isEqualTo(CopyPhase.BEGINNING);
        assertThat(effects).containsExactly(seen(5), new CopyEffect.Begin(attempt(), 15, 5));
    }

    @Test
    void anEmptyLogIsFetchedFromItsEndAtOnce() {
        surround(SOURCE);
        begun(0, 0, 0, -1);
        assertThat(state.phase()).isEqualTo(CopyPhase.COPYING);
        assertThat(effects).containsExactly(new CopyEffect.Fetch(attempt(), SOURCE, 0, -1));
    }

    @Test
    void theTailIsComparedBeforeTheFirstFetch() {
        surround(SOURCE);
        begun(0, 100, 100, 4);
        assertThat(effects).containsExactly(new CopyEffect.CheckTail(attempt(), 5, 4));
        play(new CopyEvent.TailChecked(attempt(), 4, 170, Tail.ABSENT));
        assertThat(effects).containsExactly(new CopyEffect.Fetch(attempt(), SOURCE, 100, 4));
    }

    @Test
    void anotherBatchUnderTheSameEpochsIsATopicThatWasCreatedAnew() {
        surround(SOURCE);
        begun(0, 100, 100, 4);
        play(new CopyEvent.TailChecked(attempt(), 4, 170, Tail.DIFFERENT));
        assertThat(state.phase()).isEqualTo(CopyPhase.ENDED);
        assertThat(failure().code()).isEqualTo(FailureCode.SOURCE_TOPIC_RECREATED);
        assertThat(failure().detail()).contains("before offset 100", "no topic ids");
    }

    @Test
    @DisplayName("F15: the end offset of a lower epoch is no common tail")
    void f15EpochAndEndMustBothFit() {
        surround(SOURCE);
        begun(0, 100, 100, 4);
        play(new CopyEvent.TailChecked(attempt(), 3, 100, Tail.ABSENT));
        assertThat(state.phase()).isEqualTo(CopyPhase.ENDED);
        assertThat(reported()).isInstanceOfSatisfying(CopyReport.Diverged.class, diverged -> {
            assertThat(diverged.divergence()).isEqualTo(Divergence.EPOCHS);
            assertThat(diverged.detail()).contains("ends leader epoch 3 at offset 100", "epoch 4 up to offset 100");
        });
    }

    @Test
    void appendsExactlyWhatCameAndFetchesOnMeanwhile() {
        mirroring();
        fetched(149, 5, 300);
        assertThat(effects)
                .containsExactly(
                        new CopyEffect.Append(attempt(), 77, 100), new CopyEffect.Fetch(attempt(), SOURCE, 150, 5));
        fetched(199, 5, 300);
        assertThat(effects)
                .as("two in flight are the limit")
                .containsExactly(new CopyEffect.Append(attempt(), 77, 150));
        play(new CopyEvent.Appended(attempt(), 150, 150));
        assertThat(effects).containsExactly(progressed(200), new CopyEffect.Fetch(attempt(), SOURCE, 200, 5));
    }

    @Test
    void neverRunsFurtherAheadOfTheHighWatermarkThanTheBound() {
        mirroring();
        fetched(149, 5, 1000);
        assertThat(effects).containsExactly(new CopyEffect.Append(attempt(), 77, 100));
        play(new CopyEvent.Appended(attempt(), 150, 100));
        assertThat(effects).containsExactly(progressed(150));
        assertThat(((CopyState.Copying) state).progress().wantsHighWatermark()).isTrue();
        play(new CopyEvent.HighWatermark(attempt(), 149));
        assertThat(effects).isEmpty();
        play(new CopyEvent.HighWatermark(attempt(), 150));
        assertThat(effects).containsExactly(new CopyEffect.Fetch(attempt(), SOURCE, 150, 5));
    }

    @Test
    void anAnswerWithoutDataLetsTheFetchGoOn() {
        mirroring();
        play(new CopyEvent.Fetched(attempt(), null, 100, 0));
        assertThat(effects).containsExactly(progressed(100));
        assertThat(state.phase()).isEqualTo(CopyPhase.COPYING);
    }

    @Test
    void followsTheLogStartOfTheSourceUpToTheHighWatermark() {
        mirroring();
        play(new CopyEvent.Fetched(attempt(), null, 100, 40));
        assertThat(effects).containsExactly(progressed(100), new CopyEffect.SetLogStart(attempt(), 15, 40));
        play(new CopyEvent.Fetched(attempt(), null, 100, 101));
        assertThat(effects).as("one at a time").containsExactly(progressed(100));
        play(new CopyEvent.LogStartSet(attempt(), 40));
        assertThat(effects).as("101 is above the high watermark").isEmpty();
        play(new CopyEvent.HighWatermark(attempt(), 120));
        assertThat(effects).containsExactly(new CopyEffect.SetLogStart(attempt(), 15, 101));
        refused(Operation.SET_LOG_START, ErrorCode.ABOVE_HIGH_WATERMARK);
        assertThat(state.phase()).as("it must not hold up the copy").isEqualTo(CopyPhase.COPYING);
    }

    @Test
    @DisplayName("R2: nothing is opened while DLE is not strictly above SLE")
    void r2WaitsForAHigherLeaderEpoch() {
        surround(new SourceLeader(1, 15));
        assertThat(state.phase()).isEqualTo(CopyPhase.WAITING);
        assertThat(effects).containsExactly(seen(15));
        surround(new SourceLeader(1, 14));
        assertThat(effects).contains(new CopyEffect.Begin(attempt(), 15, 14));
        begun(0, 0, 0, -1);
        surround(new SourceLeader(1, 15));
        assertThat(state.phase()).isEqualTo(CopyPhase.WAITING);
        assertThat(effects).containsExactly(new CopyEffect.StopFetch(), seen(15));
    }

    @Test
    @DisplayName("F18: a batch epoch that metadata does not confirm is fetched again, then ENDED, and raises nothing")
    void f18AnUnconfirmedBatchEpochIsCorruption() {
        for (int round = 1; round <= 3; round++) {
            if (round > 1) {
                play(new CopyEvent.TimerFired(attempt()));
            } else {
                surround(SOURCE);
            }
            begun(0, 0, 0, -1);
            fetched(10, 6, 100);
            assertThat(effects).noneMatch(effect -> effect instanceof CopyEffect.Append);
            if (round < 3) {
                assertThat(state.phase()).isEqualTo(CopyPhase.WAITING);
                assertThat(effects).contains(new CopyEffect.RefreshSource());
            }
        }
        assertThat(state.phase()).isEqualTo(CopyPhase.ENDED);
        assertThat(reason).contains("leader epoch 6 above 5", "3 times");
    }

    @Test
    @DisplayName("F10: a source that ends below the copy fails the partition and nothing is touched")
    void f10TheSourcesLossIsNotCopied() {
        mirroring();
        play(new CopyEvent.SourceFailed(attempt(), Errors.OFFSET_OUT_OF_RANGE, "x"));
        assertThat(effects).containsExactly(new CopyEffect.StopFetch(), new CopyEffect.ListOffsets(attempt(), 5));
        play(new CopyEvent.OffsetsListed(attempt(), 0, 60));
        assertThat(state.phase()).isEqualTo(CopyPhase.ENDED);
        assertThat(reported())
                .isEqualTo(new CopyReport.Diverged(
                        Divergence.SHORTER, "the source ends at offset 60, below 100 of the copy"));
        surround(new SourceLeader(2, 6));
        assertThat(state.phase())
                .as("a new source leader does not bring the data back")
                .isEqualTo(CopyPhase.ENDED);
    }

    @Test
    @DisplayName("F10: a source that was emptied, and maybe written to again, has lost data: no election does that")
    void f10ASourceThatHoldsNothingOfTheCopyLostIt() {
        surround(SOURCE);
        begun(20, 100, 100, 4);
        play(new CopyEvent.TailChecked(attempt(), 4, 20, Tail.ABSENT));
        assertThat(state.phase()).isEqualTo(CopyPhase.ENDED);
        assertThat(((CopyReport.Diverged) reported()).divergence()).isEqualTo(Divergence.SHORTER);
    }

    @Test
    void aGapIsReportedWithItsOffsets() {
        mirroring();
        play(new CopyEvent.SourceFailed(attempt(), Errors.OFFSET_OUT_OF_RANGE, "x"));
        play(new CopyEvent.OffsetsListed(attempt(), 140, 900));
        assertThat(state.phase()).isEqualTo(CopyPhase.ENDED);
        assertThat(reported()).isEqualTo(new CopyReport.Gap(100, 140));
    }

    @Test
    void aDivergingEpochFails() {
        mirroring();
        play(new CopyEvent.Diverged(attempt(), 3, 80));
        assertThat(state.phase()).isEqualTo(CopyPhase.ENDED);
        assertThat(reason).contains("ends leader epoch 3 at offset 80", "epoch 4 up to offset 100");
    }

    @Test
    @DisplayName("F14: a dead token begins again at what the leader has, with a back-off when that repeats")
    void f14TwoDaemonsDoNotKillEachOthersTokenForEver() {
        mirroring();
        fetched(149, 5, 10);
        refused(Operation.APPEND, ErrorCode.TOKEN_DEAD);
        assertThat(state.phase()).isEqualTo(CopyPhase.BEGINNING);
        assertThat(effects).contains(new CopyEffect.Begin(attempt(), 15, 5));
        begun(0, 0, 0, -1);
        fetched(49, 5, 10);
        refused(Operation.APPEND, ErrorCode.TOKEN_DEAD);
        assertThat(state.phase()).isEqualTo(CopyPhase.WAITING);
        assertThat(effects).contains(new CopyEffect.Schedule(attempt(), 200));
    }

    @Test
    void aSuccessfulAppendEndsTheRowOfFailures() {
        mirroring();
        fetched(149, 5, 10);
        refused(Operation.APPEND, ErrorCode.DISK_LOW);
        assertThat(state.head().failures()).isEqualTo(1);
        play(new CopyEvent.TimerFired(attempt()));
        begun(0, 100, 100, 4);
        play(new CopyEvent.TailChecked(attempt(), 4, 200, Tail.ABSENT));
        fetched(149, 5, 10);
        play(new CopyEvent.Appended(attempt(), 150, 150));
        assertThat(state.head().failures()).isZero();
    }

    @Test
    void aForeignEpochMayBeOurOwnOldViewOfTheSource() {
        surround(SOURCE);
        refused(Operation.BEGIN, ErrorCode.FOREIGN_WRITE);
        assertThat(state.phase()).isEqualTo(CopyPhase.WAITING);
        assertThat(effects).contains(new CopyEffect.RefreshSource());
        surround(new SourceLeader(2, 6));
        refused(Operation.BEGIN, ErrorCode.FOREIGN_WRITE);
        play(new CopyEvent.TimerFired(attempt()));
        refused(Operation.BEGIN, ErrorCode.FOREIGN_WRITE);
        assertThat(state.phase()).isEqualTo(CopyPhase.ENDED);
    }

    @Test
    void failuresOfOtherKindsDoNotMakeADoubtFinal() {
        surround(SOURCE);
        for (int i = 0; i < 10; i++) {
            play(new CopyEvent.Unanswered(attempt(), Operation.BEGIN, "no bridge"));
            play(new CopyEvent.TimerFired(attempt()));
        }
        refused(Operation.BEGIN, ErrorCode.FOREIGN_WRITE);
        assertThat(state.phase()).isEqualTo(CopyPhase.WAITING);
    }

    @Test
    void aLogThatStartsInsideABatchIsToldItsStartAgain() {
        surround(SOURCE);
        begun(40, 40, 40, -1);
        play(new CopyEvent.Fetched(attempt(), new BatchRange(37, 44, 45, 5, 5, 100, 1), 90, 40));
        assertThat(effects)
                .contains(new CopyEffect.Append(attempt(), 77, 40), new CopyEffect.SetLogStart(attempt(), 15, 40));
    }

    @Test
    void anObstacleIsReported() {
        mirroring();
        Failure obstacle = new Failure(FailureCode.SOURCE_TOPIC_RECREATED, "another topic id");
        play(new CopyEvent.Surrounded(new Surroundings(SOURCE, obstacle)));
        assertThat(state.phase()).isEqualTo(CopyPhase.ENDED);
        assertThat(failure()).isEqualTo(obstacle);
        surround(SOURCE);
        assertThat(state.phase()).isEqualTo(CopyPhase.ENDED);
    }

    @Test
    void behindAGapTheFetchBeginsWhereTheSourceDoesAndNamesNoEpoch() {
        state = CopyState.initial(15, 140);
        surround(SOURCE);
        begun(0, 100, 100, 4);
        play(new CopyEvent.TailChecked(attempt(), 4, 140, Tail.ABSENT));
        assertThat(effects).containsExactly(new CopyEffect.Fetch(attempt(), SOURCE, 140, -1));
        play(new CopyEvent.Fetched(attempt(), new BatchRange(140, 149, 150, 5, 5, 10, 1), 900, 140));
        assertThat(effects)
                .contains(new CopyEffect.Append(attempt(), 77, 100), new CopyEffect.Fetch(attempt(), SOURCE, 150, 5));
    }

    @Test
    void nothingBehindAGapIsNoLag() {
        state = CopyState.initial(15, 140);
        surround(SOURCE);
        begun(0, 100, 100, 4);
        play(new CopyEvent.TailChecked(attempt(), 4, 140, Tail.ABSENT));
        play(new CopyEvent.Fetched(attempt(), null, 140, 140));
        assertThat(((CopyState.Copying) state).progress().reached()).isEqualTo(140);
        play(new CopyEvent.Fetched(attempt(), new BatchRange(140, 149, 150, 5, 5, 10, 1), 150, 140));
        assertThat(((CopyState.Copying) state).progress().reached())
                .as("not replicated yet")
                .isEqualTo(100);
    }

    @Test
    void anOldMessageFormatFailsAndSaysWhatToDo() {
        mirroring();
        play(new CopyEvent.Unreadable(attempt(), true, "message format 1"));
        assertThat(state.phase()).isEqualTo(CopyPhase.ENDED);
        assertThat(failure().code()).isEqualTo(FailureCode.OLD_MESSAGE_FORMAT);
        assertThat(failure().detail()).contains("message format 1");
    }

    @Test
    void tooLargeForTheSegmentFailsAndSaysWhatToDo() {
        mirroring();
        fetched(149, 5, 10);
        refused(Operation.APPEND, ErrorCode.TOO_LARGE);
        assertThat(state.phase()).isEqualTo(CopyPhase.ENDED);
        assertThat(failure().code()).isEqualTo(FailureCode.RECORD_TOO_LARGE);
    }

    @Test
    void outcomesOfAnotherAttemptAreIgnored() {
        mirroring();
        CopyState before = state;
        play(new CopyEvent.Refused(attempt() - 1, Operation.APPEND, ErrorCode.TOO_LARGE, -1, "late"));
        play(new CopyEvent.TimerFired(attempt() - 1));
        play(new CopyEvent.Fetched(attempt() + 1, new BatchRange(1, 1, 2, 5, 5, 5, 1), 10, 0));
        assertThat(state).isEqualTo(before);
    }
}
