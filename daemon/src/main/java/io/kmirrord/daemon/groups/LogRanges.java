// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.daemon.groups;

import java.util.Map;
import org.apache.kafka.common.TopicPartition;

/**
 * Where logs begin and end. Immutable.
 *
 * @param ranges by partition
 * @param failed why one could not be read, and what to do about it, by partition
 */
public record LogRanges(Map<TopicPartition, LogRange> ranges, Map<TopicPartition, String> failed) {
    public LogRanges {
        ranges = Map.copyOf(ranges);
        failed = Map.copyOf(failed);
    }
}
