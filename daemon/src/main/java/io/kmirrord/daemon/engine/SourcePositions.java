// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.daemon.engine;

import io.kmirrord.protocol.ClusterMetadata;
import io.kmirrord.protocol.TopicSelection;
import io.kmirrord.protocol.WireClient;
import io.kmirrord.statemachine.SourcePosition;
import io.kmirrord.statemachine.decision.FailureCode;
import io.kmirrord.statemachine.view.RecordValue.Hop;
import io.kmirrord.statetopic.StateTopic;
import io.kmirrord.statetopic.StateTopicConfig;
import io.kmirrord.statetopic.kafka.Problems;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.common.protocol.Errors;
import org.jspecify.annotations.Nullable;

/**
 * Reads where the source stopped to mirror from us, in its own state topic. Only what its metadata denies is absent; whatever
 * cannot be read is {@link SourcePosition.Unreadable} (R11). Thread-safe.
 */
final class SourcePositions implements AutoCloseable {
    /** One reader serves all partitions that prepare together. */
    private static final long KEEP_OPEN_S = 60;

    private final StateTopicConfig config;
    private final String ownClusterId;
    private @Nullable CompletableFuture<StateTopic> open;
    private boolean closed;

    /**
     * Makes a reader.
     *
     * @param config of the source's state topic
     * @param ownClusterId of the destination
     */
    SourcePositions(StateTopicConfig config, String ownClusterId) {
        this.config = config;
        this.ownClusterId = ownClusterId;
    }

    CompletableFuture<SourcePosition> of(WireClient client, Place place) {
        return client.metadata(TopicSelection.names(config.stateTopic())).thenCompose(answer -> {
            Errors error = error(answer);
            if (error == Errors.UNKNOWN_TOPIC_OR_PARTITION) {
                return CompletableFuture.completedFuture(new SourcePosition.Absent());
            }
            if (error != Errors.NONE) {
                return CompletableFuture.completedFuture(unreadable("the source answers " + error + " for it"));
            }
            return topic().thenCompose(topic -> topic.readToEnd(
                            view -> ReverseMirrors.judge(view, ownClusterId, place.topic(), place.id())))
                    .exceptionally(problem ->
                            unreadable(String.valueOf(Problems.unwrap(problem).getMessage())));
        });
    }

    /**
     * Reads by which mirrors the source has topics; none if it has no state topic.
     *
     * @return fails if that cannot be read
     */
    CompletableFuture<Map<String, List<Hop>>> upstream(WireClient client, Map<String, UUID> topics) {
        return client.metadata(TopicSelection.names(config.stateTopic())).thenCompose(answer -> {
            Errors error = error(answer);
            if (error == Errors.UNKNOWN_TOPIC_OR_PARTITION) {
                return CompletableFuture.completedFuture(Map.of());
            }
            if (error != Errors.NONE) {
                return CompletableFuture.failedFuture(
                        new EffectFailure(FailureCode.POSITION_UNREADABLE, "the source answers " + error + " for it"));
            }
            return topic().thenCompose(topic -> topic.readToEnd(view -> Upstream.of(view, topics)));
        });
    }

    private SourcePosition unreadable(String why) {
        return new SourcePosition.Unreadable(config.stateTopic() + " of the source: " + why);
    }

    private Errors error(ClusterMetadata answer) {
        return answer.topics().stream()
                .filter(topic -> config.stateTopic().equals(topic.name()))
                .map(ClusterMetadata.Topic::error)
                .findFirst()
                .orElse(Errors.UNKNOWN_SERVER_ERROR);
    }

    private synchronized CompletableFuture<StateTopic> topic() {
        if (closed) {
            return CompletableFuture.failedFuture(new IllegalStateException("closed"));
        }
        CompletableFuture<StateTopic> present = open;
        if (present == null || present.isCompletedExceptionally()) {
            CompletableFuture<StateTopic> opening = StateTopic.open(config, false);
            open = opening;
            CompletableFuture.delayedExecutor(KEEP_OPEN_S, TimeUnit.SECONDS).execute(() -> drop(opening));
            return opening;
        }
        return present;
    }

    private synchronized void drop(CompletableFuture<StateTopic> opening) {
        if (open == opening) {
            open = null;
        }
        CompletableFuture<Void> unused = opening.thenAccept(StateTopic::close);
    }

    @Override
    public synchronized void close() {
        closed = true;
        CompletableFuture<StateTopic> present = open;
        if (present != null) {
            drop(present);
        }
    }
}
