// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.daemon.duty.controller;

import io.kmirrord.bridge.wire.Fence;
import io.kmirrord.bridge.wire.Phase;
import io.kmirrord.statemachine.decision.FailureCode;
import io.kmirrord.statemachine.view.RecordValue.FenceRequest;
import org.jspecify.annotations.Nullable;

/** Which requests to move a fence are refused. Each reason stays true for ever, so an old view of the fence may tell it. Pure. */
final class FenceRefusals {
    private FenceRefusals() {}

    static Verdict.@Nullable Refuse of(@Nullable Fence present, TopicFacts topic, Asked<FenceRequest> asked) {
        FenceRequest request = asked.request();
        Verdict.Refuse wrongNumber = numbers(topic, request);
        if (wrongNumber != null || present == null || request.generation() > present.generation()) {
            return wrongNumber;
        }
        if (request.generation() < present.generation()) {
            return new Verdict.Refuse(
                    FailureCode.GENERATION_OVERTAKEN,
                    "the fence of '" + request.topic() + "' is in generation " + present.generation() + " of mirror '"
                            + present.mirror() + "', the request in " + request.generation());
        }
        if (!asked.mirror().equals(present.mirror())) {
            return new Verdict.Refuse(
                    FailureCode.FENCE_REFUSED,
                    "the fence of '" + request.topic() + "' belongs to mirror '" + present.mirror()
                            + "' in the same generation " + present.generation() + "; stop it there first");
        }
        Phase wanted = FenceMoves.phase(asked);
        if (wanted == Phase.STOPPED) {
            return present.stopEpoch() >= 0 || request.decideStop()
                    ? null
                    : new Verdict.Refuse(
                            FailureCode.FENCE_REFUSED,
                            "a partition of '" + request.topic()
                                    + "' cannot be opened before its stop epoch is decided");
        }
        return isOpen(present, request)
                ? new Verdict.Refuse(
                        FailureCode.ALREADY_OPEN,
                        "the fence of '" + request.topic() + "' in generation " + present.generation() + " is "
                                + Phase.STOPPED + ", " + wanted + " was asked for")
                : null;
    }

    private static Verdict.@Nullable Refuse numbers(TopicFacts topic, FenceRequest request) {
        for (int partition : request.partitions()) {
            if (partition < 0 || (topic.counted() && partition >= topic.partitions())) {
                return new Verdict.Refuse(
                        FailureCode.FENCE_REFUSED,
                        "'" + request.topic() + "' has no partition " + partition + "; it has " + topic.partitions());
            }
        }
        return null;
    }

    private static boolean isOpen(Fence present, FenceRequest request) {
        return request.partitions().isEmpty()
                ? present.phase() == Phase.STOPPED && present.exceptions().isEmpty()
                : request.partitions().stream().anyMatch(partition -> present.phaseOf(partition) == Phase.STOPPED);
    }
}
