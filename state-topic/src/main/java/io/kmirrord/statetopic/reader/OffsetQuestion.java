// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.statetopic.reader;

import io.kmirrord.statetopic.kafka.Deadline;
import io.kmirrord.statetopic.kafka.Problems;
import java.util.Collection;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;

/**
 * Asks for offsets of a topic that exists. A broker that lags behind the metadata, as right after the topic was made,
 * denies that it does, and Kafka's Admin client takes its word (PartitionLeaderStrategy): what was denied is asked for
 * again until the deadline. Never blocks. Thread-safe.
 */
final class OffsetQuestion {
    private final Function<Collection<Integer>, Map<Integer, CompletableFuture<Long>>> cluster;
    private final Deadline deadline;
    private final Executor pause;
    private final Map<Integer, CompletableFuture<Long>> answers;

    /**
     * @param cluster asks for the offsets of partitions, each of which answers or fails on its own
     * @param pause runs what it is given after a while
     */
    OffsetQuestion(
            Function<Collection<Integer>, Map<Integer, CompletableFuture<Long>>> cluster,
            Collection<Integer> partitions,
            Deadline deadline,
            Executor pause) {
        this.cluster = cluster;
        this.deadline = deadline;
        this.pause = pause;
        this.answers = partitions.stream()
                .collect(Collectors.toUnmodifiableMap(partition -> partition, partition -> new CompletableFuture<>()));
    }

    /** Asks; to be called once. Each partition answers, or fails, on its own. */
    Map<Integer, CompletableFuture<Long>> ask() {
        ask(answers.keySet());
        return answers;
    }

    private void ask(Set<Integer> partitions) {
        Set<Integer> denied = ConcurrentHashMap.newKeySet();
        CompletableFuture<Void> unused = CompletableFuture.allOf(cluster.apply(partitions).entrySet().stream()
                        .map(asked -> asked.getValue().handle((offset, error) -> {
                            if (error == null) {
                                promise(asked.getKey()).complete(offset);
                            } else if (isDenied(error) && !deadline.passed()) {
                                denied.add(asked.getKey());
                            } else {
                                promise(asked.getKey()).completeExceptionally(error);
                            }
                            return null;
                        }))
                        .toArray(CompletableFuture[]::new))
                .thenRun(() -> {
                    if (!denied.isEmpty()) {
                        pause.execute(() -> askAgain(denied));
                    }
                });
    }

    private void askAgain(Set<Integer> denied) {
        try {
            ask(denied);
        } catch (RuntimeException e) { // the client was closed meanwhile
            denied.forEach(partition -> promise(partition).completeExceptionally(e));
        }
    }

    private CompletableFuture<Long> promise(int partition) {
        return answers.getOrDefault(partition, new CompletableFuture<>());
    }

    private static boolean isDenied(Throwable error) {
        return Problems.unwrap(error) instanceof UnknownTopicOrPartitionException;
    }
}
