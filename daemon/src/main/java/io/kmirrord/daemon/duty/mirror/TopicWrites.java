// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.daemon.duty.mirror;

import io.kmirrord.daemon.source.SourceTopic;
import io.kmirrord.statemachine.Desired;
import io.kmirrord.statemachine.decision.EpochBlocks;
import io.kmirrord.statemachine.settings.MirrorSettings;
import io.kmirrord.statemachine.view.RecordKey;
import io.kmirrord.statemachine.view.RecordValue;
import io.kmirrord.statemachine.view.StateRecord;
import io.kmirrord.statemachine.view.StateView.TopicWish;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The records that starting topics writes. Pure. */
final class TopicWrites {
    /** How long the daemon beside the controller has for creating a topic before it is asked again. */
    static final long CREATION_MS = 60_000;

    private TopicWrites() {}

    /** The wish that begins a generation. */
    static StateRecord wish(
            String mirror, SourceTopic topic, String operationId, RecordValue.StartRequest request, long nowMs) {
        return new StateRecord(
                new RecordKey.MirrorTopic(mirror, topic.name(), request.generation(), 0, operationId),
                new RecordValue.MirrorTopic(
                        topic.id(), Desired.MIRRORING, request.overwriteLocal(), request.confirmCut(), nowMs));
    }

    /** The wish that ends a generation. */
    static StateRecord stop(TopicWish wish, String operationId, long nowMs) {
        return new StateRecord(
                new RecordKey.MirrorTopic(
                        wish.mirror(),
                        wish.topic(),
                        wish.wish().generation(),
                        wish.wish().revision() + 1,
                        operationId),
                new RecordValue.MirrorTopic(
                        wish.topicId(),
                        Desired.STOPPED,
                        wish.wish().overwriteLocal(),
                        wish.wish().confirmCut(),
                        nowMs));
    }

    /** The next revision of the mirror's definition with the request's patterns; empty if that changes nothing. */
    static Optional<StateRecord> definition(
            MirrorFacts facts,
            RecordValue.StartRequest request,
            @Nullable String clusterId,
            String operationId,
            long nowMs) {
        RecordValue.Mirror before = facts.definition();
        List<String> includes = StartScope.union(before.includes(), request.includes());
        List<String> excludes = StartScope.union(before.excludes(), request.excludes());
        String source = before.sourceClusterId() == null ? clusterId : before.sourceClusterId();
        RecordValue.Mirror after = new RecordValue.Mirror(
                before.config(), includes, excludes, source, before.sinceGeneration(), false, before.atMs());
        if (after.equals(before)) {
            return Optional.empty();
        }
        return Optional.of(new StateRecord(
                new RecordKey.Mirror(facts.mirror(), facts.revision() + 1, operationId),
                new RecordValue.Mirror(
                        before.config(), includes, excludes, source, before.sinceGeneration(), false, nowMs)));
    }

    /** The request to create a topic as it is at the source. */
    static RecordValue.TopicRequest creation(
            SourceTopic topic,
            long generation,
            MirrorSettings settings,
            Map<String, String> sourceConfigs,
            long nowMs) {
        return new RecordValue.TopicRequest(
                topic.name(),
                generation,
                topic.id(),
                topic.partitions().size(),
                settings.replicationFactor(),
                // Strictly above every mirrored epoch from the first batch on (R2), with headroom.
                topic.highestEpoch() + EpochBlocks.RAISE_BY,
                settings.configs().wanted(sourceConfigs),
                nowMs + CREATION_MS);
    }

    /** What a topic is created with was taken over from the source, so that it goes with it. */
    static StateRecord taken(String mirror, RecordValue.TopicRequest creation, long nowMs) {
        return new StateRecord(
                new RecordKey.ConfigSync(mirror, creation.topic(), creation.generation()),
                new RecordValue.ConfigSync(0, creation.configs(), Map.of(), false, nowMs));
    }
}
