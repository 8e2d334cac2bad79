// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.daemon.groups;

import java.util.Map;
import org.apache.kafka.common.TopicPartition;

/**
 * What groups have committed. Immutable.
 *
 * @param offsets by group
 * @param failed why a group's could not be read, by group
 */
public record GroupOffsets(Map<String, Map<TopicPartition, CommittedOffset>> offsets, Map<String, String> failed) {
    public GroupOffsets {
        offsets = Map.copyOf(offsets);
        failed = Map.copyOf(failed);
    }
}
