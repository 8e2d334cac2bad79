// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.daemon.partition;

import static org.assertj.core.api.Assertions.assertThat;

import io.kmirrord.bridge.wire.ErrorCode;
import io.kmirrord.protocol.Backoff;
import java.time.Duration;
import java.util.List;
import org.apache.kafka.common.protocol.Errors;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Plays events to a partition mirror and looks at state, effects and reason. */
final class MachineTest {
    private static final Limits LIMITS =
            new Limits(2, 1000, new Backoff(Duration.ofMillis(100), Duration.ofSeconds(10)), 3);
    private static final SourceLeader SOURCE = new SourceLeader(1, 5);

    private final PartitionMachine machine = new PartitionMachine(LIMITS);
    private PartitionState state = PartitionState.initial();
    private List<Effect> effects = List.of();
    private @Nullable String reason;

    private void play(Event event) {
        Step step = machine.step(state, event, () -> 0L);
        state = step.next();
        effects = step.effects();
        reason = step.reason();
    }

    private long attempt() {
        return state.head().attempt();
    }

    private void surround(int leaderEpoch, @Nullable SourceLeader source) {
        play(new Event.Surrounded(new Surroundings(leaderEpoch, source, null)));
    }

    private void begun(long start, long end, long highWatermark, int lastEpoch) {
        play(new Event.Begun(attempt(), 77, start, end, highWatermark, lastEpoch));
    }

    /** Led at epoch 15, log [0, 100) up to epoch 4, replicated. */
    private void mirroring() {
        surround(15, SOURCE);
        begun(0, 100, 100, 4);
        play(new Event.TailChecked(attempt(), 4, 100));
        assertThat(state.name()).isEqualTo(StateName.MIRRORING);
    }

    private void fetched(long lastOffset, int epoch, int bytes) {
        play(new Event.Fetched(
                attempt(), new BatchRange(lastOffset, lastOffset, lastOffset + 1, epoch, epoch, bytes), 1_000_000, 0));
    }

    private void refused(Operation operation, ErrorCode code) {
        play(new Event.Refused(attempt(), operation, code, -1, "because"));
    }

    @Test
    void beginsWhenLedHereAndTheSourceHasALeader() {
        surround(15, null);
        assertThat(state.name()).isEqualTo(StateName.UNKNOWN);
        assertThat(effects).isEmpty();
        surround(15, SOURCE);
        assertThat(state.name()).isEqualTo(StateName.PREPARING);
        assertThat(effects).containsExactly(new Effect.Begin(attempt(), 15, 5));
    }

    @Test
    void anEmptyLogIsFetchedFromItsEndAtOnce() {
        surround(15, SOURCE);
        begun(0, 0, 0, -1);
        assertThat(state.name()).isEqualTo(StateName.MIRRORING);
        assertThat(effects).containsExactly(new Effect.Fetch(attempt(), SOURCE, 0, -1));
    }

    @Test
    void theTailIsComparedBeforeTheFirstFetch() {
        surround(15, SOURCE);
        begun(0, 100, 100, 4);
        assertThat(effects).containsExactly(new Effect.CheckTail(attempt(), 5, 4));
        play(new Event.TailChecked(attempt(), 4, 170));
        assertThat(effects).containsExactly(new Effect.Fetch(attempt(), SOURCE, 100, 4));
    }

    @Test
    @DisplayName("F15: the end offset of a lower epoch is no common tail")
    void f15EpochAndEndMustBothFit() {
        surround(15, SOURCE);
        begun(0, 100, 100, 4);
        play(new Event.TailChecked(attempt(), 3, 100));
        assertThat(state.name()).isEqualTo(StateName.FAILED);
        assertThat(reason)
                .contains("ends leader epoch 3 at offset 100", "epoch 4 up to offset 100", "nothing was touched");
        assertThat(effects).containsExactly(new Effect.StopFetch());
    }

    @Test
    void appendsExactlyWhatCameAndFetchesOnMeanwhile() {
        mirroring();
        fetched(149, 5, 300);
        assertThat(effects)
                .containsExactly(new Effect.Append(attempt(), 77, 100), new Effect.Fetch(attempt(), SOURCE, 150, 5));
        fetched(199, 5, 300);
        assertThat(effects).as("two in flight are the limit").containsExactly(new Effect.Append(attempt(), 77, 150));
        play(new Event.Appended(attempt(), 150, 150));
        assertThat(effects).containsExactly(new Effect.Fetch(attempt(), SOURCE, 200, 5));
    }

    @Test
    void neverRunsFurtherAheadOfTheHighWatermarkThanTheBound() {
        mirroring();
        fetched(149, 5, 1000);
        assertThat(effects).containsExactly(new Effect.Append(attempt(), 77, 100));
        play(new Event.Appended(attempt(), 150, 100));
        assertThat(effects).isEmpty();
        assertThat(((PartitionState.Mirroring) state).progress().wantsHighWatermark())
                .isTrue();
        play(new Event.HighWatermark(attempt(), 149));
        assertThat(effects).isEmpty();
        play(new Event.HighWatermark(attempt(), 150));
        assertThat(effects).containsExactly(new Effect.Fetch(attempt(), SOURCE, 150, 5));
    }

    @Test
    void anAnswerWithoutDataLetsTheFetchGoOn() {
        mirroring();
        play(new Event.Fetched(attempt(), null, 100, 0));
        assertThat(effects).isEmpty();
        assertThat(state.name()).isEqualTo(StateName.MIRRORING);
    }

    @Test
    void followsTheLogStartOfTheSourceUpToTheHighWatermark() {
        mirroring();
        play(new Event.Fetched(attempt(), null, 100, 40));
        assertThat(effects).containsExactly(new Effect.SetLogStart(attempt(), 15, 40));
        play(new Event.Fetched(attempt(), null, 100, 101));
        assertThat(effects).as("one at a time").isEmpty();
        play(new Event.LogStartSet(attempt(), 40));
        assertThat(effects).as("101 is above the high watermark").isEmpty();
        play(new Event.HighWatermark(attempt(), 120));
        assertThat(effects).containsExactly(new Effect.SetLogStart(attempt(), 15, 101));
        refused(Operation.SET_LOG_START, ErrorCode.ABOVE_HIGH_WATERMARK);
        assertThat(state.name()).as("it must not hold up the copy").isEqualTo(StateName.MIRRORING);
    }

    @Test
    @DisplayName("R2: nothing is opened while DLE is not strictly above SLE")
    void r2WaitsForAHigherLeaderEpoch() {
        surround(5, SOURCE);
        assertThat(state.name()).isEqualTo(StateName.EPOCH_FENCING);
        assertThat(effects).isEmpty();
        surround(15, SOURCE);
        assertThat(effects).containsExactly(new Effect.Begin(attempt(), 15, 5));
        begun(0, 0, 0, -1);
        surround(15, new SourceLeader(1, 15));
        assertThat(state.name()).isEqualTo(StateName.EPOCH_FENCING);
        assertThat(effects).containsExactly(new Effect.StopFetch());
    }

    @Test
    @DisplayName("F18: a batch epoch that metadata does not confirm is fetched again, then FAILED, and raises nothing")
    void f18AnUnconfirmedBatchEpochIsCorruption() {
        for (int round = 1; round <= 3; round++) {
            if (round > 1) {
                play(new Event.TimerFired(attempt()));
            } else {
                surround(15, SOURCE);
            }
            begun(0, 0, 0, -1);
            fetched(10, 6, 100);
            assertThat(effects).noneMatch(effect -> effect instanceof Effect.Append);
            if (round < 3) {
                assertThat(state.name()).isEqualTo(StateName.UNKNOWN);
                assertThat(effects).contains(new Effect.RefreshSource());
            }
        }
        assertThat(state.name()).isEqualTo(StateName.FAILED);
        assertThat(reason).contains("leader epoch 6 above 5", "3 times");
    }

    @Test
    void offsetsBeyondTheSourcesHighWatermarkAreNotAppended() {
        mirroring();
        play(new Event.Fetched(attempt(), new BatchRange(100, 149, 5000, 5, 5, 10), 200, 0));
        assertThat(state.name()).isEqualTo(StateName.UNKNOWN);
        assertThat(effects).noneMatch(effect -> effect instanceof Effect.Append);
    }

    @Test
    @DisplayName("F10: a source that ends below the copy fails the partition and nothing is touched")
    void f10TheSourcesLossIsNotCopied() {
        mirroring();
        play(new Event.SourceFailed(attempt(), Errors.OFFSET_OUT_OF_RANGE, "x"));
        assertThat(effects).containsExactly(new Effect.StopFetch(), new Effect.ListOffsets(attempt(), 5));
        play(new Event.OffsetsListed(attempt(), 0, 60));
        assertThat(state.name()).isEqualTo(StateName.FAILED);
        assertThat(effects).containsExactly(new Effect.StopFetch());
        assertThat(reason).contains("ends at offset 60, below 100");
        surround(15, new SourceLeader(2, 6));
        assertThat(state.name())
                .as("a new source leader does not bring the data back")
                .isEqualTo(StateName.FAILED);
        surround(16, new SourceLeader(2, 6));
        assertThat(state.name()).isEqualTo(StateName.PREPARING);
    }

    @Test
    void theFirstCopyOfASourceThatStartsLaterRestartsTheEmptyLog() {
        surround(15, SOURCE);
        begun(0, 0, 0, -1);
        play(new Event.SourceFailed(attempt(), Errors.OFFSET_OUT_OF_RANGE, "x"));
        play(new Event.OffsetsListed(attempt(), 40, 90));
        assertThat(effects).containsExactly(new Effect.RestartAt(attempt(), 15, 40, 0));
        play(new Event.Restarted(attempt(), 40));
        assertThat(effects).contains(new Effect.Begin(attempt(), 15, 5));
        begun(40, 40, 40, -1);
        assertThat(effects).containsExactly(new Effect.Fetch(attempt(), SOURCE, 40, -1));
    }

    @Test
    void aLogThatWasWrittenSinceBeginIsNotRestartedButBegunAgain() {
        surround(15, SOURCE);
        begun(7, 7, 7, -1);
        play(new Event.SourceFailed(attempt(), Errors.OFFSET_OUT_OF_RANGE, "x"));
        play(new Event.OffsetsListed(attempt(), 40, 90));
        assertThat(effects).containsExactly(new Effect.RestartAt(attempt(), 15, 40, 7));
        refused(Operation.RESTART_AT, ErrorCode.OFFSET_MISMATCH);
        assertThat(effects).containsExactly(new Effect.StopFetch(), new Effect.Begin(attempt(), 15, 5));
        begun(40, 60, 60, 4);
        assertThat(effects).containsExactly(new Effect.CheckTail(attempt(), 5, 4));
    }

    @Test
    void aGapInALogWithDataFailsAndNamesTheOffsets() {
        mirroring();
        play(new Event.SourceFailed(attempt(), Errors.OFFSET_OUT_OF_RANGE, "x"));
        play(new Event.OffsetsListed(attempt(), 140, 900));
        assertThat(state.name()).isEqualTo(StateName.FAILED);
        assertThat(reason).contains("starts at offset 140", "ends at 100", "40 offsets");
    }

    @Test
    void aDivergingEpochFails() {
        mirroring();
        play(new Event.Diverged(attempt(), 3, 80));
        assertThat(state.name()).isEqualTo(StateName.FAILED);
        assertThat(reason).contains("ends leader epoch 3 at offset 80", "epoch 4 up to offset 100");
    }

    @Test
    void positionIsForgottenWithTheLeadership() {
        mirroring();
        long before = attempt();
        surround(Surroundings.NOT_LED, SOURCE);
        assertThat(state.name()).isEqualTo(StateName.UNKNOWN);
        assertThat(effects).containsExactly(new Effect.StopFetch());
        play(new Event.Appended(before, 150, 150));
        assertThat(effects).isEmpty();
        surround(16, SOURCE);
        begun(0, 130, 120, 4);
        play(new Event.TailChecked(attempt(), 4, 500));
        assertThat(effects).containsExactly(new Effect.Fetch(attempt(), SOURCE, 130, 4));
    }

    @Test
    @DisplayName("F14: a dead token begins again at what the leader has, with a back-off when that repeats")
    void f14TwoDaemonsDoNotKillEachOthersTokenForEver() {
        mirroring();
        fetched(149, 5, 10);
        refused(Operation.APPEND, ErrorCode.TOKEN_DEAD);
        assertThat(state.name()).isEqualTo(StateName.PREPARING);
        assertThat(effects).contains(new Effect.Begin(attempt(), 15, 5));
        begun(0, 0, 0, -1);
        fetched(49, 5, 10);
        refused(Operation.APPEND, ErrorCode.TOKEN_DEAD);
        assertThat(state.name()).isEqualTo(StateName.UNKNOWN);
        assertThat(effects).contains(new Effect.Schedule(attempt(), 200));
    }

    @Test
    void aSuccessfulAppendEndsTheRowOfFailures() {
        mirroring();
        fetched(149, 5, 10);
        refused(Operation.APPEND, ErrorCode.DISK_LOW);
        assertThat(state.head().failures()).isEqualTo(1);
        play(new Event.TimerFired(attempt()));
        begun(0, 100, 100, 4);
        play(new Event.TailChecked(attempt(), 4, 200));
        fetched(149, 5, 10);
        play(new Event.Appended(attempt(), 150, 150));
        assertThat(state.head().failures()).isZero();
    }

    @Test
    void aForeignEpochMayBeOurOwnOldViewOfTheSource() {
        surround(15, SOURCE);
        refused(Operation.BEGIN, ErrorCode.FOREIGN_WRITE);
        assertThat(state.name()).isEqualTo(StateName.UNKNOWN);
        assertThat(effects).contains(new Effect.RefreshSource());
        surround(15, new SourceLeader(2, 6));
        refused(Operation.BEGIN, ErrorCode.FOREIGN_WRITE);
        play(new Event.TimerFired(attempt()));
        refused(Operation.BEGIN, ErrorCode.FOREIGN_WRITE);
        assertThat(state.name()).isEqualTo(StateName.FAILED);
    }

    @Test
    void failuresOfOtherKindsDoNotMakeADoubtFinal() {
        surround(15, SOURCE);
        for (int i = 0; i < 10; i++) {
            play(new Event.Unanswered(attempt(), Operation.BEGIN, "no bridge"));
            play(new Event.TimerFired(attempt()));
        }
        refused(Operation.BEGIN, ErrorCode.FOREIGN_WRITE);
        assertThat(state.name()).isEqualTo(StateName.UNKNOWN);
    }

    @Test
    void aLogThatStartsInsideABatchIsToldItsStartAgain() {
        surround(15, SOURCE);
        begun(40, 40, 40, -1);
        play(new Event.Fetched(attempt(), new BatchRange(37, 44, 45, 5, 5, 100), 90, 40));
        assertThat(effects).contains(new Effect.Append(attempt(), 77, 40), new Effect.SetLogStart(attempt(), 15, 40));
    }

    @Test
    void anObstacleFailsAndItsEndBeginsAgain() {
        mirroring();
        play(new Event.Surrounded(new Surroundings(15, SOURCE, "another topic id")));
        assertThat(state.name()).isEqualTo(StateName.FAILED);
        assertThat(reason).isEqualTo("another topic id");
        assertThat(effects).containsExactly(new Effect.StopFetch());
        surround(15, SOURCE);
        assertThat(state.name()).isEqualTo(StateName.PREPARING);
    }

    @Test
    void anOldMessageFormatFailsAndSaysWhatToDo() {
        mirroring();
        play(new Event.Unreadable(attempt(), true, "message format 1"));
        assertThat(state.name()).isEqualTo(StateName.FAILED);
        assertThat(reason).contains("message format 1", "Rewrite the topic");
    }

    @Test
    void tooLargeForTheSegmentFailsAndSaysWhatToDo() {
        mirroring();
        fetched(149, 5, 10);
        refused(Operation.APPEND, ErrorCode.TOO_LARGE);
        assertThat(state.name()).isEqualTo(StateName.FAILED);
        assertThat(reason).contains("segment.bytes");
    }

    @Test
    void outcomesOfAnotherAttemptAreIgnored() {
        mirroring();
        PartitionState before = state;
        play(new Event.Refused(attempt() - 1, Operation.APPEND, ErrorCode.TOO_LARGE, -1, "late"));
        play(new Event.TimerFired(attempt() - 1));
        play(new Event.Fetched(attempt() + 1, new BatchRange(1, 1, 2, 5, 5, 5), 10, 0));
        assertThat(state).isEqualTo(before);
    }
}
