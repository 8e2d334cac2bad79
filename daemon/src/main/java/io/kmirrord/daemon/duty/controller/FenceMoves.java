// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.daemon.duty.controller;

import io.kmirrord.bridge.wire.Fence;
import io.kmirrord.bridge.wire.Phase;
import io.kmirrord.statemachine.decision.EpochBlocks;
import io.kmirrord.statemachine.decision.EpochLimitException;
import io.kmirrord.statemachine.view.RecordValue.FenceRequest;
import java.util.Arrays;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** How a fence moves within one generation: upwards only. Pure. */
final class FenceMoves {
    /** The text of a fence takes about 15 characters for each, of 30,000 that the bridge accepts. */
    static final int MANY_EXCEPTIONS = 1_500;

    private FenceMoves() {}

    static Phase phase(Asked<FenceRequest> asked) {
        return Phase.valueOf(asked.request().phase().name());
    }

    /** Returns the stop epoch of the next fence, which may be -1; null if one is to be decided and no block is left. */
    static @Nullable Integer stopEpoch(Fence present, TopicFacts topic, List<Asked<FenceRequest>> requests) {
        boolean decide = requests.stream().anyMatch(asked -> asked.request().decideStop());
        if (present.stopEpoch() >= 0 || !decide) {
            return present.stopEpoch();
        }
        int highest = topic.highestLeaderEpoch();
        for (Asked<FenceRequest> asked : requests) {
            highest = Math.max(highest, asked.request().leaderEpoch());
        }
        try {
            return EpochBlocks.stopEpoch(highest);
        } catch (EpochLimitException e) {
            return null;
        }
    }

    /** Returns the present fence with every partition at least in the phase that is asked for it. */
    static Fence next(Fence present, TopicFacts topic, List<Asked<FenceRequest>> requests, int stopEpoch) {
        Phase[] phases = new Phase[topic.partitions()];
        Arrays.setAll(phases, present::phaseOf);
        Phase rest = present.phase();
        for (Asked<FenceRequest> asked : requests) {
            Phase wanted = phase(asked);
            if (asked.request().partitions().isEmpty()) {
                rest = later(rest, wanted);
                Arrays.setAll(phases, i -> later(phases[i], wanted));
            }
            for (int partition : asked.request().partitions()) {
                phases[partition] = later(phases[partition], wanted);
            }
        }
        Phase base = base(rest, phases);
        SortedMap<Integer, Phase> exceptions = new TreeMap<>();
        for (int partition = 0; partition < phases.length; partition++) {
            if (phases[partition] != base) {
                exceptions.put(partition, phases[partition]);
            }
        }
        return new Fence(present.mirror(), present.generation(), base, stopEpoch, exceptions);
    }

    private static Phase later(Phase one, Phase two) {
        return one.compareTo(two) >= 0 ? one : two;
    }

    /**
     * The phase of all that are not named, partitions to come included: the earliest of all, so that a new partition of a
     * topic is writable only once all others are (F13). Where too many would have to be named, that of most.
     */
    private static Phase base(Phase rest, Phase[] phases) {
        Phase earliest = Arrays.stream(phases).min(Phase::compareTo).orElse(rest);
        Phase base = later(rest, earliest);
        if (Arrays.stream(phases).filter(phase -> phase != base).count() <= MANY_EXCEPTIONS) {
            return base;
        }
        Phase most = base;
        long count = 0;
        for (Phase candidate : Phase.values()) {
            long as = Arrays.stream(phases).filter(phase -> phase == candidate).count();
            if (candidate.compareTo(rest) >= 0 && as > count) {
                most = candidate;
                count = as;
            }
        }
        return most;
    }

    /** Returns the earliest phase of what a request names. */
    static Phase reached(Fence fence, FenceRequest request) {
        if (!request.partitions().isEmpty()) {
            return request.partitions().stream()
                    .map(fence::phaseOf)
                    .min(Phase::compareTo)
                    .orElseThrow();
        }
        return fence.exceptions().values().stream()
                .min(Phase::compareTo)
                .filter(phase -> phase.compareTo(fence.phase()) < 0)
                .orElse(fence.phase());
    }
}
