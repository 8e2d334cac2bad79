// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.daemon.copy;

import io.kmirrord.statemachine.decision.Failure;
import org.jspecify.annotations.Nullable;

/**
 * What the source's metadata says of a partition.
 *
 * @param source null while the source has, or tells, no leader
 * @param obstacle why the topic must not be copied (another topic id, another cluster, ...), or null
 */
public record Surroundings(
        @Nullable SourceLeader source, @Nullable Failure obstacle) {
    /** Nothing known yet. */
    public static final Surroundings NONE = new Surroundings(null, null);
}
