// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.daemon.engine;

import io.kmirrord.daemon.copy.Progress;
import io.kmirrord.statemachine.PartitionId;
import io.kmirrord.statemachine.PartitionState;
import java.util.Collection;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * A partition as its daemon sees it. Immutable.
 *
 * @param progress of a copy under way, else null
 * @param doing what is under way, for an operator
 * @param appendedBytes by the copy under way
 * @param progressedMs wall clock of the last word from the source, -1 while there is no copy
 * @param lagMs how long ago the copy was level with the source, 0 while it is level, -1 while not known
 */
public record ActorStatus(
        Place place,
        PartitionState state,
        @Nullable Progress progress,
        String doing,
        long appendedBytes,
        long progressedMs,
        long lagMs) {

    /** The partitions of many. */
    public static Set<PartitionId> ids(Collection<ActorStatus> statuses) {
        return statuses.stream().map(status -> status.place().id()).collect(Collectors.toSet());
    }

    /** Offsets that the source is ahead, -1 while not known. */
    public long lag() {
        Progress present = progress;
        return present == null || present.sourceHighWatermark() < 0
                ? -1
                : Math.max(0, present.sourceHighWatermark() - present.reached());
    }
}
