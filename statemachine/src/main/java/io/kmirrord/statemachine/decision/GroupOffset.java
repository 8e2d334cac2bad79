// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.statemachine.decision;

import io.kmirrord.statemachine.StateName;
import org.jspecify.annotations.Nullable;

/**
 * What becomes of the committed offset of one consumer group in one partition of the destination (design section 9, I5,
 * F19). Pure.
 *
 * <p>{@link #decide} is a round of the mirror-level owner. The decision holds only under the producer epoch of the
 * mirror's transactional id: first InitProducerId, then read the state topic to its end, then decide, then commit. A
 * stop takes that epoch over while its partition is STOPPING, so that a commit decided before is refused; then it calls
 * {@link #beforeOpening}, and only then lets clients in.
 *
 * <p>A transactional commit without a member id is accepted by a group that has members. One with generation -1 and the
 * id of a member that is none is refused by such a group and accepted by an empty one: it closes the time between the
 * look at the members and the commit.
 */
public sealed interface GroupOffset {

    /**
     * Commit at the destination.
     *
     * @param offset in {@code [log start, HW]}
     * @param asAtSource the source's leader epoch and metadata go with it; with another offset than the source's neither
     *     would be true
     */
    record Commit(long offset, boolean asAtSource) implements GroupOffset {}

    /** Touch nothing. */
    record Leave(Reason reason) implements GroupOffset {}

    /** Why an offset is left as it is, for the operator's list of skipped items. */
    enum Reason {
        /** The partition is in another state than MIRRORING: PAUSED, or STOPPED and the clients', or not a mirror's. */
        NOT_MIRRORING,
        /** The group has members at the destination: the offset is theirs. */
        GROUP_ACTIVE,
        /** The log start is above the high watermark: the two were read at different times, or the log is just restarted. */
        LOG_MOVED,
        /** The group has committed nothing for this partition at the source. */
        NOT_AT_SOURCE,
        /** Nothing would change. */
        UP_TO_DATE,
        /** The destination's group is further, and the source's did not go back. */
        LOCAL_AHEAD,
        /** The log holds what the group has read. */
        WITHIN_LOG
    }

    /**
     * A committed offset.
     *
     * @param offset at least 0
     * @param leaderEpoch epoch of the last record read, -1 if it was committed without one
     */
    record Committed(long offset, int leaderEpoch) {}

    /**
     * What a decision depends on.
     *
     * @param state of the partition at the destination
     * @param logStart first offset of the destination's log
     * @param highWatermark of the destination
     * @param source the group's commit at the source, null if there is none
     * @param local its commit at the destination, null if there is none
     * @param lastSynced the source's offset when it was last taken over in this generation of the mirror topic, -1 if it
     *     was not yet: the first time, what the local group had is of another life of the log and may go back. Also -1 for
     *     an owner that has taken over the producer epoch and does not know what the one before it had seen, or a group that
     *     the source has set back meanwhile would stay ahead for ever; but for a group that is known to have a place of its
     *     own here it is the source's offset
     * @param active the group has members at the destination
     * @param cutTo lowest end that a cut has left to the log and that no decision has followed yet for this group, -1 if
     *     there is none. It is followed once, or readers at the destination could never be ahead again; and that it was followed is
     *     recorded under the same producer epoch as the commit, or a commit decided before the cut could still come
     */
    record Situation(
            StateName state,
            long logStart,
            long highWatermark,
            @Nullable Committed source,
            @Nullable Committed local,
            long lastSynced,
            boolean active,
            long cutTo) {

        private boolean cutBelow(Committed local) {
            return cutTo >= 0 && cutTo < local.offset();
        }

        private long within(long offset) {
            return Math.max(logStart, Math.min(offset, highWatermark));
        }
    }

    /** Decides a round of the owner of the mirror. */
    static GroupOffset decide(Situation now) {
        if (now.state() != StateName.MIRRORING) {
            return new Leave(Reason.NOT_MIRRORING);
        }
        Leave untouchable = untouchable(now);
        if (untouchable != null) {
            return untouchable;
        }
        Committed source = now.source();
        Committed local = now.local();
        if (source == null) {
            return local != null && now.cutBelow(local)
                    ? new Commit(now.within(now.cutTo()), false)
                    : new Leave(Reason.NOT_AT_SOURCE);
        }
        long offset = now.within(source.offset());
        boolean asAtSource = offset == source.offset();
        if (local == null) {
            return new Commit(offset, asAtSource);
        }
        boolean sameEpoch = !asAtSource || local.leaderEpoch() == source.leaderEpoch();
        if (offset == local.offset() && sameEpoch) {
            return new Leave(Reason.UP_TO_DATE);
        }
        boolean mayGoBack = now.lastSynced() < 0 || source.offset() < now.lastSynced() || now.cutBelow(local);
        return offset < local.offset() && !mayGoBack ? new Leave(Reason.LOCAL_AHEAD) : new Commit(offset, asAtSource);
    }

    /**
     * Decides what a stop commits after it has fenced the owner and before it opens the partition: an offset that the
     * log no longer reaches, or that lies above a cut that no round has followed, would skip the first local records
     * (F19a); one below the log would skip all of it where consumers begin at the end then, or fail.
     */
    static GroupOffset beforeOpening(Situation now) {
        if (now.state() != StateName.STOPPING) {
            return new Leave(Reason.NOT_MIRRORING);
        }
        Leave untouchable = untouchable(now);
        if (untouchable != null) {
            return untouchable;
        }
        Committed local = now.local();
        if (local == null) {
            return new Leave(Reason.WITHIN_LOG);
        }
        long offset = now.within(now.cutBelow(local) ? now.cutTo() : local.offset());
        return offset == local.offset() ? new Leave(Reason.WITHIN_LOG) : new Commit(offset, false);
    }

    private static @Nullable Leave untouchable(Situation now) {
        if (now.active()) {
            return new Leave(Reason.GROUP_ACTIVE);
        }
        return now.logStart() > now.highWatermark() ? new Leave(Reason.LOG_MOVED) : null;
    }
}
