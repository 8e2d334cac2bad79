// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.testkit.simulation;

import io.kmirrord.statemachine.Recorded;
import io.kmirrord.statemachine.StateName;
import io.kmirrord.statemachine.decision.GroupOffset.Committed;

/**
 * I5: a synced group offset lies in [log start, HW]; stopped, paused and local topics and active groups are untouched.
 * Told from what the cluster holds, not by the decision under test.
 */
final class GroupInvariant {
    private long highWatermark;
    private int syncs;

    /** After every event. */
    void check(SimCluster cluster) {
        SimGroup group = cluster.group;
        if (cluster.highWatermark < highWatermark) {
            group.falls++;
        }
        highWatermark = cluster.highWatermark;
        Committed committed = group.committed;
        SimGroup.Sync sync = group.synced;
        if (syncs != group.syncs && committed != null && sync != null) {
            synced(cluster, committed, sync);
        }
        syncs = group.syncs;
    }

    private static void synced(SimCluster cluster, Committed committed, SimGroup.Sync sync) {
        Recorded recorded = cluster.recorded().orElse(null);
        StateName state = recorded == null ? StateName.UNKNOWN : recorded.state();
        boolean touchable = state != StateName.UNKNOWN && state != StateName.PAUSED && state != StateName.STOPPED;
        Violation.unless(
                touchable && !cluster.open(), "I5", () -> "group synced while the state is " + state + ": " + cluster);
        Violation.unless(
                recorded != null && recorded.id().generation() == sync.generation(),
                "I5",
                () -> "group synced for generation " + sync.generation() + ": " + cluster);
        Violation.unless(!cluster.group.active, "I5", () -> "an active group was synced: " + cluster);
        // What moved after the decision is for the next round: the log start rises by retention, and a cut is followed.
        boolean fell = sync.falls() != cluster.group.falls;
        boolean inLog = committed.offset() >= sync.situation().logStart()
                && (committed.offset() <= cluster.highWatermark || fell);
        Violation.unless(inLog, "I5", () -> "group synced to " + committed + ": " + cluster);
    }

    /** A partition is about to be opened: local records will follow at the high watermark. */
    static void opening(SimCluster cluster) {
        SimGroup group = cluster.group;
        Committed committed = group.committed;
        SimLog log = cluster.leaderLog();
        if (committed == null || group.active || log == null) {
            return;
        }
        long reach = group.cutTo < 0 ? cluster.highWatermark : Math.min(group.cutTo, cluster.highWatermark);
        Violation.unless(
                committed.offset() <= Math.max(reach, log.start()),
                "I5",
                () -> "the group at " + committed + " skips what follows at " + reach + ": " + cluster);
        Violation.unless(
                committed.offset() >= log.start() || log.start() > cluster.highWatermark,
                "I5",
                () -> "the group at " + committed + " is below the log at " + log.start() + ": " + cluster);
    }
}
