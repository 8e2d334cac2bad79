// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.statemachine.decision;

/**
 * Arithmetic of leader epochs (C2). The DLE is always strictly above every mirrored epoch; a stop raises it to the
 * start of a new block, so that (epoch, offset) names one batch across both clusters.
 */
public final class EpochBlocks {
    /** Epochs in a block: 2^20. */
    public static final int BLOCK = 1 << 20;
    /** Largest single raise that the bridge accepts: 2^21 (F18). */
    public static final int MAX_STEP = 1 << 21;
    /** Largest leader epoch that is ever asked for: 2^30 (F18). */
    public static final int MAX_EPOCH = 1 << 30;
    /** Raised in the background when fewer epochs than this are left above the source's. */
    public static final int HEADROOM = 3;
    /** How far above the source's epoch a raise goes. */
    public static final int RAISE_BY = 10;

    private EpochBlocks() {}

    /** Returns whether a DLE is too low to append batches of a source leader epoch. */
    public static boolean mustRaise(int dle, int sourceLeaderEpoch) {
        return dle <= sourceLeaderEpoch;
    }

    /** Returns whether a DLE should be raised before it becomes too low. */
    public static boolean shouldRaise(int dle, int sourceLeaderEpoch) {
        return (long) dle - sourceLeaderEpoch <= HEADROOM;
    }

    /**
     * Returns the next leader epoch to ask for on the way above a source leader epoch: at most {@link #MAX_STEP}
     * above the present one, so that a far epoch takes several raises.
     *
     * @param sourceLeaderEpoch confirmed by source metadata, never taken from a batch
     * @throws EpochLimitException if the way leads above {@link #MAX_EPOCH}
     */
    public static int nextRaise(int dle, int sourceLeaderEpoch) throws EpochLimitException {
        return towards(dle, (long) sourceLeaderEpoch + RAISE_BY);
    }

    /** As {@link #nextRaise}, on the way to an exact epoch. */
    public static int towards(int dle, long target) throws EpochLimitException {
        if (target > MAX_EPOCH) {
            throw new EpochLimitException("leader epoch " + target + " is above the limit of " + MAX_EPOCH);
        }
        return (int) Math.max(dle, Math.min(target, (long) dle + MAX_STEP));
    }

    /**
     * Returns E of a stop: the first multiple of {@link #BLOCK} strictly above everything seen.
     *
     * @param highestSeen the largest of LME, SLE and DLE over all partitions of the topic; -1 if there is none
     * @throws EpochLimitException if no block is left
     */
    public static int stopEpoch(int highestSeen) throws EpochLimitException {
        long epoch = ((long) highestSeen / BLOCK + 1) * BLOCK;
        if (epoch > MAX_EPOCH) {
            throw new EpochLimitException("no block of epochs is left above " + highestSeen);
        }
        return (int) epoch;
    }
}
