// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.bridge.kafka.ops;

import io.kmirrord.bridge.kafka.KnownReplicas;
import io.kmirrord.bridge.wire.BridgeException;
import io.kmirrord.bridge.wire.ErrorCode;
import io.kmirrord.bridge.wire.MirrorRef;
import io.kmirrord.bridge.wire.Phase;
import io.kmirrord.bridge.wire.Request;
import io.kmirrord.bridge.wire.Response;
import io.kmirrord.bridge.wire.Response.EpochEntry;
import java.io.IOException;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.concurrent.locks.Lock;
import org.apache.kafka.storage.internals.log.UnifiedLog;
import scala.Option;

/**
 * TRUNCATE, and what every cut checks. Checks, the snapshot of the followers and the cut are one section under the
 * partition's write lock (F23). Thread-safe.
 */
final class CutOps {
    private static final Set<Phase> CUTTABLE = EnumSet.of(Phase.PREPARING, Phase.MIRRORING, Phase.STOPPING);

    private final Replicas replicas;
    private final CleanerGuard cleaner;

    CutOps(Replicas replicas, CleanerGuard cleaner) {
        this.replicas = replicas;
        this.cleaner = cleaner;
    }

    Response.Cut truncate(Request.Truncate request) throws BridgeException {
        Replica replica = replicas.find(request.partition());
        // Again under the lock; here so that nobody else's cleaner is paused.
        replica.checkFence(request.ref(), CUTTABLE);
        Response.Cut cut;
        synchronized (replica.slot()) {
            try (CleanerGuard.Pause pause = cleaner.pause(replica)) {
                Lock lock = replica.writeLock();
                lock.lock();
                try {
                    cut = truncateLocked(replica, request, pause);
                } finally {
                    lock.unlock();
                }
            }
        }
        replica.partition().tryCompleteDelayedRequests();
        return cut;
    }

    private static Response.Cut truncateLocked(Replica replica, Request.Truncate request, CleanerGuard.Pause pause)
            throws BridgeException {
        checkMayCut(replica, request.leaderEpoch(), request.ref());
        UnifiedLog log = replica.log();
        long end = log.logEndOffset();
        long offset = request.offset();
        checkEnd(replica, request.expectedEndOffset(), end);
        if (offset > end) {
            throw new BridgeException(
                    ErrorCode.OFFSET_MISMATCH,
                    end,
                    "cut of " + replica.name() + " at " + offset + "; the log ends at " + end);
        }
        replica.slot().close();
        if (offset == end) {
            return new Response.Cut(end, -1);
        }
        List<EpochEntry> epochs = replica.epochs(log);
        checkNeedsNoRestart(replica, log, epochs, offset);
        pause.checkAllows(offset);
        checkBoundary(replica, log, offset);
        int cut = Epochs.highestFrom(epochs, offset, end);
        // A replica that has not passed an earlier barrier may hold what that one cut.
        int highest = Math.max(cut, replica.pendingHighestEpochCut());
        boolean assignedMustPass = request.nextEpoch() <= highest;
        if (assignedMustPass) {
            String why = "what follows may have epoch " + request.nextEpoch() + ", not above " + highest
                    + ", the highest that is cut";
            checkAllInSync(replica, why);
            checkAllKnown(replica, why);
        }
        replica.slot()
                .barrier(new Barrier(
                        Barrier.Kind.CUT,
                        offset,
                        highest,
                        assignedMustPass,
                        request.leaderEpoch(),
                        replica.followers()));
        replica.slot().restart(null);
        replica.partition().truncateTo(offset, false);
        lowerEpochStart(replica, log.logEndOffset());
        return new Response.Cut(log.logEndOffset(), cut);
    }

    static void checkMayCut(Replica replica, int leaderEpoch, MirrorRef ref) throws BridgeException {
        replica.checkLeads(leaderEpoch);
        replica.checkFence(ref, CUTTABLE);
        if (replica.isMoving()) {
            throw new BridgeException(
                    ErrorCode.MOVING,
                    replica.name() + " is moving to another log dir; cut it once the move is done or cancelled");
        }
    }

    /** The caller may have slept since it looked: what another one appended meanwhile is not the caller's to remove. */
    static void checkEnd(Replica replica, long expected, long end) throws BridgeException {
        if (expected != end) {
            throw new BridgeException(
                    ErrorCode.OFFSET_MISMATCH,
                    end,
                    "cut of " + replica.name() + " expects log end offset " + expected + "; the log ends at " + end
                            + " and nothing was changed; begin again and decide anew");
        }
    }

    /** Below or at its start, or down to no epoch at all, the log could not be told apart from others' (F17). */
    private static void checkNeedsNoRestart(Replica replica, UnifiedLog log, List<EpochEntry> epochs, long offset)
            throws BridgeException {
        if (offset <= log.logStartOffset() || Epochs.emptiedBy(epochs, offset)) {
            throw new BridgeException(
                    ErrorCode.CUT_NOT_ALLOWED,
                    log.logStartOffset(),
                    "cut of " + replica.name() + " at " + offset + " would leave no leader epoch: the log starts at "
                            + log.logStartOffset() + " and its epochs are " + epochs + "; do it as RESTART_AT");
        }
    }

    private static void checkBoundary(Replica replica, UnifiedLog log, long offset) throws BridgeException {
        long base;
        try {
            base = replica.line().baseOffsetAt(log, offset);
        } catch (IOException e) {
            throw Failures.toRefusal("Truncate", e);
        }
        if (base >= 0 && base < offset) {
            throw new BridgeException(
                    ErrorCode.NOT_BATCH_BOUNDARY,
                    base,
                    "cut of " + replica.name() + " at " + offset + " lies inside the batch that begins at " + base
                            + "; accepted: the first offset of a batch, such as that one");
        }
    }

    static void checkAllInSync(Replica replica, String why) throws BridgeException {
        List<Integer> absent = replica.outOfSync();
        if (!absent.isEmpty()) {
            throw new BridgeException(
                    ErrorCode.REPLICA_NOT_IN_SYNC,
                    absent.get(0),
                    "replicas " + absent + " of " + replica.name() + " are not in sync, and " + why
                            + "; bring them back or reassign the partition away from them");
        }
    }

    /**
     * A replica that is not assigned may come back with the log that it has now (F16): it is told apart from the others
     * by what the controller recorded of them, so that must be up to date before the log is changed.
     */
    static void checkAllKnown(Replica replica, String why) throws BridgeException {
        KnownReplicas known = replica.known();
        SortedSet<Integer> assigned = new TreeSet<>(replica.assigned());
        if (known == null || !known.trustsExactly(assigned)) {
            throw new BridgeException(
                    ErrorCode.REPLICA_NOT_IN_SYNC,
                    "replicas " + assigned + " of " + replica.name() + " are assigned, the controller has "
                            + (known == null
                                    ? "recorded none yet"
                                    : "recorded " + known.since().keySet())
                            + (known == null || known.joining().isEmpty() ? "" : ", joining " + known.joining())
                            + ", and " + why + "; it records them within a second or so, if the active controller "
                            + "carries the bridge: ask again");
        }
    }

    /** A follower joins the ISR once it has come to where the leadership began: that must not lie above the log. */
    static void lowerEpochStart(Replica replica, long logEndOffset) {
        Option<Object> start = replica.partition().leaderEpochStartOffsetOpt();
        if (start.isDefined() && (Long) start.get() > logEndOffset) {
            replica.partition().leaderEpochStartOffsetOpt_$eq(Option.apply(logEndOffset));
        }
    }
}
