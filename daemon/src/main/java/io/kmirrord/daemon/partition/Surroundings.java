// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.daemon.partition;

import org.jspecify.annotations.Nullable;

/**
 * What the daemon knows of a partition from outside.
 *
 * @param leaderEpoch DLE when the local broker leads, else {@link #NOT_LED}
 * @param source null while the source has, or tells, no leader
 * @param obstacle why the whole topic must not be touched (another topic id, another cluster, ...), or null
 */
public record Surroundings(
        int leaderEpoch,
        @Nullable SourceLeader source,
        @Nullable String obstacle) {
    public static final int NOT_LED = -1;

    /** Nothing known yet. */
    public static final Surroundings NONE = new Surroundings(NOT_LED, null, null);

    public boolean ledHere() {
        return leaderEpoch != NOT_LED;
    }
}
