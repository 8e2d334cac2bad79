// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.daemon.duty.controller;

import io.kmirrord.bridge.wire.Fence;
import io.kmirrord.bridge.wire.Phase;
import io.kmirrord.statemachine.decision.FailureCode;
import io.kmirrord.statemachine.view.RecordValue.FenceRequest;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * What the requests for one topic's fence come to: at most one write, which serves as many of them as it can; the rest is
 * planned anew on top of it. A value; {@link #of} is pure.
 *
 * @param put the fence to write even where it is the present one, since the bridge's answer is the proof that it is; null
 *     if no request is left
 * @param served the requests that the write fulfils
 * @param refused why, by request
 */
record FencePlan(
        @Nullable Fence put, List<Asked<FenceRequest>> served, Map<Asked<FenceRequest>, Verdict.Refuse> refused) {

    FencePlan {
        served = List.copyOf(served);
        refused = Map.copyOf(refused);
    }

    /**
     * Plans.
     *
     * @param present the fence as last seen; an older one than the real one leads to a refused write, never to a wrong one
     * @param topic what is known of the topic
     * @param requests all that are open for the topic, not empty
     */
    static FencePlan of(@Nullable Fence present, TopicFacts topic, List<Asked<FenceRequest>> requests) {
        Map<Asked<FenceRequest>, Verdict.Refuse> refused = new LinkedHashMap<>();
        List<Asked<FenceRequest>> now = new ArrayList<>();
        List<Asked<FenceRequest>> later = new ArrayList<>();
        for (Asked<FenceRequest> asked : requests) {
            Verdict.Refuse refusal = FenceRefusals.of(present, topic, asked);
            if (refusal != null) {
                refused.put(asked, refusal);
            } else if (present != null && asked.request().generation() == present.generation()) {
                now.add(asked);
            } else {
                later.add(asked);
            }
        }
        // What ends the present life goes before what begins the next.
        if (present != null && !now.isEmpty()) {
            Integer stopEpoch = FenceMoves.stopEpoch(present, topic, now);
            if (stopEpoch == null) {
                now.removeIf(asked -> {
                    boolean noneLeft = asked.request().decideStop();
                    if (noneLeft) {
                        refused.put(
                                asked,
                                new Verdict.Refuse(
                                        FailureCode.EPOCH_LIMIT,
                                        "no block of leader epochs is left above " + topic.highestLeaderEpoch()));
                    }
                    return noneLeft;
                });
                stopEpoch = present.stopEpoch();
            }
            if (!now.isEmpty()) {
                return new FencePlan(FenceMoves.next(present, topic, now, stopEpoch), now, refused);
            }
        }
        return later.isEmpty() ? new FencePlan(null, List.of(), refused) : begin(later, refused);
    }

    /** The newest life begins whole and in its first phase (F8); the older ones are overtaken by it. */
    private static FencePlan begin(List<Asked<FenceRequest>> later, Map<Asked<FenceRequest>, Verdict.Refuse> refused) {
        Asked<FenceRequest> newest = later.stream()
                .max(Comparator.<Asked<FenceRequest>>comparingLong(
                                asked -> asked.request().generation())
                        .thenComparing(Asked::mirror))
                .orElseThrow();
        long generation = newest.request().generation();
        List<Asked<FenceRequest>> served = later.stream()
                .filter(asked -> asked.request().generation() == generation
                        && asked.mirror().equals(newest.mirror())
                        && FenceMoves.phase(asked) == Phase.PREPARING
                        && !asked.request().decideStop())
                .toList();
        Fence fence = new Fence(newest.mirror(), generation, Phase.PREPARING, -1, new TreeMap<>());
        return new FencePlan(fence, served, refused);
    }
}
