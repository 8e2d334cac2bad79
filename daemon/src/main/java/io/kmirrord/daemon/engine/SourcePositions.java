// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.daemon.engine;

import io.kmirrord.protocol.ClusterMetadata;
import io.kmirrord.protocol.TopicSelection;
import io.kmirrord.protocol.WireClient;
import io.kmirrord.statemachine.Desired;
import io.kmirrord.statemachine.PartitionId;
import io.kmirrord.statemachine.Position;
import io.kmirrord.statemachine.Recorded;
import io.kmirrord.statemachine.SourcePosition;
import io.kmirrord.statemachine.StateName;
import io.kmirrord.statemachine.view.RecordValue;
import io.kmirrord.statemachine.view.StateView;
import io.kmirrord.statetopic.StateTopic;
import io.kmirrord.statetopic.StateTopicConfig;
import io.kmirrord.statetopic.kafka.Problems;
import java.util.Optional;
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
            return topic().thenCompose(topic -> topic.readToEnd(view -> find(view, place)))
                    .exceptionally(problem ->
                            unreadable(String.valueOf(Problems.unwrap(problem).getMessage())));
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

    private SourcePosition find(StateView view, Place place) {
        SourcePosition found = new SourcePosition.Absent();
        for (String mirror : view.mirrors()) {
            Optional<RecordValue.Mirror> definition = view.mirror(mirror);
            StateView.TopicWish wish = view.topics(mirror).get(place.topic());
            if (wish == null
                    || definition.isEmpty()
                    || !ownClusterId.equals(definition.get().sourceClusterId())) {
                continue;
            }
            PartitionId there =
                    new PartitionId(mirror, place.id().topicId(), place.id().partition());
            found = judge(mirror, wish, view.partition(there).orElse(null));
            if (!(found instanceof SourcePosition.Absent)) {
                return found;
            }
        }
        return found;
    }

    private SourcePosition judge(String mirror, StateView.TopicWish wish, @Nullable Recorded recorded) {
        if (wish.wish().desired() != Desired.STOPPED) {
            return new SourcePosition.ReverseNotStopped(
                    mirror, "wished " + wish.wish().desired());
        }
        if (recorded == null) {
            return new SourcePosition.Absent();
        }
        Position stop = recorded.position();
        if (recorded.state() != StateName.STOPPED || stop == null) {
            return new SourcePosition.ReverseNotStopped(mirror, recorded.state().name());
        }
        return stop.isKnown() && stop.sourceClusterId().equals(ownClusterId)
                ? new SourcePosition.Known(stop.lme(), stop.lmo(), stop.contactMs())
                : new SourcePosition.Absent();
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
