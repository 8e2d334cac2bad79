// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.daemon.duty.controller;

import io.kmirrord.bridge.wire.MirrorRef;
import io.kmirrord.statemachine.view.RecordValue.EpochRequest;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Requests for leader epochs of one topic, mirror and generation as one. A value; {@link #of} is pure.
 *
 * @param minEpochs the highest asked for, by partition
 */
record EpochPlan(MirrorRef ref, Map<Integer, Integer> minEpochs, List<Asked<EpochRequest>> served) {

    EpochPlan {
        minEpochs = Map.copyOf(minEpochs);
        served = List.copyOf(served);
    }

    /**
     * Plans.
     *
     * @param together one plan for all of a mirror and generation; else one for each request, for when the bridge refused
     *     them together and it must be found out which are to blame
     */
    static List<EpochPlan> of(List<Asked<EpochRequest>> requests, boolean together) {
        if (!together) {
            return requests.stream()
                    .map(asked -> new EpochPlan(ref(asked), asked.request().minEpochs(), List.of(asked)))
                    .toList();
        }
        Map<MirrorRef, List<Asked<EpochRequest>>> groups = new LinkedHashMap<>();
        requests.forEach(asked ->
                groups.computeIfAbsent(ref(asked), ref -> new ArrayList<>()).add(asked));
        List<EpochPlan> plans = new ArrayList<>();
        groups.forEach((ref, group) -> {
            Map<Integer, Integer> highest = new HashMap<>();
            group.forEach(asked -> asked.request()
                    .minEpochs()
                    .forEach((partition, epoch) -> highest.merge(partition, epoch, Math::max)));
            plans.add(new EpochPlan(ref, highest, group));
        });
        return plans;
    }

    private static MirrorRef ref(Asked<EpochRequest> asked) {
        return new MirrorRef(asked.mirror(), asked.request().generation());
    }
}
