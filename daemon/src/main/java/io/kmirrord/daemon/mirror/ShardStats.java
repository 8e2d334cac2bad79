// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.daemon.mirror;

import io.kmirrord.daemon.partition.StateName;
import java.util.EnumMap;
import java.util.Map;

/**
 * Figures of one shard, or of several added. Immutable.
 *
 * @param partitions led here, by state
 * @param lag offsets that the source's high watermark is ahead of the copies, over the partitions where it is known
 * @param appendedBytes acknowledged by the bridge since the daemon started
 */
public record ShardStats(Map<StateName, Integer> partitions, long lag, long appendedBytes) {
    public static final ShardStats NONE = new ShardStats(Map.of(), 0, 0);

    public ShardStats plus(ShardStats other) {
        Map<StateName, Integer> sum = new EnumMap<>(StateName.class);
        sum.putAll(partitions);
        other.partitions.forEach((state, count) -> sum.merge(state, count, Integer::sum));
        return new ShardStats(sum, lag + other.lag, appendedBytes + other.appendedBytes);
    }
}
