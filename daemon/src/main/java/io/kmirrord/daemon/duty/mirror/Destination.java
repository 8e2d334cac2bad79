// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.daemon.duty.mirror;

import io.kmirrord.bridge.wire.ControllerResign;
import io.kmirrord.daemon.duty.ids.DrainReport;
import io.kmirrord.protocol.Endpoint;
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

    /** Asks who leads the metadata quorum. */
    CompletableFuture<Quorum> quorum();

    /**
     * Asks the active controller to step down, in the metadata log. Idempotent.
     *
     * @param broker in whose dynamic config it is asked
     */
    CompletableFuture<Void> askToResign(int broker, ControllerResign resign);

    /** Takes what was asked with {@link #askToResign} out of the metadata again. Idempotent. */
    CompletableFuture<Void> forgetResign(int broker);

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
     * @param nodes as {@link #nodes} told: nobody is asked again where they are, as that one may be the one that hangs
     * @param least 1 or more
     * @param within after which brokers that are not there yet are given up
     */
    CompletableFuture<DrainReport> drainProducerIds(Nodes nodes, long least, Duration within);

    /**
     * The nodes.
     *
     * @param addresses of the registered brokers, fenced ones included, by id
     * @param controllers ids of the voters of the metadata quorum
     */
    record Nodes(Map<Integer, Endpoint> addresses, Set<Integer> controllers) {
        public Nodes {
            addresses = Map.copyOf(addresses);
            controllers = Set.copyOf(controllers);
        }

        /** Returns the ids of the registered brokers. */
        public Set<Integer> brokers() {
            return addresses.keySet();
        }

        /** Returns brokers and controllers, in order. */
        public Set<Integer> all() {
            Set<Integer> all = new TreeSet<>(brokers());
            all.addAll(controllers);
            return all;
        }
    }

    /**
     * The metadata quorum.
     *
     * @param leader node id of the active controller, -1 for none
     * @param epoch its claim
     * @param voters ids of the controllers that may be elected
     */
    record Quorum(int leader, int epoch, Set<Integer> voters) {
        public Quorum {
            voters = Set.copyOf(voters);
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
