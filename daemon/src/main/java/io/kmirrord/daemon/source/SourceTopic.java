// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.daemon.source;

import io.kmirrord.daemon.copy.SourceLeader;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A topic of the source. Immutable.
 *
 * @param id the id that it has, or should have, at the destination: that of the source, or one made from cluster id and
 *     name where the source has none (before 2.8)
 * @param kafkaId false where the id was made
 * @param partitions by number
 */
public record SourceTopic(String name, UUID id, boolean kafkaId, Map<Integer, Partition> partitions) {

    public SourceTopic {
        partitions = Map.copyOf(partitions);
    }

    /**
     * A partition.
     *
     * @param leaderId -1 for none
     * @param epoch -1 where the source does not tell
     */
    public record Partition(int leaderId, int epoch) {}

    /** The leader to fetch from, or null. */
    public @Nullable SourceLeader leader(int partition) {
        Partition known = partitions.get(partition);
        return known == null || known.leaderId() < 0 || known.epoch() < 0
                ? null
                : new SourceLeader(known.leaderId(), known.epoch());
    }

    /** Highest leader epoch of a partition, or -1 if one of them is not known. */
    public int highestEpoch() {
        int highest = -1;
        for (Partition partition : partitions.values()) {
            if (partition.epoch() < 0) {
                return -1;
            }
            highest = Math.max(highest, partition.epoch());
        }
        return highest;
    }
}
