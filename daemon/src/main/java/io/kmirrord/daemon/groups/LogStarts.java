// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.daemon.groups;

import java.util.Map;
import org.apache.kafka.common.TopicPartition;

/**
 * Where logs begin. Immutable.
 *
 * @param starts first offsets, by partition
 * @param failed why one could not be read, and what to do about it, by partition
 */
public record LogStarts(Map<TopicPartition, Long> starts, Map<TopicPartition, String> failed) {
    static final LogStarts NONE = new LogStarts(Map.of(), Map.of());

    public LogStarts {
        starts = Map.copyOf(starts);
        failed = Map.copyOf(failed);
    }
}
