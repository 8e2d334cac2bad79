// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.daemon.duty.mirror;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.function.IntPredicate;
import org.apache.kafka.common.TopicPartition;

/**
 * Which leaderships move away from a node without a working daemon, and to whom. Moves nothing that has no in-sync replica
 * beside a live daemon; tries each partition once a minute, and few at a time. Confined to one thread; time is an argument.
 */
final class LeaderMoves {
    static final int AT_ONCE = 20;
    private static final long PAUSE_NS = 60_000_000_000L;

    private final Map<TopicPartition, Long> tried = new HashMap<>();

    /**
     * Returns the node that should lead a partition: the first in-sync replica in the order of preference beside which a
     * daemon is alive. Pure.
     */
    static OptionalInt successor(Destination.Partition partition, IntPredicate live) {
        return partition.replicas().stream()
                .mapToInt(Integer::intValue)
                .filter(node -> node != partition.leader() && partition.inSync().contains(node) && live.test(node))
                .findFirst();
    }

    /** Returns the replicas with one of them first. Pure. */
    static List<Integer> order(Destination.Partition partition, int first) {
        List<Integer> order = new ArrayList<>(partition.replicas());
        order.remove(Integer.valueOf(first));
        order.add(0, first);
        return order;
    }

    /** A partition that may be moved, and where it is now. */
    record Candidate(TopicPartition name, Destination.Partition partition) {}

    /** Returns the new orders of replicas, and remembers that they were tried. */
    Map<TopicPartition, List<Integer>> next(List<Candidate> candidates, IntPredicate live, long nowNs) {
        tried.values().removeIf(at -> nowNs - at >= PAUSE_NS);
        Map<TopicPartition, List<Integer>> orders = new HashMap<>();
        for (Candidate candidate : candidates) {
            if (orders.size() == AT_ONCE) {
                break;
            }
            OptionalInt successor = successor(candidate.partition(), live);
            if (successor.isPresent() && !tried.containsKey(candidate.name())) {
                tried.put(candidate.name(), nowNs);
                orders.put(candidate.name(), order(candidate.partition(), successor.getAsInt()));
            }
        }
        return orders;
    }
}
