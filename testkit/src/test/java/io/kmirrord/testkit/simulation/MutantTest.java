// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.testkit.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import io.kmirrord.statemachine.Alignment;
import io.kmirrord.statemachine.Effect;
import io.kmirrord.statemachine.EffectId;
import io.kmirrord.statemachine.Event;
import io.kmirrord.statemachine.Machine;
import io.kmirrord.statemachine.Moment;
import io.kmirrord.statemachine.PartitionState;
import io.kmirrord.statemachine.PartitionState.Led;
import io.kmirrord.statemachine.PartitionState.Preparing;
import io.kmirrord.statemachine.PartitionState.Stopping;
import io.kmirrord.statemachine.PreparingJob;
import io.kmirrord.statemachine.StateName;
import io.kmirrord.statemachine.Step;
import io.kmirrord.statemachine.decision.LocalLog;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;

/** A machine that is broken on purpose is caught, by the invariant that it breaks. I5 and I10 lie outside of the machine. */
final class MutantTest {
    private static final int MAX_HISTORIES = 6_000;
    private static final int LENGTH = 500;

    private static void caught(String invariant, Stepper mutant) {
        caught(invariant, new SimOptions(mutant, false));
    }

    private static void caught(String invariant, SimOptions options) {
        for (int seed = 0; seed < MAX_HISTORIES; seed++) {
            List<SimEvent> history = SimEvent.history(seed, LENGTH);
            Violation violation = Shrinker.violation(history, options);
            if (violation != null && violation.invariant().equals(invariant)) {
                assertThat(Shrinker.violation(history, SimOptions.REAL))
                        .as("the real machine holds where the mutant fails")
                        .isNull();
                return;
            }
        }
        throw new AssertionError(MAX_HISTORIES + " histories did not catch the mutant of " + invariant);
    }

    /** Leaves out an effect and goes on as if it had been done. */
    private static Stepper without(Class<? extends Effect> left, Function<EffectId, Event> answer) {
        return (state, event, now) -> {
            Step step = Machine.step(state, event, now);
            Predicate<Effect> isLeft = left::isInstance;
            if (step.effects().stream().noneMatch(isLeft)) {
                return step;
            }
            EffectId id = ((Led) step.next()).core().effectId();
            Step next = Machine.step(step.next(), answer.apply(id), now);
            List<Effect> effects = new ArrayList<>(
                    step.effects().stream().filter(isLeft.negate()).toList());
            effects.addAll(next.effects());
            return new Step(next.next(), effects, Step.Outcome.MOVE, next.reason());
        };
    }

    @Test
    void i1ReplicasThatHoldMoreThanTheirLeaderAreForgotten() {
        caught("I1", (state, event, now) -> {
            if (event instanceof Event.LogDescribed it) {
                LocalLog log = it.log();
                LocalLog neverOpen = new LocalLog(
                        log.logStart(),
                        log.leo(),
                        log.highWatermark(),
                        log.epochs(),
                        log.compacted(),
                        false,
                        log.replicas());
                return Machine.step(state, new Event.LogDescribed(it.id(), neverOpen), now);
            }
            return Machine.step(state, event, now);
        });
    }

    @Test
    void i2AppendsWithoutRaisingTheLeaderEpoch() {
        Stepper mutant = (state, event, now) -> event instanceof Event.PositionRead it
                ? Machine.step(
                        state,
                        new Event.PositionRead(it.id(), it.position(), it.sourceClusterId(), -1, it.sourceLogStart()),
                        now)
                : Machine.step(state, event, now);
        caught("I2", new SimOptions(mutant, true));
    }

    @Test
    void i3PausesWithoutRemovingTheFetcher() {
        Stepper forgetting = without(Effect.StopFetcher.class, Event.FetcherStopped::new);
        caught(
                "I3",
                (state, event, now) -> state.name() == StateName.MIRRORING && pauses(state, event, now)
                        ? forgetting.step(state, event, now)
                        : Machine.step(state, event, now));
    }

    private static boolean pauses(PartitionState state, Event event, Moment now) {
        return Machine.step(state, event, now).next().name() == StateName.PAUSING;
    }

    @Test
    void i4OpensInTheEpochsOfTheSource() {
        caught(
                "I4",
                (state, event, now) -> event instanceof Event.FencePut it
                                && state instanceof Stopping stopping
                                && it.id().equals(stopping.core().effectId())
                        ? Machine.step(
                                state, new Event.FencePut(it.id(), it.id().leaderEpoch()), now)
                        : Machine.step(state, event, now));
    }

    @Test
    void i6LeavesMirroredTransactionsOpen() {
        caught("I6", without(Effect.AbortOpen.class, Event.OpenAborted::new));
    }

    @Test
    void i6OpensWithoutAMark() {
        caught("I6", without(Effect.PutMark.class, id -> new Event.MarkPut(id, 0)));
    }

    @Test
    void i7RecordsThePositionAgainInEveryRun() {
        caught(
                "I7",
                (state, event, now) ->
                        event instanceof Event.HighWatermarkReached reached && state instanceof Stopping it
                                ? Machine.step(
                                        new Stopping(it.core(), it.step(), null, it.stopEpoch(), it.mark()),
                                        new Event.HighWatermarkReached(
                                                reached.id(), reached.leo(), Math.min(reached.lastEpoch(), 0)),
                                        now)
                                : Machine.step(state, event, now));
    }

    @Test
    void i8DoesNotPersistItsEnd() {
        caught("I8", (state, event, now) -> {
            Step step = Machine.step(state, event, now);
            List<Effect> effects = step.effects().stream()
                    .filter(effect -> !(effect instanceof Effect.PersistState it
                            && it.recorded().state() == StateName.STOPPED))
                    .toList();
            return new Step(step.next(), effects, step.outcome(), step.reason());
        });
    }

    @Test
    void i9CutsWithoutSaving() {
        caught("I9", (state, event, now) -> {
            boolean measured = event instanceof Event.CutMeasured
                    && state instanceof Preparing it
                    && it.job() instanceof PreparingJob.Aligning aligning
                    && aligning.alignment() instanceof Alignment.Measuring;
            long end = measured ? measuredEnd((Preparing) state) : -1;
            return measured
                    ? without(Effect.Salvage.class, id -> new Event.Salvaged(id, end))
                            .step(state, event, now)
                    : Machine.step(state, event, now);
        });
    }

    private static long measuredEnd(Preparing state) {
        Alignment alignment = ((PreparingJob.Aligning) state.job()).alignment();
        return ((Alignment.Measuring) alignment).log().leo();
    }

    @Test
    void aFailingHistoryIsShrunkToWhatMatters() {
        SimOptions mutant = new SimOptions(without(Effect.PutMark.class, id -> new Event.MarkPut(id, 0)), false);
        int seed = 0;
        while (Shrinker.violation(SimEvent.history(seed, LENGTH), mutant) == null) {
            seed++;
        }
        List<SimEvent> shrunk = Shrinker.shrink(SimEvent.history(seed, LENGTH), mutant);
        assertThat(shrunk).hasSizeLessThan(60);
        assertThat(Shrinker.violation(shrunk, mutant)).isNotNull();
        assertThat(Shrinker.violation(shrunk, SimOptions.REAL)).isNull();
        assertThat(SimEvent.source(shrunk)).contains("event(WISH_STOP, ");
    }
}
