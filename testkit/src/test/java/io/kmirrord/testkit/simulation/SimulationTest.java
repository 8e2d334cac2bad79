// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.testkit.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import io.kmirrord.statemachine.Desired;
import io.kmirrord.statemachine.Effect;
import io.kmirrord.statemachine.Event;
import io.kmirrord.statemachine.Machine;
import io.kmirrord.statemachine.Position;
import io.kmirrord.statemachine.Step;
import io.kmirrord.statemachine.decision.GroupOffset;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

final class SimulationTest {
    private static final int HISTORIES = 10_000;
    private static final int LENGTH = 500;

    @Test
    void everyHistoryHoldsTheInvariantsAndReachesTheWish() {
        for (int seed = 0; seed < HISTORIES; seed++) {
            List<SimEvent> history = SimEvent.history(seed, LENGTH);
            Violation violation = Shrinker.violation(history, SimOptions.REAL);
            if (violation != null) {
                List<SimEvent> shrunk = Shrinker.shrink(history, SimOptions.REAL);
                throw new AssertionError(
                        "seed " + seed + ", shrunk to " + shrunk.size() + " events:\n" + SimEvent.source(shrunk),
                        Shrinker.violation(shrunk, SimOptions.REAL));
            }
        }
    }

    @Test
    void theHistoriesReachWhatTheyAreMeantToTest() {
        Map<String, Integer> seen = new TreeMap<>();
        Stepper counting = (state, event, now) -> {
            Step step = Machine.step(state, event, now);
            if (step.outcome() == Step.Outcome.MOVE) {
                seen.merge(state.name() + " " + step.next().name(), 1, Integer::sum);
                for (Effect effect : step.effects()) {
                    seen.merge(effect.getClass().getSimpleName(), 1, Integer::sum);
                }
                if (event instanceof Event.PositionRead read) {
                    seen.merge(read.position().getClass().getSimpleName(), 1, Integer::sum);
                }
            }
            return step;
        };
        for (int seed = 0; seed < 2_000; seed++) {
            Simulation.run(SimEvent.history(seed, LENGTH), new SimOptions(counting, false));
        }
        assertThat(seen)
                .containsKeys(
                        "PREPARING MIRRORING",
                        "MIRRORING EPOCH_FENCING",
                        "EPOCH_FENCING MIRRORING",
                        "MIRRORING ULE_RECOVERY",
                        "ULE_RECOVERY MIRRORING",
                        "PAUSED MIRRORING",
                        "MIRRORING FAILED",
                        "PREPARING STOPPING",
                        "PAUSED STOPPING",
                        "FAILED STOPPING",
                        "STOPPING FAILED",
                        "STOPPED PREPARING",
                        "AskSourceEpoch",
                        "Truncate",
                        "RestartAt",
                        "ReportGap",
                        "AbortOpen",
                        "PutMark",
                        "Known");
        assertThat(seen.get("MIRRORING STOPPING")).isGreaterThan(100);
        assertThat(seen.get("Known")).isGreaterThan(100);
    }

    @Test
    void theGroupsReachWhatTheyAreMeantToTest() {
        Map<String, Integer> seen = new TreeMap<>();
        GroupRules counting = new GroupRules(
                now -> counted(seen, "round ", now, GroupOffset.decide(now)),
                now -> counted(seen, "opening ", now, GroupOffset.beforeOpening(now)),
                true);
        int refusals = 0;
        for (int seed = 0; seed < 500; seed++) {
            Simulation simulation = new Simulation(SimOptions.syncing(counting));
            SimEvent.history(seed, LENGTH).forEach(simulation::on);
            refusals += simulation.groups().refusals();
        }
        assertThat(seen)
                .containsKeys(
                        "round as at source",
                        "round capped",
                        "round forwards",
                        "round backwards",
                        "round NOT_MIRRORING",
                        "round GROUP_ACTIVE",
                        "round NOT_AT_SOURCE",
                        "round UP_TO_DATE",
                        "round LOCAL_AHEAD",
                        "opening backwards",
                        "opening GROUP_ACTIVE",
                        "opening WITHIN_LOG");
        assertThat(refusals).as("commits that came too late").isGreaterThan(30);
    }

    private static GroupOffset counted(
            Map<String, Integer> seen, String who, GroupOffset.Situation now, GroupOffset decision) {
        if (decision instanceof GroupOffset.Commit commit) {
            GroupOffset.Committed local = now.local();
            boolean back = local != null && commit.offset() < local.offset();
            seen.merge(who + (commit.asAtSource() ? "as at source" : "capped"), 1, Integer::sum);
            seen.merge(who + (back ? "backwards" : "forwards"), 1, Integer::sum);
        } else {
            seen.merge(who + ((GroupOffset.Leave) decision).reason(), 1, Integer::sum);
        }
        return decision;
    }

    @Test
    void equalHistoriesGiveEqualRuns() {
        for (int seed = 0; seed < 50; seed++) {
            Simulation one = new Simulation(SimOptions.REAL);
            Simulation two = new Simulation(SimOptions.REAL);
            SimEvent.history(seed, LENGTH).forEach(one::on);
            SimEvent.history(seed, LENGTH).forEach(two::on);
            assertThat(one).hasToString(two.toString());
        }
    }

    /** Mirror, failover with a transaction in flight, writes on both sides, failback. */
    private static Simulation failoverAndFailback(int crashAfter) {
        Simulation simulation = new Simulation(SimOptions.REAL);
        simulation.crashAfter(crashAfter);
        SimCluster a = simulation.clusters().get(0);
        SimCluster b = simulation.clusters().get(1);
        for (int i = 0; i < 4; i++) {
            a.produce(Batch.Kind.DATA, -1);
        }
        a.produce(Batch.Kind.TRANSACTIONAL, 77);
        simulation.operator().start(b, true, true);
        new Calm(simulation, false).reach();
        simulation.operator().revise(b, Desired.STOPPED);
        new Calm(simulation, false).reach();
        a.produce(Batch.Kind.DATA, -1);
        b.produce(Batch.Kind.DATA, -1);
        simulation.operator().start(a, false, true);
        new Calm(simulation, false).reach();
        return simulation;
    }

    private static Position positionOf(Simulation simulation) {
        return Objects.requireNonNull(
                simulation.clusters().get(1).recorded().orElseThrow().position());
    }

    @Test
    void aCrashAfterAnyEffectEndsInTheSameState() {
        Simulation calm = failoverAndFailback(-1);
        Position expected = positionOf(calm);
        assertThat(expected.isKnown()).isTrue();
        assertThat(calm.clusters().get(0).wishes(Desired.MIRRORING)).isTrue();
        assertThat(calm.effectsDone()).isGreaterThan(40);
        for (int crash = 1; crash <= calm.effectsDone(); crash++) {
            Position position = positionOf(failoverAndFailback(crash));
            assertThat(position.lme()).as("crash after effect %d", crash).isEqualTo(expected.lme());
            assertThat(position.lmo()).as("crash after effect %d", crash).isEqualTo(expected.lmo());
        }
    }

    @Test
    void failbackRemovesTheDifferenceAndNothingElse() {
        Simulation simulation = failoverAndFailback(-1);
        SimCluster a = simulation.clusters().get(0);
        Position position = positionOf(simulation);
        assertThat(a.salvaged).isNotEmpty().allMatch(batch -> batch.offset >= position.lmo());
        assertThat(a.logs[a.leader].batches())
                .as("A kept its own part")
                .filteredOn(batch -> batch.offset < position.lmo())
                .isNotEmpty()
                .allMatch(batch -> batch.cluster.equals("A"));
        assertThat(a.logs[a.leader].openTransactions()).isEmpty();
    }
}
