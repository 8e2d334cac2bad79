// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.statetopic.topic;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** F11: RF 1 for ever, because the first daemon started when one broker was there. */
final class MoreReplicasTest {
    @Test
    void f11AllPartitionsGetWhatTheClusterCanHoldEvenly() {
        Map<Integer, List<Integer>> present = new HashMap<>();
        for (int partition = 0; partition < 50; partition++) {
            present.put(partition, List.of(1));
        }
        Map<Integer, List<Integer>> plan = MoreReplicas.plan(present, List.of(1, 2, 3, 4), 3);
        assertThat(plan).hasSize(50);
        Map<Integer, Integer> load = new HashMap<>();
        plan.forEach((partition, replicas) -> {
            assertThat(replicas.get(0)).as("the leader stays").isEqualTo(1);
            assertThat(new HashSet<>(replicas)).hasSize(3);
            replicas.forEach(broker -> load.merge(broker, 1, Integer::sum));
        });
        assertThat(List.of(load.get(2), load.get(3), load.get(4))).allMatch(n -> n >= 33 && n <= 34);
    }

    @Test
    void nothingIsPlannedWhereThereIsNothingToGain() {
        assertThat(MoreReplicas.plan(Map.of(0, List.of(1, 2, 3)), List.of(1, 2, 3, 4), 3))
                .isEmpty();
        assertThat(MoreReplicas.plan(Map.of(0, List.of(1, 2)), List.of(1, 2), 2))
                .isEmpty();
        assertThat(MoreReplicas.plan(Map.of(0, List.of(1, 9)), List.of(1), 3))
                .as("no broker that it does not have already")
                .isEmpty();
    }

    @Test
    void replicasOnBrokersThatAreDownStay() {
        assertThat(MoreReplicas.plan(Map.of(0, List.of(9)), List.of(1, 2), 2))
                .containsExactly(Map.entry(0, List.of(9, 1)));
    }
}
