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
import io.kmirrord.statemachine.decision.GroupOffset;
import io.kmirrord.statemachine.decision.GroupOffset.Reason;
import io.kmirrord.statemachine.decision.GroupOffset.Situation;
import io.kmirrord.statemachine.decision.LocalLog;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;

/**
 * A machine that is broken on purpose is caught, by the invariant that it breaks. I5 and I10 lie outside of the machine:
 * there it is the sync of groups that is broken, and the bridge.
 */
final class MutantTest {
    private static final int MAX_HISTORIES = 6_000;
    private static final int LENGTH = 500;

    private static void caught(String invariant, Stepper mutant) {
        caught(invariant, new SimOptions(mutant, false));
    }

    private static void caught(String invariant, SimOptions options) {
        caught(invariant, "", options);
    }

    /** With words that the violation must contain, where one invariant forbids several things. */
    private static void caught(String invariant, String words, SimOptions options) {
        for (int seed = 0; seed < MAX_HISTORIES; seed++) {
            List<SimEvent> history = SimEvent.history(seed, LENGTH);
            Violation violation = Shrinker.violation(history, options);
            if (violation != null
                    && violation.invariant().equals(invariant)
                    && String.valueOf(violation.getMessage()).contains(words)) {
                assertThat(Shrinker.violation(history, SimOptions.REAL))
                        .as("the real machine holds where the mutant fails")
                        .isNull();
                return;
            }
        }
        throw new AssertionError(MAX_HISTORIES + " histories did not catch the mutant of " + invariant + " " + words);
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
        caught("I2", new SimOptions(MutantTest::notRaising, true));
    }

    /** Takes the source's leader epoch for lower than any, so that its own need not be raised. */
    private static Step notRaising(PartitionState state, Event event, Moment now) {
        return event instanceof Event.PositionRead it
                ? Machine.step(
                        state,
                        new Event.PositionRead(it.id(), it.position(), it.sourceClusterId(), -1, it.sourceLogStart()),
                        now)
                : Machine.step(state, event, now);
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

    private static Situation withHighWatermark(Situation now, long highWatermark) {
        return new Situation(
                now.state(),
                now.logStart(),
                highWatermark,
                now.source(),
                now.local(),
                now.lastSynced(),
                now.active(),
                now.cutTo());
    }

    @Test
    void i5SyncsGroupsAboveTheHighWatermark() {
        GroupRules mutant = new GroupRules(
                now -> GroupOffset.decide(withHighWatermark(now, Long.MAX_VALUE)), GroupOffset::beforeOpening, true);
        caught("I5", "group synced to", SimOptions.syncing(mutant));
    }

    /** F19b: the owner decides and falls asleep, the partition stops, the owner wakes up. */
    @Test
    void i5CommitsToAStoppedPartitionBecauseNobodyFencedTheOwner() {
        GroupRules mutant = new GroupRules(GroupOffset::decide, GroupOffset::beforeOpening, false);
        caught("I5", "while the state is STOPPED", SimOptions.syncing(mutant));
        caught("I5", "while the state is PAUSED", SimOptions.syncing(mutant));
    }

    /** F19a: the log was cut and nobody had synced since. */
    @Test
    void i5OpensWithAGroupAboveACut() {
        GroupRules mutant = new GroupRules(GroupOffset::decide, now -> new GroupOffset.Leave(Reason.WITHIN_LOG), true);
        caught("I5", "skips what follows", SimOptions.syncing(mutant));
    }

    @Test
    void i5OpensWithAGroupBelowTheLog() {
        GroupRules mutant = new GroupRules(GroupOffset::decide, MutantTest::openingBelowTheLog, true);
        caught("I5", "is below the log", SimOptions.syncing(mutant));
    }

    private static GroupOffset openingBelowTheLog(Situation now) {
        GroupOffset.Committed local = now.local();
        return local != null && local.offset() < now.logStart()
                ? new GroupOffset.Leave(Reason.WITHIN_LOG)
                : GroupOffset.beforeOpening(now);
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
                    ? without(Effect.Salvage.class, id -> new Event.Salvaged(id, end, 0, 0))
                            .step(state, event, now)
                    : Machine.step(state, event, now);
        });
    }

    private static long measuredEnd(Preparing state) {
        Alignment alignment = ((PreparingJob.Aligning) state.job()).alignment();
        return ((Alignment.Measuring) alignment).log().leo();
    }

    private static SimOptions repeating(boolean trustingBridge) {
        return new SimOptions(Machine::step, trustingBridge, true, GroupRules.REAL);
    }

    @Test
    void i10AppendsBelowTheEndOfTheLog() {
        caught("I10", "below the end", repeating(true));
    }

    @Test
    void i10AppendsAboveTheLeaderEpoch() {
        caught("I10", "above leader epoch", new SimOptions(MutantTest::notRaising, true));
    }

    @Test
    void i10MovesTheLogStartAboveTheHighWatermark() {
        caught("I10", "above the high watermark", new SimOptions(Machine::step, true));
    }

    /** Does as a cut what must be done as a restart (F17). */
    private static Step cutting(PartitionState state, Event event, Moment now) {
        Step step = Machine.step(state, event, now);
        List<Effect> effects = step.effects().stream()
                .map(effect -> effect instanceof Effect.RestartAt it
                        ? new Effect.Truncate(it.id(), 0, it.savedTo(), Integer.MAX_VALUE)
                        : effect)
                .toList();
        return new Step(step.next(), effects, step.outcome(), step.reason());
    }

    @Test
    void i10CutsWhereOnlyARestartIsSafe() {
        caught("I10", "empties the cache", new SimOptions(MutantTest::cutting, true));
    }

    @Test
    void aBridgeThatChecksRefusesWhatWouldFailTheBroker() {
        refused(new SimOptions(MutantTest::cutting, false));
        refused(repeating(false));
    }

    /** The mutants that harm a broker through a bridge that trusts them get no further here, and that is all. */
    private static void refused(SimOptions options) {
        for (int seed = 0; seed < 100; seed++) {
            Violation violation = Shrinker.violation(SimEvent.history(seed, LENGTH), options);
            assertThat(violation == null ? "I8" : violation.invariant())
                    .as("seed %d", seed)
                    .isEqualTo("I8");
        }
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
