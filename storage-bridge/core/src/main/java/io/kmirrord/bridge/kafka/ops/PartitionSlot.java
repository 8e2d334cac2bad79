// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.bridge.kafka.ops;

import org.jspecify.annotations.Nullable;

/**
 * What the bridge remembers of a partition that this node leads: who may append, the barrier of the last cut, and the
 * restart that the log is empty by.
 * Guarded by its own monitor, which is taken before every lock of the broker and never held while waiting.
 */
final class PartitionSlot {
    /** Compared by identity: a partition that was offline or deleted comes back as another object. */
    private @Nullable Object partition;

    private int leaderEpoch = -1;
    private long token;
    private @Nullable Barrier barrier;
    private @Nullable Restart restart;

    /** Opens a leadership: the token of the one before is dead. */
    void open(Object of, int epoch, long newToken) {
        partition = of;
        leaderEpoch = epoch;
        token = newToken;
    }

    /** Kills the token. */
    void close() {
        token = 0;
    }

    /** Returns true for the token that {@link #open} took, while the leadership lasts. */
    boolean accepts(Object of, int epoch, long shown) {
        return token != 0 && shown == token && partition == of && leaderEpoch == epoch;
    }

    @Nullable
    Barrier barrier() {
        return barrier;
    }

    void barrier(@Nullable Barrier pending) {
        barrier = pending;
    }

    /** Returns the last restart, null if there was none or something else was cut since. Outlives its barriers. */
    @Nullable
    Restart restart() {
        return restart;
    }

    void restart(@Nullable Restart last) {
        restart = last;
    }
}
