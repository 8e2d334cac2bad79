// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.testkit.workload;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * What a load did.
 *
 * @param acknowledged every record whose acknowledgement arrived, in the order of arrival
 * @param inDoubt keys of records whose sending failed or whose transaction did not end: they may be there or not, once
 */
public record LoadResult(LoadSpec spec, List<Sent> acknowledged, Set<String> inDoubt) {

    public LoadResult {
        acknowledged = List.copyOf(acknowledged);
        inDoubt = Set.copyOf(inDoubt);
    }

    /**
     * Returns what several loads with different seeds did to one topic.
     *
     * @throws IllegalArgumentException if there is none, or they differ in topic or partitions, or share a seed
     */
    public static LoadResult together(List<LoadResult> loads) {
        Set<List<Object>> targets = new HashSet<>();
        Set<Long> seeds = new HashSet<>();
        List<Sent> acknowledged = new ArrayList<>();
        Set<String> inDoubt = new HashSet<>();
        for (LoadResult load : loads) {
            targets.add(List.of(load.spec().topic(), load.spec().partitions()));
            seeds.add(load.spec().seed());
            acknowledged.addAll(load.acknowledged());
            inDoubt.addAll(load.inDoubt());
        }
        if (targets.size() != 1 || seeds.size() != loads.size()) {
            throw new IllegalArgumentException(
                    "Loads of one topic, each with a seed of its own, are needed, not topics " + targets
                            + " with seeds " + seeds + " of " + loads.size() + " loads");
        }
        return new LoadResult(loads.get(0).spec(), acknowledged, inDoubt);
    }
}
