// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.bridge.kafka.ops;

import io.kmirrord.bridge.wire.BridgeException;
import io.kmirrord.bridge.wire.ErrorCode;
import io.kmirrord.bridge.wire.Fence;
import io.kmirrord.bridge.wire.Phase;
import org.jspecify.annotations.Nullable;

/**
 * What a fence may follow (design 5.2, F11): the record is the authority against a lost or rolled-back state topic, so
 * it only ever moves forwards. Pure.
 */
final class FenceRules {
    private FenceRules() {}

    /**
     * Checks a new value against the one that the metadata holds.
     *
     * @param present null if the topic has none
     * @throws BridgeException {@link ErrorCode#NOT_MONOTONIC} naming both values
     */
    static void checkFollows(@Nullable Fence present, Fence next, int partitions) throws BridgeException {
        checkAlone(next, partitions);
        if (present == null || next.generation() > present.generation()) {
            checkNewGeneration(present, next, partitions);
            return;
        }
        if (next.generation() < present.generation()) {
            throw backwards(present, next, "generation " + next.generation() + " is lower");
        }
        if (!next.mirror().equals(present.mirror())) {
            throw backwards(present, next, "generation " + next.generation() + " belongs to another mirror");
        }
        if (present.stopEpoch() >= 0 && next.stopEpoch() != present.stopEpoch()) {
            throw backwards(present, next, "the stop epoch is set once per generation");
        }
        for (int partition = 0; partition < partitions; partition++) {
            if (next.phaseOf(partition).compareTo(present.phaseOf(partition)) < 0) {
                throw backwards(present, next, "the phase of partition " + partition + " would move backwards");
            }
        }
        if (next.phase().compareTo(present.phase()) < 0) {
            throw backwards(present, next, "the phase of partitions to come would move backwards");
        }
    }

    /** A new life begins before its cut, so that markers of clients' open transactions still land (F8). */
    private static void checkNewGeneration(@Nullable Fence present, Fence next, int partitions) throws BridgeException {
        if (next.phase() != Phase.PREPARING || !next.exceptions().isEmpty() || next.stopEpoch() >= 0) {
            throw new BridgeException(
                    ErrorCode.NOT_MONOTONIC,
                    "fence '" + next.toText() + "' begins a generation; accepted: PREPARING for all partitions and "
                            + "stop epoch -1, then the later phases");
        }
        if (present != null && !next.mirror().equals(present.mirror())) {
            for (int partition = 0; partition < partitions; partition++) {
                if (present.phaseOf(partition) != Phase.STOPPED) {
                    throw backwards(present, next, "another mirror owns partition " + partition + ": stop it first");
                }
            }
        }
    }

    /**
     * Checks the fence of a topic that is about to be created.
     *
     * @param leftOver the fence of an earlier topic of the same id, null if there was none
     */
    static void checkCreates(@Nullable Fence leftOver, Fence next, int partitions) throws BridgeException {
        checkAlone(next, partitions);
        boolean closed = next.phase() == Phase.PREPARING || next.phase() == Phase.MIRRORING;
        if (!closed || !next.exceptions().isEmpty() || next.stopEpoch() >= 0) {
            throw new BridgeException(
                    ErrorCode.INVALID_REQUEST,
                    "fence '" + next.toText() + "' for a new topic; accepted: PREPARING or MIRRORING for all "
                            + "partitions, and stop epoch -1");
        }
        if (leftOver != null && next.generation() <= leftOver.generation()) {
            throw backwards(
                    leftOver, next, "a topic of this id was mirrored before: take a generation above its last one");
        }
    }

    /**
     * Checks what the caller of MOVE_FENCE believes: an outdated count would take partitions that it never heard of along
     * into a phase that nobody asked for.
     */
    static void checkCount(String topic, int present, int believed) throws BridgeException {
        if (present != believed) {
            throw new BridgeException(
                    ErrorCode.PARTITION_COUNT,
                    present,
                    "topic '" + topic + "' has " + present + " partitions, not " + believed
                            + "; decide anew with the right number");
        }
    }

    /** Checks that a stop epoch that is set now begins a block above everything seen (C2). */
    static void checkStopEpoch(Fence next, int highestLeaderEpoch) throws BridgeException {
        if (next.stopEpoch() <= highestLeaderEpoch) {
            throw new BridgeException(
                    ErrorCode.STOP_EPOCH_TOO_LOW,
                    highestLeaderEpoch,
                    "stop epoch of fence '" + next.toText() + "' is not above leader epoch " + highestLeaderEpoch
                            + " of the topic; accepted: the start of a block above it");
        }
    }

    private static void checkAlone(Fence next, int partitions) throws BridgeException {
        boolean named = !next.exceptions().isEmpty();
        if (named && (next.exceptions().firstKey() < 0 || next.exceptions().lastKey() >= partitions)) {
            throw new BridgeException(
                    ErrorCode.INVALID_REQUEST,
                    "fence '" + next.toText() + "' names a partition that the topic has not; accepted: 0 to "
                            + (partitions - 1));
        }
        boolean anyStopped = next.phase() == Phase.STOPPED || next.exceptions().containsValue(Phase.STOPPED);
        if (anyStopped && next.stopEpoch() < 0) {
            throw new BridgeException(
                    ErrorCode.INVALID_REQUEST,
                    "fence '" + next.toText() + "' opens a partition without a stop epoch, by which mirrored producers "
                            + "are told from local ones; accepted: the first epoch of the block that the stop raised to");
        }
    }

    private static BridgeException backwards(Fence present, Fence next, String why) {
        return new BridgeException(
                ErrorCode.NOT_MONOTONIC,
                present.generation(),
                "fence '" + next.toText() + "' cannot follow '" + present.toText() + "': " + why);
    }
}
