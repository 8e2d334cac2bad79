// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.testkit.simulation;

import io.kmirrord.statemachine.Desired;
import io.kmirrord.statemachine.Recorded;
import io.kmirrord.statemachine.StateName;
import io.kmirrord.statemachine.Wish;

/** The operators of both clusters, who use only what mirrorctl offers. */
final class SimOperator {
    private final Simulation simulation;
    private long generation;
    private int operations;

    SimOperator(Simulation simulation) {
        this.simulation = simulation;
    }

    void on(SimEvent.Kind kind, SimCluster cluster, int number) {
        switch (kind) {
            case WISH_START -> {
                if (number % 8 == 0 || isStopped(simulation.other(cluster))) {
                    start(cluster, number % 3 == 0, number % 2 == 0);
                }
            }
            case WISH_STOP -> revise(cluster, Desired.STOPPED);
            case WISH_PAUSE -> revise(cluster, Desired.PAUSED);
            case WISH_RESUME -> revise(cluster, Desired.MIRRORING);
            case RECOVER -> {
                simulation.setUnclean(cluster, number % 2 == 0);
                simulation.wishChanged(cluster);
                recover(cluster);
            }
            default -> throw new IllegalArgumentException("not an operator's: " + kind);
        }
    }

    private static boolean isStopped(SimCluster cluster) {
        return cluster.wish().isEmpty()
                || cluster.recorded()
                        .filter(it -> it.state() == StateName.STOPPED)
                        .isPresent();
    }

    void start(SimCluster cluster, boolean overwriteLocal, boolean confirmCut) {
        Wish wish = cluster.wish().orElse(null);
        Recorded recorded = cluster.recorded().orElse(null);
        boolean stopped = wish != null
                && recorded != null
                && recorded.state() == StateName.STOPPED
                && recorded.id().generation() == wish.generation();
        if (wish == null || stopped) {
            write(cluster, new Wish(++generation, 0, Desired.MIRRORING, overwriteLocal, confirmCut));
        }
    }

    void revise(SimCluster cluster, Desired desired) {
        Wish wish = cluster.wish().orElse(null);
        if (wish != null && wish.desired() != Desired.STOPPED && wish.desired() != desired) {
            write(
                    cluster,
                    new Wish(
                            wish.generation(), wish.revision() + 1, desired, wish.overwriteLocal(), wish.confirmCut()));
        }
    }

    /** Agrees to what a partition refused to do by itself. */
    void consent(SimCluster cluster) {
        cluster.wish()
                .ifPresent(wish ->
                        write(cluster, new Wish(wish.generation(), wish.revision() + 1, wish.desired(), true, true)));
    }

    /** Writes the wish anew, as mirrorctl does. */
    void recover(SimCluster cluster) {
        cluster.wish()
                .ifPresent(wish -> write(
                        cluster,
                        new Wish(
                                wish.generation(),
                                wish.revision() + 1,
                                wish.desired(),
                                wish.overwriteLocal(),
                                wish.confirmCut())));
    }

    private void write(SimCluster cluster, Wish wish) {
        cluster.wish(wish, "op-" + operations++);
        simulation.wishChanged(cluster);
    }
}
