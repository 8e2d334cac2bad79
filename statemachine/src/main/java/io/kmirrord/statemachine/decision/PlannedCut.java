// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.statemachine.decision;

/**
 * A cut that was persisted before it ran. A successor that finds it repeats it, even with nothing left to remove
 * on its own log, because a replica that was away may still hold what was cut (F2). Immutable.
 *
 * @param offset first offset to remove; of a restart: offset at which the empty log starts
 * @param restart RESTART_AT instead of TRUNCATE (F17)
 * @param highestEpoch largest epoch in what is cut, over all attempts; -1 if nothing
 * @param nextEpoch lowest epoch of what can follow
 */
public record PlannedCut(long offset, boolean restart, int highestEpoch, int nextEpoch) {
    /** Returns whether the barrier must count every assigned replica: Kafka's own check would not heal one (C2). */
    public boolean needsAllReplicas() {
        return highestEpoch >= nextEpoch;
    }
}
