// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.testkit.simulation;

import io.kmirrord.statemachine.Effect;
import io.kmirrord.statemachine.EffectId;
import io.kmirrord.statemachine.Event;
import io.kmirrord.statemachine.decision.Failure;
import io.kmirrord.statemachine.decision.FailureCode;
import java.util.Objects;

/** What may go wrong. */
final class SimFaults {
    /** Of retention: everything there is. */
    private static final int EXPIRED = 3;

    private final Simulation simulation;

    SimFaults(Simulation simulation) {
        this.simulation = simulation;
    }

    void on(SimEvent event, SimCluster cluster, SimDaemon daemon) {
        int broker = event.b() % SimCluster.BROKERS;
        switch (event.kind()) {
            case EFFECT_FAILS -> effectFails(daemon, event.b() % 2 == 0);
            case DAEMON_CRASHES -> daemon.crash();
            case DAEMON_SLEEPS -> daemon.asleep = true;
            case DAEMON_WAKES -> daemon.asleep = false;
            case BROKER_DIES -> cluster.kill(broker);
            case BROKER_RETURNS -> cluster.restart(broker);
            case ISR_SHRINKS -> cluster.shrink(broker);
            case LEADER_MOVES -> cluster.move(broker);
            case UNCLEAN_ELECTION -> uncleanElection(cluster, broker, event.b() / 3 % 4);
            case RETENTION -> retention(cluster, event.b() / 3 % 4);
            default -> throw new IllegalArgumentException("not a fault: " + event.kind());
        }
        simulation.leadershipChanged(cluster);
    }

    /** An effect fails before it is done, or its answer is lost after. */
    private void effectFails(SimDaemon daemon, boolean before) {
        Effect effect = daemon.effects.peek();
        if (daemon.asleep
                || effect == null
                || effect instanceof Effect.PersistState
                || effect instanceof Effect.StopFetcher
                || effect instanceof Effect.ReportFailure
                || effect instanceof Effect.ReportGap
                || effect instanceof Effect.ScheduleRetry) {
            return;
        }
        Failure failure = new Failure(FailureCode.BRIDGE_UNAVAILABLE, "injected");
        if (before) {
            simulation.effects().fail(daemon, failure);
            return;
        }
        EffectId id = effect.id();
        simulation.effects().run(daemon);
        if (daemon.inbox.removeIf(
                event -> event instanceof Event.Result result && result.id().equals(id))) {
            daemon.inbox.add(new Event.EffectFailed(id, failure));
        }
    }

    /** A replica that lags becomes leader because the others are gone for a while. */
    private static void uncleanElection(SimCluster cluster, int broker, int missing) {
        if (cluster.leader < 0 || cluster.leader == broker || !cluster.alive[broker]) {
            return;
        }
        cluster.isr.remove(broker);
        cluster.logs[broker].lack(missing);

        for (int other = 0; other < SimCluster.BROKERS; other++) {
            if (other != broker) {
                cluster.kill(other);
            }
        }
        cluster.electUnclean(broker);
    }

    /** Removes old records; the last one stays, as the active segment does, but where clients write it expires at times too. */
    private static void retention(SimCluster cluster, int records) {
        SimLog log = cluster.leaderLog();
        if (log == null || log.batches().isEmpty()) {
            return;
        }
        if (records == EXPIRED && cluster.open()) {
            log.deleteBefore(cluster.highWatermark);
            return;
        }
        long last = Objects.requireNonNull(log.batches().get(log.batches().size() - 1)).offset;
        log.deleteBefore(Math.min(Math.min(log.start() + records, last), cluster.highWatermark));
    }
}
