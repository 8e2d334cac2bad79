// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.daemon.groups;

import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.common.TopicPartition;

/**
 * What groups have committed. Immutable.
 *
 * @param offsets by group
 * @param failed why a group's could not be read, by group
 * @param denied those that failed because our principal may not read them, as long as nobody grants it; the others failed for
 *     the time being
 */
public record GroupOffsets(
        Map<String, Map<TopicPartition, CommittedOffset>> offsets, Map<String, String> failed, Set<String> denied) {
    public GroupOffsets {
        offsets = Map.copyOf(offsets);
        failed = Map.copyOf(failed);
        denied = Set.copyOf(denied);
    }

    /** All that failed did so for the time being. */
    public GroupOffsets(Map<String, Map<TopicPartition, CommittedOffset>> offsets, Map<String, String> failed) {
        this(offsets, failed, Set.of());
    }

    /** Groups whose offsets will be readable again without anybody granting anything. */
    public Set<String> unreadNow() {
        Set<String> unread = new HashSet<>(failed.keySet());
        unread.removeAll(denied);
        return unread;
    }
}
