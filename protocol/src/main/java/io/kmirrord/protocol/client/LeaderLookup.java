// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.protocol.client;

import io.kmirrord.protocol.ClusterMetadata;
import io.kmirrord.protocol.ErrorCategory;
import io.kmirrord.protocol.PartitionLeader;
import io.kmirrord.protocol.TopicSelection;
import io.kmirrord.protocol.WireException;
import io.kmirrord.protocol.net.Futures;
import io.netty.channel.EventLoop;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Collectors;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.protocol.Errors;
import org.jspecify.annotations.Nullable;

/**
 * One question about many partitions: asked at the leaders, asked again where the leader was not the leader or could
 * not be reached, until the deadline. Confined to one event loop.
 *
 * @param <Q> question about a partition
 * @param <A> answer about a partition
 */
final class LeaderLookup<Q, A> {

    /** Topics that do not exist are asked for this often: a new one may not be known everywhere yet. */
    private static final int UNKNOWN_TOPIC_ATTEMPTS = 3;

    /** What is asked. */
    interface Question<Q, A> {
        /** Asks one broker about some partitions. Partitions may be missing in the answer. */
        CompletableFuture<Map<TopicPartition, A>> ask(int brokerId, Map<TopicPartition, Q> partitions);

        /** The answer that says no more than an error. */
        A error(Errors error);

        Errors errorOf(A answer);
    }

    private final NettyWireClient client;
    private final EventLoop loop;
    private final Question<Q, A> question;
    private final long deadlineNanos;
    private final Map<TopicPartition, A> answers = new HashMap<>();
    private final CompletableFuture<Map<TopicPartition, A>> result = new CompletableFuture<>();
    private @Nullable ClusterMetadata lastMetadata;

    LeaderLookup(NettyWireClient client, EventLoop loop, Question<Q, A> question, Duration timeout) {
        this.client = client;
        this.loop = loop;
        this.question = question;
        this.deadlineNanos = System.nanoTime() + timeout.toNanos();
    }

    CompletableFuture<Map<TopicPartition, A>> start(Map<TopicPartition, Q> partitions) {
        Map<TopicPartition, Q> copy = Map.copyOf(partitions);
        boolean known = copy.keySet().stream().allMatch(p -> client.leader(p).isPresent());
        loop.execute(() -> {
            if (known) {
                round(copy, 1);
            } else {
                refreshThenRound(copy, 1);
            }
        });
        return result;
    }

    private void round(Map<TopicPartition, Q> pending, int attempt) {
        Map<Integer, Map<TopicPartition, Q>> byLeader = new HashMap<>();
        pending.forEach((partition, q) -> {
            Integer leader =
                    client.leader(partition).map(PartitionLeader::brokerId).orElse(-1);
            if (leader < 0) {
                answers.put(partition, question.error(withoutLeader(partition)));
            } else {
                byLeader.computeIfAbsent(leader, id -> new HashMap<>()).put(partition, q);
            }
        });
        List<CompletableFuture<Void>> asked = new ArrayList<>();
        byLeader.forEach((brokerId, part) -> asked.add(ask(brokerId, part)));
        Futures.onDone(
                CompletableFuture.allOf(asked.toArray(CompletableFuture<?>[]::new)),
                all -> loop.execute(() -> next(pending, attempt)),
                result::completeExceptionally);
    }

    /** Completes when the answers are taken up; exceptionally only when nothing can help. */
    private CompletableFuture<Void> ask(int brokerId, Map<TopicPartition, Q> part) {
        CompletableFuture<Void> done = new CompletableFuture<>();
        Futures.onDone(
                question.ask(brokerId, part),
                got -> loop.execute(() -> {
                    part.keySet()
                            .forEach(p -> answers.put(
                                    p, got.getOrDefault(p, question.error(Errors.UNKNOWN_TOPIC_OR_PARTITION))));
                    done.complete(null);
                }),
                error -> loop.execute(() -> {
                    if (error.category() == ErrorCategory.FATAL) {
                        done.completeExceptionally(error);
                        return;
                    }
                    part.keySet().forEach(p -> answers.put(p, question.error(Errors.LEADER_NOT_AVAILABLE)));
                    done.complete(null);
                }));
        return done;
    }

    private Errors withoutLeader(TopicPartition partition) {
        ClusterMetadata metadata = lastMetadata;
        ClusterMetadata.Topic topic = metadata == null ? null : metadata.topic(partition.topic());
        if (topic == null) {
            return Errors.LEADER_NOT_AVAILABLE;
        }
        if (topic.error() != Errors.NONE) {
            return topic.error();
        }
        boolean listed = topic.partitions().stream().anyMatch(p -> p.partition() == partition.partition());
        return listed ? Errors.LEADER_NOT_AVAILABLE : Errors.UNKNOWN_TOPIC_OR_PARTITION;
    }

    private void next(Map<TopicPartition, Q> asked, int attempt) {
        Map<TopicPartition, Q> again = new HashMap<>();
        asked.forEach((partition, q) -> {
            A answer = answers.get(partition);
            if (answer != null && worthRepeating(question.errorOf(answer), attempt)) {
                again.put(partition, q);
            }
        });
        long delayMs = client.config()
                .backoff()
                .delay(attempt, client.config().random())
                .toMillis();
        if (again.isEmpty() || System.nanoTime() + Duration.ofMillis(delayMs).toNanos() > deadlineNanos) {
            result.complete(Map.copyOf(answers));
            return;
        }
        Futures.later(loop, delayMs, () -> refreshThenRound(again, attempt + 1));
    }

    private static boolean worthRepeating(Errors error, int attempt) {
        return switch (error) {
            // The caller's epoch is old: the same question cannot get a better answer.
            case NONE, FENCED_LEADER_EPOCH -> false;
            case UNKNOWN_TOPIC_OR_PARTITION, UNKNOWN_TOPIC_ID -> attempt < UNKNOWN_TOPIC_ATTEMPTS;
            default -> {
                ErrorCategory category = ErrorCategory.of(error);
                yield category == ErrorCategory.RETRY || category == ErrorCategory.REFRESH_METADATA;
            }
        };
    }

    private void refreshThenRound(Map<TopicPartition, Q> pending, int attempt) {
        Set<String> topics =
                pending.keySet().stream().map(TopicPartition::topic).collect(Collectors.toSet());
        Futures.onDone(
                client.metadata(new TopicSelection.Names(topics)),
                metadata -> loop.execute(() -> {
                    lastMetadata = metadata;
                    round(pending, attempt);
                }),
                error -> loop.execute(() -> unreachable(pending, attempt, error)));
    }

    private void unreachable(Map<TopicPartition, Q> pending, int attempt, WireException error) {
        if (error.category() == ErrorCategory.FATAL || System.nanoTime() > deadlineNanos) {
            result.completeExceptionally(error);
            return;
        }
        long delayMs = client.config()
                .backoff()
                .delay(attempt, client.config().random())
                .toMillis();
        Futures.later(loop, delayMs, () -> refreshThenRound(pending, attempt + 1));
    }
}
