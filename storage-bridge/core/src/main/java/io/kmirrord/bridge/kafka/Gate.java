// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.bridge.kafka;

import io.kmirrord.bridge.wire.Phase;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.common.errors.NotEnoughReplicasException;
import org.apache.kafka.common.errors.PolicyViolationException;
import org.apache.kafka.common.errors.UnsupportedForMessageFormatException;
import org.apache.kafka.common.internals.Topic;
import org.apache.kafka.storage.internals.log.AppendOrigin;
import org.apache.kafka.storage.internals.log.LogAppendInfo;
import org.apache.kafka.storage.internals.log.UnifiedLog;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The gate before every append at a leader, under the partition's read lock: whatever passed the first hook long ago
 * is decided anew by the fence of now (F5). Thread-safe.
 */
final class Gate {
    private static final Logger LOG = LoggerFactory.getLogger("io.kmirrord.bridge.gate");

    private final FenceView fences;
    private final ResetKeeper resets;
    private final Refusals refusals;

    Gate(FenceView fences, ResetKeeper resets, Refusals refusals) {
        this.fences = fences;
        this.resets = resets;
        this.refusals = refusals;
    }

    /** Returns null to append; else a RuntimeException to throw, or a LogAppendInfo to answer with, instead. */
    @Nullable
    Object decide(UnifiedLog log, int leaderEpoch, AppendOrigin origin) {
        FenceEntry fence = fenceOf(log);
        if (fence == null || GateBypass.isOpen()) {
            return null;
        }
        TopicPartition partition = log.topicPartition();
        Phase phase = fence.phaseOf(partition.partition());
        return switch (GateDecision.of(phase, origin)) {
            case PASS -> null;
            case RESET_AND_PASS -> reset(log, leaderEpoch, origin, fence);
            case REFUSE ->
                new PolicyViolationException(
                        refusals.atGate(partition.topic(), FenceText.refusal(partition.topic(), fence, phase)));
            case DELAY ->
                new NotEnoughReplicasException(
                        refusals.atGate(partition.topic(), FenceText.delay(partition.topic(), fence)));
            case SWALLOW -> swallow(log, FenceText.swallowed(partition.topic(), fence, phase));
        };
    }

    /**
     * The coordinator is told that its marker is written: it is done with this partition then, and neither side logs
     * anything, whereas each exception that has the same effect costs an ERROR line here and another line there, once
     * per refused transaction below TV2 (N17). Whoever else writes a marker, such as an operator's tool, is told.
     */
    private Object swallow(UnifiedLog log, String reason) {
        refusals.marker(log.topicPartition().topic(), reason);
        return refusals.isOfCoordinator()
                ? LogAppendInfo.unknownLogAppendInfoWithLogStartOffset(log.logStartOffset())
                : new UnsupportedForMessageFormatException(reason);
    }

    /** Returns what to throw instead of deleting a client's records, or null to delete them. */
    @Nullable
    RuntimeException refuseDelete(UnifiedLog log) {
        FenceEntry fence = fenceOf(log);
        TopicPartition partition = log.topicPartition();
        if (fence == null || fence.isOpen(partition.partition())) {
            return null;
        }
        String reason = FenceText.refusal(partition.topic(), fence, fence.phaseOf(partition.partition()));
        return new PolicyViolationException(refusals.delete(partition.topic(), reason));
    }

    /** Returns the fence of the log's topic, or null if it has none. */
    @Nullable
    FenceEntry fenceOf(UnifiedLog log) {
        if (!fences.anyFence()) {
            return null;
        }
        Uuid topicId = log.topicId().orElse(null);
        FenceEntry fence = topicId == null ? null : fences.entry(topicId);
        return fence == null || Topic.isInternal(log.topicPartition().topic()) ? null : fence;
    }

    private @Nullable RuntimeException reset(UnifiedLog log, int leaderEpoch, AppendOrigin origin, FenceEntry fence) {
        try {
            resets.ensure(log, leaderEpoch, fence);
            return null;
        } catch (RuntimeException e) {
            LOG.error("{}: producers of the mirrored part could not be forgotten", log.topicPartition(), e);
            if (origin != AppendOrigin.CLIENT) {
                return null; // a marker matches no batch; refusing it would make its coordinator spin
            }
            return new NotEnoughReplicasException(
                    "topic '" + log.topicPartition().topic()
                            + "' cannot take writes on this broker: see its log under io.kmirrord.bridge.gate");
        }
    }
}
