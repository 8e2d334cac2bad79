// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.testkit.simulation;

import io.kmirrord.statemachine.Desired;
import io.kmirrord.statemachine.PartitionState;
import io.kmirrord.statemachine.Recorded;
import io.kmirrord.statemachine.StateName;
import io.kmirrord.statemachine.Wish;
import io.kmirrord.statemachine.decision.Failure;
import io.kmirrord.statemachine.decision.FailureCode;
import java.util.HashSet;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;

/** No more faults: the wish must be reached, with an operator who does what the failures say (I8). */
final class Calm {
    private static final int ROUNDS = 3_000;
    private static final int ASSISTS = 8;

    private final Simulation simulation;
    /** Stopped because the source lost data: the operator decides to empty the copy. */
    private final Set<SimCluster> startAgain = new HashSet<>();

    private final boolean writing;
    private int assists;
    /** Clients have written once more: what only heals with data has healed. */
    private boolean traffic;

    /** With {@code writing} clients write at first and once more before the end. */
    Calm(Simulation simulation, boolean writing) {
        this.simulation = simulation;
        this.writing = writing;
        traffic = !writing;
    }

    void reach() {
        for (SimCluster cluster : simulation.clusters()) {
            for (int broker = 0; broker < SimCluster.BROKERS; broker++) {
                cluster.restart(broker);
            }
            simulation.leadershipChanged(cluster);
        }
        simulation.daemons().forEach(daemon -> daemon.asleep = false);
        int idle = 0;
        for (int round = 0; round < ROUNDS; round++) {
            idle = round(round) ? 0 : idle + 1;
            simulation.check();
            if (idle > 8) {
                idle = 0;
                if (!assist()) {
                    if (traffic) {
                        simulation.clusters().forEach(this::arrived);
                        return;
                    }
                    traffic = true;
                    simulation.clusters().forEach(Calm::traffic);
                }
            }
        }
        throw new Violation("I8", "no calm after " + ROUNDS + " rounds: " + simulation);
    }

    /** Everybody does one thing; returns whether somebody had something to do. */
    private boolean round(int round) {
        boolean busy = false;
        for (SimDaemon daemon : simulation.daemons()) {
            busy |= daemon.busy() || !daemon.timers.isEmpty();
            simulation.act(daemon, round);
        }
        simulation.advance(200);
        for (SimCluster cluster : simulation.clusters()) {
            if (writing && round < 3) {
                traffic(cluster);
            }
            for (int broker = 0; broker < SimCluster.BROKERS; broker++) {
                cluster.replicate(broker, 100);
                if (round % 10 == 9) {
                    cluster.shrink(broker);
                }
            }
        }
        return busy;
    }

    private static void traffic(SimCluster cluster) {
        if (cluster.open()) {
            cluster.produce(Batch.Kind.DATA, -1);
        }
    }

    /** Does what an operator would; returns false when there is nothing left to do. */
    private boolean assist() {
        boolean both = simulation.clusters().stream()
                .allMatch(cluster -> cluster.wish().isPresent() && !cluster.wishes(Desired.STOPPED));
        if (both) {
            simulation.operator().revise(simulation.clusters().get(0), Desired.STOPPED);
            return true;
        }
        for (SimCluster cluster : simulation.clusters()) {
            Optional<Failure> failure = cluster.recorded().map(Recorded::failure);
            if (failure.isPresent()) {
                Violation.unless(
                        ++assists <= ASSISTS, "I8", () -> "fails for ever: " + failure.get() + ": " + simulation);
                assist(cluster, failure.get().code());
                return true;
            }
        }
        for (SimCluster cluster : startAgain) {
            simulation.operator().start(cluster, true, true);
        }
        return startAgain.removeIf(cluster -> true);
    }

    private void assist(SimCluster cluster, FailureCode code) {
        switch (code) {
            case CUT_TO_EMPTY, CUT_OVER_LIMIT -> simulation.operator().consent(cluster);
            case SOURCE_DIVERGED -> {
                simulation.setUnclean(cluster, true);
                simulation.wishChanged(cluster);
                simulation.operator().recover(cluster);
            }
            case SOURCE_LOST_DATA -> {
                if (cluster.wishes(Desired.STOPPED)) {
                    throw new Violation("I8", "a stop failed: " + code + ": " + simulation);
                }
                simulation.operator().revise(cluster, Desired.STOPPED);
                startAgain.add(cluster);
            }
            case SOURCE_UNSTABLE -> {
                simulation.clusters().forEach(Calm::traffic);
                simulation.operator().recover(cluster);
            }
            case SOURCE_UNREACHABLE,
                    BRIDGE_UNAVAILABLE,
                    REPLICAS_LAG,
                    NOT_ENOUGH_REPLICAS,
                    REVERSE_NOT_STOPPED,
                    LOG_MOVED -> simulation.operator().recover(cluster);
            default -> throw new Violation("I8", "failed with " + code + ": " + simulation);
        }
    }

    private void arrived(SimCluster cluster) {
        Wish wish = cluster.wish().orElse(null);
        SimLog log = Objects.requireNonNull(cluster.leaderLog());
        for (SimLog replica : cluster.logs) {
            boolean same = replica.end() == log.end() && replica.sameBelow(log, log.end());
            Violation.unless(same, "I1", () -> "replicas differ in the end: " + simulation);
        }
        if (wish == null) {
            return;
        }
        Recorded recorded = cluster.recorded().orElse(null);
        StateName state = recorded == null ? StateName.UNKNOWN : recorded.state();
        StateName expected = StateName.valueOf(wish.desired().name());
        boolean acting = simulation.daemons().stream()
                .anyMatch(daemon -> daemon.cluster == cluster
                        && daemon.state instanceof PartitionState.Led
                        && daemon.state.name() == expected);
        Violation.unless(
                state == expected && acting,
                "I8",
                () -> "wished " + wish + ", arrived at " + state + ": " + simulation);
        if (expected == StateName.MIRRORING) {
            simulation.groups().settle(cluster);
            SimLog source = Objects.requireNonNull(simulation.other(cluster).leaderLog());
            boolean same = source.end() == log.end() && source.sameBelow(log, log.end());
            Violation.unless(same, "I1", () -> "copy and source differ in the end: " + simulation);
        }
        if (expected == StateName.STOPPED) {
            Violation.unless(cluster.open(), "I4", () -> "STOPPED and not open: " + simulation);
        }
    }
}
