// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.bridge.kafka.ops;

import io.kmirrord.bridge.wire.BridgeException;
import io.kmirrord.bridge.wire.ErrorCode;
import io.kmirrord.bridge.wire.Fence;
import io.kmirrord.bridge.wire.MirrorRef;
import io.kmirrord.bridge.wire.Phase;
import io.kmirrord.bridge.wire.TopicIds;
import java.util.Set;
import java.util.UUID;
import org.apache.kafka.common.Uuid;
import org.jspecify.annotations.Nullable;

/** Which topics a mirror may touch (R8). Pure. */
final class TopicRules {
    private static final String INTERNAL_PREFIX = "__";

    private TopicRules() {}

    static Uuid uuid(UUID id) {
        return new Uuid(id.getMostSignificantBits(), id.getLeastSignificantBits());
    }

    /** Refuses the topics that Kafka and its tools keep for themselves. */
    static void checkOrdinary(String topic) throws BridgeException {
        if (topic.startsWith(INTERNAL_PREFIX)) {
            throw new BridgeException(
                    ErrorCode.INTERNAL_TOPIC,
                    "topic '" + topic + "' is internal; accepted: topics whose name does not begin with '"
                            + INTERNAL_PREFIX + "'");
        }
    }

    /** Checks that the fence belongs to exactly this mirror and generation. */
    static Fence checkFence(@Nullable Fence fence, MirrorRef ref, String topic) throws BridgeException {
        checkOrdinary(topic);
        if (fence == null) {
            throw new BridgeException(
                    ErrorCode.NOT_FENCED,
                    "topic '" + topic + "' has no fence; accepted: a topic fenced for mirror '" + ref.mirror()
                            + "' generation " + ref.generation() + " (PUT_FENCE or CREATE_TOPIC)");
        }
        if (!fence.ref().equals(ref)) {
            throw new BridgeException(
                    ErrorCode.FENCE_MISMATCH,
                    fence.generation(),
                    "topic '" + topic + "' is fenced for mirror '" + fence.mirror() + "' generation "
                            + fence.generation() + ", not for mirror '" + ref.mirror() + "' generation "
                            + ref.generation());
        }
        return fence;
    }

    /** Checks the phase of a partition besides. */
    static void checkPhase(@Nullable Fence fence, MirrorRef ref, String topic, int partition, Set<Phase> accepted)
            throws BridgeException {
        Phase phase = checkFence(fence, ref, topic).phaseOf(partition);
        if (!accepted.contains(phase)) {
            throw new BridgeException(
                    phase == Phase.STOPPED ? ErrorCode.NOT_FENCED : ErrorCode.FENCE_MISMATCH,
                    "partition " + topic + "-" + partition + " is in phase " + phase + "; accepted: "
                            + accepted.stream().sorted().toList());
        }
    }

    static BridgeException unknownTopic(UUID id) {
        return new BridgeException(
                ErrorCode.UNKNOWN_PARTITION,
                "topic id " + TopicIds.toText(id) + " is not in the metadata of the cluster");
    }
}
