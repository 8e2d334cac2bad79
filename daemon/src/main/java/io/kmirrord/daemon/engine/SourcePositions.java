// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.daemon.engine;

import io.kmirrord.protocol.ClusterMetadata;
import io.kmirrord.protocol.TopicSelection;
import io.kmirrord.protocol.WireClient;
import io.kmirrord.statemachine.SourcePosition;
import io.kmirrord.statemachine.decision.FailureCode;
import io.kmirrord.statemachine.view.RecordValue.Hop;
import io.kmirrord.statemachine.view.StateView;
import io.kmirrord.statetopic.Health;
import io.kmirrord.statetopic.StateTopic;
import io.kmirrord.statetopic.StateTopicConfig;
import io.kmirrord.statetopic.kafka.Problems;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.function.Supplier;
import org.apache.kafka.common.protocol.Errors;
import org.jspecify.annotations.Nullable;

/**
 * Reads the source's own state topic: where it stopped to mirror from us, and by which mirrors it has its topics. Only what
 * its metadata denies is absent; whatever cannot be read is {@link SourcePosition.Unreadable} (R11). Thread-safe.
 */
final class SourcePositions implements AutoCloseable {
    /** Unused for that long at least: one reader serves all partitions that prepare together. */
    private static final long KEEP_OPEN_S = 60;

    private final StateTopicConfig config;
    private final String ownClusterId;
    private @Nullable CompletableFuture<StateTopic> open;
    private long uses;
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
        return ask(
                client,
                SourcePosition.Absent::new,
                view -> ReverseMirrors.judge(view, ownClusterId, place.topic(), place.id()),
                SourcePosition.Unreadable::new);
    }

    /**
     * Reads by which mirrors the source has topics; none if it has no state topic.
     *
     * @return fails if that cannot be read
     */
    CompletableFuture<Map<String, List<Hop>>> upstream(WireClient client, Map<String, UUID> topics) {
        return ask(client, Map::of, view -> Upstream.of(view, ownClusterId, topics), why -> {
            throw new CompletionException(new EffectFailure(FailureCode.POSITION_UNREADABLE, why));
        });
    }

    private <T> CompletableFuture<T> ask(
            WireClient client, Supplier<T> absent, Function<StateView, T> question, Function<String, T> unreadable) {
        return client.metadata(TopicSelection.names(config.stateTopic())).thenCompose(answer -> {
            Errors error = error(answer);
            if (error == Errors.UNKNOWN_TOPIC_OR_PARTITION) {
                return CompletableFuture.completedFuture(absent.get());
            }
            if (error != Errors.NONE) {
                return CompletableFuture.completedFuture(
                        unreadable.apply(text("the source answers " + error + " for it")));
            }
            CompletableFuture<StateTopic> opening = topic();
            return opening.thenCompose(topic -> {
                        requireSame(answer.clusterId(), topic, opening);
                        return topic.readToEnd(question);
                    })
                    .exceptionally(problem -> unreadable.apply(
                            text(String.valueOf(Problems.unwrap(problem).getMessage()))));
        });
    }

    /** The reader has connections of its own, which may have led elsewhere when it was opened. */
    private void requireSame(@Nullable String clusterId, StateTopic topic, CompletableFuture<StateTopic> opening) {
        if (clusterId != null && !clusterId.equals(topic.clusterId())) {
            drop(opening);
            throw new IllegalStateException(
                    "it was read from cluster " + topic.clusterId() + "; accepted: " + clusterId);
        }
    }

    private String text(String why) {
        return config.stateTopic() + " of the source: " + why;
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
        uses++;
        CompletableFuture<StateTopic> present = open;
        if (present != null && isUsable(present)) {
            return present;
        }
        if (present != null) {
            drop(present);
        }
        CompletableFuture<StateTopic> opening = StateTopic.open(config, false);
        open = opening;
        dropUnused(opening);
        return opening;
    }

    /** A topic that was deleted and made again is another one. */
    private static boolean isUsable(CompletableFuture<StateTopic> opening) {
        return !opening.isCompletedExceptionally()
                && (!opening.isDone() || opening.join().health().state() != Health.State.LOST);
    }

    /** Whoever asks again and again keeps it open: reading it anew each time costs more. */
    private synchronized void dropUnused(CompletableFuture<StateTopic> opening) {
        long before = uses;
        CompletableFuture.delayedExecutor(KEEP_OPEN_S, TimeUnit.SECONDS).execute(() -> {
            synchronized (this) {
                if (uses == before) {
                    drop(opening);
                } else if (open == opening) {
                    dropUnused(opening);
                }
            }
        });
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
