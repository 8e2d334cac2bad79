// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.daemon.duty.mirror;

import io.kmirrord.daemon.duty.ids.DrainReport;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import org.apache.kafka.common.TopicPartition;

/** What the duties ask of the destination cluster. Thread-safe; does not block. */
public interface Destination {

    /** Asks for the registered nodes, those that are down included. */
    CompletableFuture<Nodes> nodes();

    /** Asks for topics; one that does not exist is not in the answer. */
    CompletableFuture<Map<String, Topic>> topics(Set<String> names);

    /** Raises the number of partitions of a topic. */
    CompletableFuture<Void> createPartitions(String topic, int total);

    /**
     * Puts the replicas of partitions in another order, whose first is preferred as leader, and asks for its election. No
     * replica is added or removed; partitions that are being reassigned are left alone.
     */
    CompletableFuture<Void> prefer(Map<TopicPartition, List<Integer>> replicas);

    /**
     * Takes producer ids from every registered broker until each gives one that is high enough. Idempotent.
     *
     * @param least 1 or more
     * @param within after which brokers that are not there yet are given up
     */
    CompletableFuture<DrainReport> drainProducerIds(long least, Duration within);

    /**
     * Ids of the nodes.
     *
     * @param brokers registered, fenced ones included
     * @param controllers voters of the metadata quorum
     */
    record Nodes(Set<Integer> brokers, Set<Integer> controllers) {
        public Nodes {
            brokers = Set.copyOf(brokers);
            controllers = Set.copyOf(controllers);
        }

        /** Returns brokers and controllers, in order. */
        public Set<Integer> all() {
            Set<Integer> all = new TreeSet<>(brokers);
            all.addAll(controllers);
            return all;
        }
    }

    /** A topic. {@code partitions} by number, ascending. */
    record Topic(String name, UUID id, List<Partition> partitions) {
        public Topic {
            partitions = List.copyOf(partitions);
        }
    }

    /**
     * A partition.
     *
     * @param leader -1 for none
     * @param replicas preferred leader first
     */
    record Partition(int number, int leader, List<Integer> replicas, List<Integer> inSync) {
        public Partition {
            replicas = List.copyOf(replicas);
            inSync = List.copyOf(inSync);
        }
    }
}
