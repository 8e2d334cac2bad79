// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.bridge.kafka;

import io.kmirrord.bridge.wire.Fence;
import io.kmirrord.bridge.wire.Phase;
import org.jspecify.annotations.Nullable;

/**
 * A fence as the view holds it. Immutable.
 *
 * @param text as stored in the metadata log
 * @param fence the parsed text; null if it cannot be read, which counts as fenced
 */
record FenceEntry(String text, @Nullable Fence fence) {

    /** Returns the phase of a partition; that of an unreadable fence is the one that lets nothing through. */
    Phase phaseOf(int partition) {
        return fence == null ? Phase.MIRRORING : fence.phaseOf(partition);
    }

    boolean isOpen(int partition) {
        return phaseOf(partition) == Phase.STOPPED;
    }

    /**
     * Returns true if the epochs of the log are the source's alone, so that an entry of this cluster's own is dropped.
     * Not while PREPARING: the log still holds local epochs, and a follower with a newer one than the leader's newest
     * entry would ask in vain for ever (F7).
     */
    boolean hasSourceEpochsOnly(int partition) {
        Phase phase = phaseOf(partition);
        return phase == Phase.MIRRORING || phase == Phase.STOPPING;
    }

    /** Returns the first epoch of the block that the stop raised to, -1 if there was no stop. */
    int stopEpoch() {
        return fence == null ? -1 : fence.stopEpoch();
    }

    long generation() {
        return fence == null ? -1 : fence.generation();
    }

    /** Returns the name of the mirror for messages. */
    String mirror() {
        return fence == null ? "(unreadable fence '" + text + "')" : fence.mirror();
    }
}
