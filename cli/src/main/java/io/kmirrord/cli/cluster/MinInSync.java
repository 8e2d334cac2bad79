// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.cli.cluster;

import java.util.List;

/**
 * How many replicas of a topic must be in sync, and how many are. Immutable.
 *
 * @param wanted min.insync.replicas
 * @param own the topic has this setting itself, not by default
 */
public record MinInSync(String topic, int wanted, boolean own, List<Partition> partitions) {
    /** The setting. */
    public static final String KEY = "min.insync.replicas";

    /**
     * A partition.
     *
     * @param leader {@link TopicFacts#NO_LEADER} for none
     * @param inSync how many replicas are
     */
    public record Partition(int number, int leader, int inSync) {
        boolean hasLeader() {
            return leader != TopicFacts.NO_LEADER;
        }
    }

    public MinInSync {
        partitions = List.copyOf(partitions);
    }

    /** Returns partitions that have a leader, which takes no write of all replicas. */
    public List<Integer> below() {
        return partitions.stream()
                .filter(partition -> partition.hasLeader() && partition.inSync() < wanted)
                .map(Partition::number)
                .toList();
    }

    /** Returns the greatest setting with which every partition that has a leader takes writes. */
    public int met() {
        return partitions.stream()
                .filter(Partition::hasLeader)
                .mapToInt(partition -> Math.max(1, partition.inSync()))
                .reduce(wanted, Math::min);
    }
}
