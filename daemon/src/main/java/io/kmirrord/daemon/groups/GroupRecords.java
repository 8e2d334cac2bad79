// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.daemon.groups;

import io.kmirrord.statemachine.StateName;
import io.kmirrord.statemachine.view.RecordValue;
import io.kmirrord.statemachine.view.StateRecord;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;

/** What is recorded of a round. Pure. */
final class GroupRecords {
    private GroupRecords() {}

    /**
     * What a round that had both sides whole has seen to: first rounds of partitions, cuts that were followed. Nothing in the
     * steady state.
     */
    static List<StateRecord> progress(GroupFacts facts, String mirror, GroupType type, GroupPlan plan, long nowMs) {
        Map<String, TreeSet<Integer>> partitions = new TreeMap<>();
        Map<String, List<String>> cuts = new HashMap<>();
        facts.states().forEach((partition, state) -> {
            if (state == StateName.MIRRORING && !plan.undecided().contains(partition)) {
                if (!facts.begun(partition)) {
                    partitions
                            .computeIfAbsent(partition.topic(), name -> new TreeSet<>())
                            .add(partition.partition());
                }
                for (GroupFacts.Cut cut : facts.cuts().getOrDefault(partition, List.of())) {
                    partitions.computeIfAbsent(partition.topic(), name -> new TreeSet<>());
                    cuts.computeIfAbsent(partition.topic(), name -> new ArrayList<>())
                            .add(cut.salvageId());
                }
            }
        });
        List<StateRecord> records = new ArrayList<>();
        partitions.forEach((topic, begun) -> {
            RecordValue.GroupSync before =
                    facts.synced().getOrDefault(topic, new RecordValue.GroupSync(List.of(), List.of(), 0));
            begun.addAll(before.partitions());
            List<String> followed = new ArrayList<>(before.cutsFollowed());
            followed.addAll(cuts.getOrDefault(topic, List.of()));
            records.add(new StateRecord(
                    type.key(mirror, topic, facts.generations().getOrDefault(topic, -1L)),
                    new RecordValue.GroupSync(List.copyOf(begun), followed, nowMs)));
        });
        facts.outdated().forEach(key -> records.add(new StateRecord(key, null)));
        return records;
    }
}
