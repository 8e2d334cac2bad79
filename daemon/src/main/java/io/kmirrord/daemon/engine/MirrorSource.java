// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.daemon.engine;

import io.kmirrord.bridge.wire.TopicIds;
import io.kmirrord.daemon.copy.Failures;
import io.kmirrord.daemon.source.SourceAdmin;
import io.kmirrord.daemon.source.SourceTopic;
import io.kmirrord.daemon.source.SourceView;
import io.kmirrord.daemon.source.SourceViews;
import io.kmirrord.protocol.BatchHeader;
import io.kmirrord.protocol.ClusterMetadata;
import io.kmirrord.protocol.FetchOptions;
import io.kmirrord.protocol.FetchPosition;
import io.kmirrord.protocol.FetchResult;
import io.kmirrord.protocol.FetchSession;
import io.kmirrord.protocol.FetchedPartition;
import io.kmirrord.protocol.RecordBatches;
import io.kmirrord.protocol.TopicSelection;
import io.kmirrord.protocol.WireClient;
import io.kmirrord.protocol.WireException;
import io.kmirrord.statemachine.SourcePosition;
import io.kmirrord.statemachine.decision.Failure;
import io.kmirrord.statemachine.decision.FailureCode;
import io.kmirrord.statemachine.view.RecordValue.Hop;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.apache.kafka.common.TopicIdPartition;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.common.protocol.Errors;
import org.jspecify.annotations.Nullable;

/** The source of one mirror, by its client. Thread-safe. */
final class MirrorSource implements SourceHandle {
    private static final FetchOptions ONE_BATCH = new FetchOptions(0, 0, 1 << 20);

    private final WireClient client;
    private final SourceAdmin admin;
    private final SourcePositions positions;

    MirrorSource(WireClient client, SourceAdmin admin, SourcePositions positions) {
        this.client = client;
        this.admin = admin;
        this.positions = positions;
    }

    @Override
    public WireClient client() {
        return client;
    }

    @Override
    public String clusterId() {
        return client.clusterId().orElse("");
    }

    @Override
    public CompletableFuture<ClusterMetadata> allTopics() {
        return client.metadata(TopicSelection.all());
    }

    @Override
    public SourceAdmin admin() {
        return admin;
    }

    @Override
    public CompletableFuture<SourceTopic> topic(Place place) {
        return client.metadata(TopicSelection.names(place.topic())).thenApply(answer -> {
            SourceView view = SourceViews.once(answer);
            SourceTopic topic = view.topics().get(place.topic());
            if (topic == null) {
                throw new CompletionException(missing(place, view.unavailable().get(place.topic())));
            }
            if (!topic.id().equals(place.id().topicId())) {
                throw new CompletionException(new EffectFailure(
                        FailureCode.SOURCE_TOPIC_RECREATED,
                        "topic '" + place.topic() + "' has id " + TopicIds.toText(topic.id())
                                + " at the source; expected: "
                                + TopicIds.toText(place.id().topicId())));
            }
            return topic;
        });
    }

    /** One broker's denial is not believed at once: the watcher finds out whether the topic is gone. */
    private static EffectFailure missing(Place place, @Nullable Failure told) {
        return told == null || told.code() == FailureCode.SOURCE_TOPIC_DELETED
                ? new EffectFailure(
                        FailureCode.SOURCE_UNREACHABLE,
                        "the source does not know topic '" + place.topic() + "', or may not tell")
                : new EffectFailure(told.code(), told.detail());
    }

    @Override
    public CompletableFuture<Optional<BatchHeader>> batchAt(Place place, SourceTopic topic, long offset) {
        SourceTopic.Partition partition;
        try {
            partition = SourceEffects.partition(topic, place);
        } catch (CompletionException e) {
            return CompletableFuture.failedFuture(e);
        }
        Uuid id = topic.kafkaId()
                ? new Uuid(topic.id().getMostSignificantBits(), topic.id().getLeastSignificantBits())
                : Uuid.ZERO_UUID;
        FetchPosition position = new FetchPosition(
                new TopicIdPartition(id, SourceEffects.name(place)),
                offset,
                partition.epoch(),
                -1,
                ONE_BATCH.maxBytes());
        FetchSession session = client.openSession(partition.leaderId(), ONE_BATCH);
        return session.fetch(List.of(position), List.of())
                .thenApply(result -> first(result, offset))
                .whenComplete((batch, problem) -> session.close());
    }

    private static Optional<BatchHeader> first(FetchResult result, long offset) {
        try (result) {
            for (FetchedPartition fetched : result.partitions()) {
                if (fetched.error() == Errors.OFFSET_OUT_OF_RANGE) {
                    return Optional.empty();
                }
                if (Failures.ofSource(fetched.error()) == FailureCode.SOURCE_UNAUTHORIZED) {
                    // As the source said it: a copy that compares its tail has to tell it from an error that passes.
                    throw WireException.found(fetched.error(), "the source answers " + fetched.error());
                }
                if (fetched.error() != Errors.NONE) {
                    throw new CompletionException(
                            SourceEffects.refused(fetched.error(), "the source answers " + fetched.error()));
                }
                for (BatchHeader batch : RecordBatches.headers(fetched.records())) {
                    if (batch.lastOffset() >= offset) {
                        return Optional.of(batch);
                    }
                }
            }
            return Optional.empty();
        }
    }

    @Override
    public CompletableFuture<SourcePosition> position(Place place) {
        return positions.of(client, place);
    }

    @Override
    public CompletableFuture<Map<String, List<Hop>>> upstream(Map<String, UUID> topics) {
        return positions.upstream(client, topics);
    }
}
