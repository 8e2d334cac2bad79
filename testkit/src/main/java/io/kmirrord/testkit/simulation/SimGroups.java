// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.testkit.simulation;

import io.kmirrord.statemachine.Desired;
import io.kmirrord.statemachine.Recorded;
import io.kmirrord.statemachine.StateName;
import io.kmirrord.statemachine.decision.GroupOffset;
import io.kmirrord.statemachine.decision.GroupOffset.Commit;
import io.kmirrord.statemachine.decision.GroupOffset.Committed;
import io.kmirrord.statemachine.decision.GroupOffset.Leave;
import io.kmirrord.statemachine.decision.GroupOffset.Situation;
import java.util.Objects;

/**
 * The consumer group of both clusters: its clients, and the owners of the mirrors that carry its offset over. A round of
 * an owner is three events, so that anything may lie between: InitProducerId, the decision, the commit.
 */
final class SimGroups {
    private static final int ROUNDS = 8;

    private final Simulation simulation;
    private final GroupRules rules;

    SimGroups(Simulation simulation, GroupRules rules) {
        this.simulation = simulation;
        this.rules = rules;
    }

    /** A member comes or goes, or somebody commits: anybody where clients write, else a member that reads the copy. */
    void client(SimCluster cluster, int number) {
        SimGroup group = cluster.group;
        if (number % (group.active ? 2 : 8) == 0) {
            group.active = !group.active;
            return;
        }
        SimLog log = cluster.leaderLog();
        if (log == null || log.start() > cluster.highWatermark || !(cluster.open() || group.active)) {
            return;
        }
        if (cluster.open() && !group.active && number % 32 == 3) {
            // As by offsets.retention.minutes.
            group.committed = null;
            return;
        }
        long before = group.committed == null ? 0 : group.committed.offset();
        long from = Math.max(log.start(), Math.min(before, cluster.highWatermark));
        boolean resets = number % 16 == 1;
        long offset = resets ? log.start() : Math.min(cluster.highWatermark, from + number / 16 % 4);
        group.committed = new Committed(offset, epochBefore(log, offset));
        group.synced = null;
    }

    private static int epochBefore(SimLog log, long offset) {
        int found = -1;
        for (Batch batch : log.batches()) {
            found = batch.offset < offset ? batch.epoch : found;
        }
        return found;
    }

    /** The owner of a mirror does one thing, or one that was the owner and does not know better. */
    void sync(SimCluster asked, int number) {
        boolean first = busy(asked);
        SimCluster cluster = first ? asked : simulation.other(asked);
        if (!first && number % 8 != 7 && !busy(cluster)) {
            return;
        }
        SimGroup group = cluster.group;
        SimGroup.Owner owner = group.owners[group.owner];
        SimGroup.Owner other = group.owners[number / 32 % SimCluster.BROKERS];
        switch (number % 32) {
            case 0, 1 -> {
                group.owner = number / 32 % SimCluster.BROKERS;
                other.producerEpoch = 0;
            }
            case 2 -> other.restart();
            case 3, 4, 5 -> {
                if (other.pending != null || other.producerEpoch > 0) {
                    step(cluster, other);
                }
            }
            default -> {
                // A commit may be slow, so that a cut overtakes it; one that a stop may overtake waits until it wakes
                // up.
                boolean goesOn = number / 32 % 4 == 0 && cluster.wishes(Desired.MIRRORING);
                if (owner.pending == null || goesOn) {
                    step(cluster, owner);
                }
            }
        }
    }

    /** Returns whether a mirror may have offsets to carry over. */
    private static boolean busy(SimCluster cluster) {
        for (SimGroup.Owner owner : cluster.group.owners) {
            if (owner.pending != null) {
                return true;
            }
        }
        return cluster.recorded()
                .filter(recorded -> recorded.state() == StateName.MIRRORING)
                .isPresent();
    }

    private void step(SimCluster cluster, SimGroup.Owner owner) {
        SimGroup.Sync pending = owner.pending;
        if (pending != null) {
            owner.pending = null;
            arrives(cluster.group, owner, pending);
        } else if (owner.producerEpoch == 0) {
            owner.takesOver(cluster.group.initProducerId());
        } else {
            decide(cluster, owner);
        }
    }

    private Situation situation(SimCluster cluster, SimLog log, Recorded recorded, long lastSynced) {
        SimGroup group = cluster.group;
        return new Situation(
                recorded.state(),
                log.start(),
                cluster.highWatermark,
                simulation.other(cluster).group.committed,
                group.committed,
                lastSynced,
                group.active,
                group.cutTo);
    }

    private void decide(SimCluster cluster, SimGroup.Owner owner) {
        SimLog log = cluster.leaderLog();
        Recorded recorded = cluster.recorded().orElse(null);
        if (log == null || recorded == null) {
            return;
        }
        long generation = recorded.id().generation();
        Situation situation = situation(cluster, log, recorded, owner.lastSynced(generation));
        GroupOffset decision = rules.round().apply(situation);
        if (decision instanceof Commit commit) {
            owner.pending = new SimGroup.Sync(commit, situation, owner.producerEpoch, generation, cluster.group.falls);
        } else if (decision instanceof Leave leave) {
            switch (leave.reason()) {
                case UP_TO_DATE -> follow(cluster.group, owner, situation, generation);
                case NOT_AT_SOURCE, LOCAL_AHEAD -> followCut(cluster.group, owner, situation);
                case NOT_MIRRORING, GROUP_ACTIVE, LOG_MOVED, WITHIN_LOG -> {}
            }
        }
    }

    /** A commit reaches the coordinators: that of the transaction and that of the group. */
    private void arrives(SimGroup group, SimGroup.Owner owner, SimGroup.Sync sync) {
        if (rules.fenced() && !group.mayCommit(sync.producerEpoch())) {
            group.refusals++;
            owner.producerEpoch = 0;
            return;
        }
        if (group.active) {
            return;
        }
        Commit commit = sync.commit();
        Committed source = sync.situation().source();
        int epoch = commit.asAtSource() && source != null ? source.leaderEpoch() : -1;
        group.committed = new Committed(commit.offset(), epoch);
        group.synced = sync;
        group.syncs++;
        follow(group, owner, sync.situation(), sync.generation());
    }

    private static void follow(SimGroup group, SimGroup.Owner owner, Situation situation, long generation) {
        Committed source = situation.source();
        if (source != null) {
            owner.synced(generation, source.offset());
        }
        followCut(group, owner, situation);
    }

    /** Records that a cut was followed, if it is still the one that was seen, in a transaction of the same id. */
    private static void followCut(SimGroup group, SimGroup.Owner owner, Situation situation) {
        if (situation.cutTo() < 0) {
            return;
        }
        if (!group.mayCommit(owner.producerEpoch)) {
            owner.producerEpoch = 0;
        } else if (group.cutTo == situation.cutTo()) {
            group.cutTo = -1;
        }
    }

    /** What a stop does while its fence is still closed: the owner's commits under way are refused from now on. */
    void beforeOpening(SimCluster cluster, long generation) {
        SimGroup group = cluster.group;
        group.initProducerId();
        SimLog log = cluster.leaderLog();
        Recorded recorded = cluster.recorded().orElse(null);
        if (log == null || recorded == null || recorded.id().generation() != generation || cluster.open()) {
            return;
        }
        Situation situation = situation(cluster, log, recorded, -1);
        if (rules.opening().apply(situation) instanceof Commit commit) {
            group.committed = new Committed(commit.offset(), -1);
            group.synced = null;
        }
        GroupInvariant.opening(cluster);
        group.cutTo = -1;
    }

    /** In the end the group is where it is at the source, capped by the log; or further, by a client of its own. */
    void settle(SimCluster cluster) {
        SimGroup group = cluster.group;
        Committed source = simulation.other(cluster).group.committed;
        group.active = false;
        for (int round = 0; round < ROUNDS; round++) {
            step(cluster, group.owners[group.owner]);
        }
        Committed committed = group.committed;
        if (source == null) {
            return;
        }
        long start = Objects.requireNonNull(cluster.leaderLog()).start();
        long expected = Math.max(start, Math.min(source.offset(), cluster.highWatermark));
        // Above the high watermark only if that fell; it is no reason to go back, since the records come again.
        boolean settled = committed != null
                && committed.offset() >= expected
                && (group.synced == null || committed.offset() <= Math.max(expected, source.offset()));
        Violation.unless(settled, "I8", () -> "group at " + committed + ", source " + source + ": " + cluster);
    }

    /** Returns how many commits came too late. */
    int refusals() {
        return simulation.clusters().stream()
                .mapToInt(cluster -> cluster.group.refusals)
                .sum();
    }
}
