// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.statetopic.topic;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Plans replicas for partitions that have too few. Pure function. */
final class MoreReplicas {
    private MoreReplicas() {}

    /**
     * Returns the new replicas of the partitions that are to get more, present ones first, so that leaders stay.
     *
     * @param present replicas by partition
     * @param brokers that run now
     */
    static Map<Integer, List<Integer>> plan(
            Map<Integer, List<Integer>> present, Collection<Integer> brokers, int replicas) {
        Map<Integer, Integer> load = new HashMap<>();
        brokers.forEach(broker -> load.put(broker, 0));
        present.values().forEach(list -> list.forEach(broker -> load.merge(broker, 1, Integer::sum)));
        Map<Integer, List<Integer>> plan = new TreeMap<>();
        new TreeMap<>(present).forEach((partition, now) -> {
            List<Integer> wanted = new ArrayList<>(now);
            brokers.stream()
                    .filter(broker -> !now.contains(broker))
                    .sorted(Comparator.<Integer>comparingInt(broker -> load.getOrDefault(broker, 0))
                            .thenComparingInt(broker -> broker))
                    .limit(Math.max(0, replicas - now.size()))
                    .forEach(wanted::add);
            if (wanted.size() > now.size()) {
                wanted.subList(now.size(), wanted.size()).forEach(broker -> load.merge(broker, 1, Integer::sum));
                plan.put(partition, List.copyOf(wanted));
            }
        });
        return plan;
    }
}
