// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.protocol;

import java.util.List;
import java.util.Map;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.common.protocol.Errors;
import org.jspecify.annotations.Nullable;

/**
 * One Metadata answer. Immutable.
 *
 * @param clusterId id of the cluster; null only where the source has none
 * @param brokers live brokers by id, with the addresses that they advertise
 * @param topics the topics asked for, also those with an error
 */
public record ClusterMetadata(@Nullable String clusterId, Map<Integer, Endpoint> brokers, List<Topic> topics) {

    public ClusterMetadata {
        brokers = Map.copyOf(brokers);
        topics = List.copyOf(topics);
    }

    /** The topic of this name, or null. */
    public @Nullable Topic topic(String name) {
        return topics.stream().filter(t -> name.equals(t.name())).findFirst().orElse(null);
    }

    /** The topic of this id, or null. */
    public @Nullable Topic topic(Uuid id) {
        return topics.stream().filter(t -> id.equals(t.id())).findFirst().orElse(null);
    }

    /**
     * A topic.
     *
     * @param name null when it was asked for by an id that the cluster does not know
     * @param id the zero id on sources before 2.8
     * @param error NONE, or why nothing is known: UNKNOWN_TOPIC_OR_PARTITION, UNKNOWN_TOPIC_ID,
     *     TOPIC_AUTHORIZATION_FAILED, ...
     * @param internal whether the cluster calls it internal
     * @param partitions by partition number, ascending
     */
    public record Topic(@Nullable String name, Uuid id, Errors error, boolean internal, List<Partition> partitions) {
        public Topic {
            partitions = List.copyOf(partitions);
        }
    }

    /**
     * A partition.
     *
     * @param partition 0 or more
     * @param leaderId -1 when there is none
     * @param leaderEpoch -1 where the source does not tell (Metadata before version 7)
     * @param replicas ids of the assigned brokers, preferred leader first
     * @param isr ids of those in sync
     * @param error NONE, or LEADER_NOT_AVAILABLE, LISTENER_NOT_FOUND, ...
     */
    public record Partition(
            int partition, int leaderId, int leaderEpoch, List<Integer> replicas, List<Integer> isr, Errors error) {
        public Partition {
            replicas = List.copyOf(replicas);
            isr = List.copyOf(isr);
        }
    }
}
