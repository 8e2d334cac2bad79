// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.statemachine;

import static io.kmirrord.statemachine.Walk.wish;
import static org.assertj.core.api.Assertions.assertThat;

import io.kmirrord.statemachine.PartitionState.Failed;
import io.kmirrord.statemachine.PartitionState.Stopped;
import io.kmirrord.statemachine.PartitionState.Stopping;
import io.kmirrord.statemachine.decision.FailureCode;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;

final class StoppingTest {
    private static final int E = 1 << 20;

    private static List<String> names(Step step) {
        return step.effects().stream()
                .map(effect -> effect.getClass().getSimpleName())
                .toList();
    }

    @Test
    void stopIsAcceptedInEveryStateButStopped() {
        for (PartitionState state : MatrixSamples.states()) {
            if (!(state instanceof PartitionState.Led led)
                    || state instanceof Stopping
                    || state instanceof Stopped
                    || led.core().mustStop()) {
                continue;
            }
            Wish stop = new Wish(1, 9, Desired.STOPPED, false, false);
            Step step = Machine.step(state, new Event.WishChanged(stop, Walk.SETTINGS), new Moment(1, 0));
            assertThat(step.next().name()).as("%s", state).isEqualTo(StateName.STOPPING);
            assertThat(names(step)).startsWith("PersistState", "StopFetcher", "PutFence");
        }
    }

    @Test
    void theStepsComeInOrder() {
        Walk walk = Walk.stopped();
        assertThat(walk.steps().stream().skip(Walk.mirroring().steps().size()).map(StoppingTest::names))
                .containsExactly(
                        List.of("PersistState", "StopFetcher", "PutFence"),
                        List.of("AwaitHighWatermark"),
                        List.of("PersistState", "RaiseEpoch"),
                        List.of("PersistState", "StopFetcher", "PutFence"),
                        List.of("AwaitHighWatermark"),
                        List.of("PersistState", "AbortOpen"),
                        List.of("PersistState", "PutMark"),
                        List.of("PersistState", "OpenPartition"),
                        List.of("PersistState"));
        assertThat(((Stopped) walk.state()).mark()).isEqualTo(61);
        assertThat(((Stopped) walk.state()).position())
                .isEqualTo(new Position("source-cluster", 5, 60, E, Walk.START_MS + 40));
    }

    @Test
    void r5PositionIsRecordedOnlyAfterTheHighWatermarkReachedTheEnd() {
        Walk walk = Walk.stopping().result(id -> new Event.FencePut(id, E));
        assertThat(walk.recorded().position()).isNull();
        walk.result(id -> new Event.HighWatermarkReached(id, 60, 5));
        Position position = Objects.requireNonNull(walk.recorded().position());
        assertThat(position.lmo()).isEqualTo(60);
    }

    @Test
    void f15TheFirstPositionOfAGenerationIsKeptByEverySuccessor() {
        Walk first = Walk.stopping()
                .result(id -> new Event.FencePut(id, E))
                .result(id -> new Event.HighWatermarkReached(id, 60, 5));
        Walk second = new Walk()
                .lead(E + 4, wish(1, 1, Desired.STOPPED), Walk.SETTINGS, first.recorded(), null)
                .result(id -> new Event.FencePut(id, E))
                .result(id -> new Event.HighWatermarkReached(id, 63, E));
        Position position = second.recorded().position();
        assertThat(position).isEqualTo(first.recorded().position());
    }

    @Test
    void f15AnEmptyLogStopsWithoutAnEpochButWithItsOffset() {
        Walk walk = Walk.stopping()
                .result(id -> new Event.FencePut(id, E))
                .result(id -> new Event.HighWatermarkReached(id, 40, -1));
        Position position = Objects.requireNonNull(walk.recorded().position());
        assertThat(position.lme()).isEqualTo(-1);
        assertThat(position.lmo()).isEqualTo(40);
    }

    @Test
    void f8AStopBeforeTheCutLeavesLocalTransactionsToTheirCoordinators() {
        Walk walk = new Walk().lead(E + 1, wish(1, 0, Desired.MIRRORING)).wished(wish(1, 1, Desired.STOPPED));
        assertThat(walk.last().effects()).contains(new Effect.PutFence(walk.id(), FencePhase.PREPARING, true));
        walk.result(id -> new Event.FencePut(id, E)).result(id -> new Event.HighWatermarkReached(id, 40, 7));
        assertThat(names(walk.last())).containsExactly("PersistState", "OpenPartition");
        Position position = Objects.requireNonNull(walk.recorded().position());
        assertThat(position.isKnown())
                .as("nothing of this log is known to be the source's")
                .isFalse();
    }

    @Test
    void aPartitionFoundOpenAfterItsStopWasAlmostDoneIsStopped() {
        Walk first = Walk.stopping()
                .result(id -> new Event.FencePut(id, E))
                .result(id -> new Event.HighWatermarkReached(id, 60, 5));
        FenceSeen open = new FenceSeen(1, FencePhase.STOPPED, E);
        Walk second = new Walk().lead(E + 4, wish(1, 1, Desired.STOPPED), Walk.SETTINGS, first.recorded(), open);
        assertThat(second.state()).isInstanceOf(Stopped.class);
        assertThat(names(second.last())).containsExactly("PersistState");
    }

    @Test
    void anOpenPartitionIsNeverStoppedAgain() {
        Walk walk = Walk.stopping()
                .result(id -> new Event.FencePut(id, E))
                .result(id -> new Event.HighWatermarkReached(id, 60, 5))
                .lead(E, wish(1, 1, Desired.STOPPED))
                .fail(FailureCode.ALREADY_OPEN);
        assertThat(walk.state()).isInstanceOf(Stopped.class);
    }

    @Test
    void aFailedStopIsRepeatedUntilItSucceedsAndSoon() {
        Walk walk = Walk.stopping();
        for (int attempt = 1; attempt <= 30; attempt++) {
            walk.fail(FailureCode.NOT_ENOUGH_REPLICAS);
            Failed failed = (Failed) walk.state();
            assertThat(failed.attempt()).isEqualTo(attempt);
            assertThat(failed.nextRetryMs() - walk.nowMs).isLessThanOrEqualTo(10_000);
            walk.result(Event.RetryDue::new);
            assertThat(walk.state()).isInstanceOf(Stopping.class);
        }
    }

    @Test
    void aPartitionThatMissedItsStopEndsItsGenerationWithoutOpening() {
        Walk missed = new Walk()
                .lead(
                        40,
                        wish(2, 0, Desired.MIRRORING),
                        Walk.SETTINGS,
                        Walk.mirroring().recorded(),
                        new FenceSeen(2, FencePhase.PREPARING, -1))
                .fail(FailureCode.GENERATION_OVERTAKEN)
                .result(id -> new Event.HighWatermarkReached(id, 60, 5));
        assertThat(names(missed.last())).containsExactly("PersistState", "PersistState", "ReadSourcePosition");
        PartitionState.Led led = missed.led();
        assertThat(led.core().generation()).isEqualTo(2);
        assertThat(led.core().memory().touch())
                .as("its mirrored transactions are still open")
                .isEqualTo(Touch.CUT);
        Position lastStop = Objects.requireNonNull(led.core().memory().lastStop());
        assertThat(lastStop.lmo()).isEqualTo(60);
    }

    @Test
    void nothingStartsByItselfWhenLeadershipOfAStoppedPartitionMoves() {
        Recorded stopped = Walk.stopped().recorded();
        for (int leaderEpoch = E + 1; leaderEpoch < E + 100; leaderEpoch++) {
            Walk walk = new Walk()
                    .lead(
                            leaderEpoch,
                            wish(1, 1, Desired.STOPPED),
                            Walk.SETTINGS,
                            stopped,
                            new FenceSeen(1, FencePhase.STOPPED, E));
            assertThat(walk.state()).isInstanceOf(Stopped.class);
            assertThat(walk.last().effects()).isEmpty();
        }
    }
}
