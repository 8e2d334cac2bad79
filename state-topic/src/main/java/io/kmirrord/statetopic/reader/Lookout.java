// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.statetopic.reader;

import io.kmirrord.statetopic.StateTopicConfig;
import io.kmirrord.statetopic.StateTopicException;
import io.kmirrord.statetopic.kafka.Answers;
import io.kmirrord.statetopic.kafka.Deadline;
import io.kmirrord.statetopic.kafka.Problems;
import io.kmirrord.statetopic.kafka.Topics;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.function.BiConsumer;
import java.util.stream.Collectors;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.DescribeTopicsOptions;
import org.apache.kafka.clients.admin.ListOffsetsOptions;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.common.TopicPartition;

/** Asks the cluster about the topic, never blocking. Thread-safe. */
final class Lookout {
    private static final Executor PAUSE = CompletableFuture.delayedExecutor(50, TimeUnit.MILLISECONDS);

    private final Admin admin;
    private final StateTopicConfig config;
    private final int lookTimeoutMs;

    /** @param lookTimeout how long one question of a look may take */
    Lookout(Admin admin, StateTopicConfig config, Duration lookTimeout) {
        this.admin = admin;
        this.config = config;
        this.lookTimeoutMs = Math.toIntExact(lookTimeout.toMillis());
    }

    /**
     * Looks at the topic. Never fails: a failure is in what it returns.
     *
     * @param read next offset to read, by partition
     */
    CompletableFuture<Sighting> look(Map<Integer, Long> read) {
        Map<Integer, Long> before = Map.copyOf(read);
        return describe(lookTimeoutMs)
                .thenCompose(found -> found.isEmpty()
                        ? CompletableFuture.completedFuture(
                                new Sighting("", Optional.empty(), before, Map.of(), Map.of()))
                        : offsets(before, OffsetSpec.earliest())
                                .thenCombine(
                                        offsets(before, OffsetSpec.latest()),
                                        (starts, ends) -> new Sighting(
                                                "", Optional.of(found.get().topicId()), before, starts, ends)))
                .exceptionally(error -> Sighting.failed(problem(error).text()));
    }

    /** Returns the offsets of the partitions that answer. Those of partitions that do not are left out. */
    private CompletableFuture<Map<Integer, Long>> offsets(Map<Integer, Long> partitions, OffsetSpec spec) {
        Map<Integer, Long> offsets = new HashMap<>();
        return ask(partitions.keySet(), spec, lookTimeoutMs, (partition, offset) -> {
                    synchronized (offsets) {
                        offsets.put(partition, offset);
                    }
                })
                .thenApply(done -> {
                    synchronized (offsets) {
                        return Map.copyOf(offsets);
                    }
                });
    }

    private CompletableFuture<Void> ask(
            Collection<Integer> partitions, OffsetSpec spec, int timeoutMs, BiConsumer<Integer, Long> found) {
        return CompletableFuture.allOf(listOffsets(partitions, spec, timeoutMs).entrySet().stream()
                .map(asked -> asked.getValue().handle((offset, error) -> {
                    if (error == null) {
                        found.accept(asked.getKey(), offset);
                    }
                    return null;
                }))
                .toArray(CompletableFuture[]::new));
    }

    /** Asks for offsets that are below the HW; each partition answers, or fails, on its own. */
    Map<Integer, CompletableFuture<Long>> listOffsets(Collection<Integer> partitions, OffsetSpec spec) {
        int timeoutMs = Math.toIntExact(config.timeout().toMillis());
        return new OffsetQuestion(
                        asked -> listOffsets(asked, spec, timeoutMs), partitions, Deadline.in(config.timeout()), PAUSE)
                .ask();
    }

    private Map<Integer, CompletableFuture<Long>> listOffsets(
            Collection<Integer> partitions, OffsetSpec spec, int timeoutMs) {
        Map<TopicPartition, OffsetSpec> specs = partitions.stream()
                .collect(Collectors.toMap(
                        partition -> new TopicPartition(config.stateTopic(), partition), partition -> spec));
        var answer = admin.listOffsets(specs, new ListOffsetsOptions().timeoutMs(timeoutMs));
        Map<Integer, CompletableFuture<Long>> offsets = new HashMap<>();
        specs.keySet()
                .forEach(partition -> offsets.put(
                        partition.partition(),
                        Answers.future(answer.partitionResult(partition)).thenApply(info -> info.offset())));
        return offsets;
    }

    /** Returns node ids of leaders; partitions without one are left out. */
    CompletableFuture<Map<Integer, Integer>> leaders() {
        return describe(Math.toIntExact(config.timeout().toMillis())).handle((found, error) -> {
            if (error != null) {
                throw problem(error);
            }
            Map<Integer, Integer> leaders = new HashMap<>();
            found.ifPresent(topic -> topic.partitions().forEach(partition -> {
                if (partition.leader() != null) {
                    leaders.put(partition.partition(), partition.leader().id());
                }
            }));
            return Map.copyOf(leaders);
        });
    }

    private CompletableFuture<Optional<TopicDescription>> describe(int timeoutMs) {
        String name = config.stateTopic();
        return Topics.describe(admin, List.of(name), new DescribeTopicsOptions().timeoutMs(timeoutMs))
                .thenApply(found -> Optional.ofNullable(found.get(name)));
    }

    StateTopicException problem(Throwable error) {
        return Problems.of(error, "asking for topic " + config.stateTopic(), config);
    }
}
