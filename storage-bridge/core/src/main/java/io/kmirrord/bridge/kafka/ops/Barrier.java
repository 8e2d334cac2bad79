// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.bridge.kafka.ops;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Tells when no follower can still append what a cut removed: a response with the old data may be on its way while the
 * leader has the follower at the cut already (bridge.md section 3).
 *
 * <p>No clock (F23): each fetch of a follower puts a new state object in place of the old one. A fetch may have read
 * before the cut and be recorded after it, since Kafka reads under the partition's lock and records after it (Partition
 * .fetchRecords). The fetch after that one was sent later, so two changes since the cut always suffice. One suffices
 * where the follower had fetched above the cut: it comes back to the cut only after it truncated.
 *
 * <p>Confined to the lock of its {@link PartitionSlot}; snapshots are taken under the partition's lock.
 */
final class Barrier {
    /** What the leader knows of a follower: the identity of its state object, and the offset that it fetched at. */
    record Seen(int nodeId, Object state, long fetchOffset, boolean inSync) {}

    /** What is waited for. */
    enum Kind {
        /** A cut. */
        CUT,
        /** First half of RESTART_AT: the log is empty and starts at 0. */
        EMPTIED,
        /** Second half of RESTART_AT: the log is empty and starts where it was asked to. */
        STARTED
    }

    private static final class Progress {
        final Object atCut;
        final long offsetAtCut;
        Object last;
        int changes;

        Progress(Object state, long fetchOffset) {
            this.atCut = state;
            this.offsetAtCut = fetchOffset;
            this.last = state;
        }
    }

    private final Kind kind;
    private final long offset;
    private final int highestEpochCut;
    private final boolean assignedMustPass;
    private final Map<Integer, Progress> followers = new HashMap<>();
    private int leaderEpoch;

    /**
     * Starts a barrier.
     *
     * @param offset log end offset after the cut
     * @param highestEpochCut highest epoch that a replica may still hold above the offset, -1 for none
     * @param assignedMustPass true if followers that are not in sync are awaited as well
     * @param seen every remote replica, taken under the write lock that the cut was made under
     */
    Barrier(Kind kind, long offset, int highestEpochCut, boolean assignedMustPass, int leaderEpoch, List<Seen> seen) {
        this.kind = kind;
        this.offset = offset;
        this.highestEpochCut = highestEpochCut;
        this.assignedMustPass = assignedMustPass;
        restart(leaderEpoch, seen);
    }

    long offset() {
        return offset;
    }

    /** Returns the highest epoch that was removed: what lies above it, Kafka's own divergence check can tell apart. */
    int highestEpochCut() {
        return highestEpochCut;
    }

    private void restart(int epoch, List<Seen> seen) {
        leaderEpoch = epoch;
        followers.clear();
        for (Seen follower : seen) {
            followers.put(follower.nodeId(), new Progress(follower.state(), follower.fetchOffset()));
        }
    }

    /**
     * Followers that have not passed.
     *
     * @param awaited those that a waiter waits for, empty when the barrier is passed
     * @param all those and the ones out of sync: while there are any, only epochs above the cut ones may follow
     */
    record Lagging(List<Integer> awaited, List<Integer> all) {
        static final Lagging NONE = new Lagging(List.of(), List.of());
    }

    /**
     * Looks at the followers again.
     *
     * @param epoch present leader epoch: a new one resets the state objects, and the counting begins anew
     * @param seen every remote replica, taken under the read lock
     */
    Lagging lagging(int epoch, List<Seen> seen) {
        if (epoch != leaderEpoch) {
            restart(epoch, seen);
        }
        followers.keySet().retainAll(seen.stream().map(Seen::nodeId).toList());
        Lagging lagging = new Lagging(new ArrayList<>(), new ArrayList<>());
        for (Seen now : seen) {
            Progress progress = followers.get(now.nodeId());
            if (progress == null) {
                // Assigned since: whatever it fetched, it read after the cut. Its first fetch must be seen.
                progress = new Progress(new Object(), Long.MAX_VALUE);
                followers.put(now.nodeId(), progress);
            }
            if (progress.last != now.state()) {
                progress.last = now.state();
                progress.changes++;
            }
            if (!passed(progress, now)) {
                lagging.all().add(now.nodeId());
                if (assignedMustPass || now.inSync()) {
                    lagging.awaited().add(now.nodeId());
                }
            }
        }
        return lagging;
    }

    private boolean passed(Progress progress, Seen now) {
        if (progress.last == progress.atCut || now.fetchOffset() < 0) {
            return false;
        }
        if (kind == Kind.STARTED) {
            return now.fetchOffset() >= offset;
        }
        boolean cameDown = progress.offsetAtCut > offset && now.fetchOffset() <= offset;
        return cameDown || progress.changes >= 2;
    }

    /** Returns true if the first batch of an append may go in although the barrier is not passed. */
    boolean lets(int firstEpoch) {
        return kind == Kind.CUT && firstEpoch > highestEpochCut;
    }

    /** Returns what hinders an append, for messages. */
    String describe(List<Integer> lagging) {
        String what = kind == Kind.EMPTIED
                ? "the first half of a restart awaits its barrier"
                : "a cut to offset " + offset + " awaits its barrier";
        return what + "; replicas that have not come there: " + lagging
                + (kind == Kind.CUT ? "; until then only epochs above " + highestEpochCut + " may follow" : "");
    }
}
