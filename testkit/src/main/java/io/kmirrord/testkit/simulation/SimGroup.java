// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.testkit.simulation;

import io.kmirrord.statemachine.decision.GroupOffset;
import io.kmirrord.statemachine.decision.GroupOffset.Committed;
import org.jspecify.annotations.Nullable;

/** The consumer group of a cluster, as its coordinators keep it, and what its syncs have under way. */
final class SimGroup {
    /** Null: nothing was committed. */
    @Nullable
    Committed committed;

    /** The sync that committed it, null if that was a client or a stop. */
    @Nullable
    Sync synced;

    /** It has members. */
    boolean active;

    /** Lowest end that a cut has left to the log and that no sync has followed yet, -1 if there is none. */
    long cutTo = -1;

    /** How often the high watermark fell. */
    int falls;

    /** Number of commits that syncs made. */
    int syncs;

    /** Number of commits that came too late. */
    int refusals;

    /** The daemon that owns the mirror. */
    int owner;

    final Owner[] owners = new Owner[SimCluster.BROKERS];
    private int producerEpoch;

    /** The part of a daemon that owns the mirror, or believes so. */
    static final class Owner {
        /** Of the transactional id {@code kmirrord-groups-<mirror>}; 0: to be initialised. */
        int producerEpoch;

        /** A commit under way. */
        @Nullable
        Sync pending;

        private long generation;
        private long lastSynced = -1;

        long lastSynced(long now) {
            return generation == now ? lastSynced : -1;
        }

        void synced(long now, long offset) {
            generation = now;
            lastSynced = offset;
        }

        /** What another one has synced meanwhile it cannot know. */
        void takesOver(int epoch) {
            producerEpoch = epoch;
            lastSynced = -1;
        }

        void restart() {
            producerEpoch = 0;
            pending = null;
            lastSynced = -1;
        }
    }

    /**
     * A commit that was decided, and on what.
     *
     * @param situation what the owner had read
     * @param falls of the high watermark until then
     */
    record Sync(
            GroupOffset.Commit commit,
            GroupOffset.Situation situation,
            int producerEpoch,
            long generation,
            int falls) {}

    SimGroup() {
        for (int broker = 0; broker < owners.length; broker++) {
            owners[broker] = new Owner();
        }
    }

    /** InitProducerId: returns the only epoch that may commit from now on. */
    int initProducerId() {
        return ++producerEpoch;
    }

    boolean mayCommit(int epoch) {
        return epoch == producerEpoch;
    }

    /** The log was cut and ends at an offset. */
    void cut(long end) {
        cutTo = cutTo < 0 ? end : Math.min(cutTo, end);
    }
}
