// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.statetopic.progress;

import io.kmirrord.statemachine.PartitionId;
import io.kmirrord.statetopic.PartitionProgress;
import io.kmirrord.statetopic.ProgressReader;
import io.kmirrord.statetopic.StateTopicConfig;
import io.kmirrord.statetopic.StateTopicException;
import io.kmirrord.statetopic.StateTopicException.Reason;
import io.kmirrord.statetopic.codec.ProgressCodec;
import io.kmirrord.statetopic.kafka.ClientSettings;
import io.kmirrord.statetopic.kafka.Deadline;
import io.kmirrord.statetopic.kafka.Problems;
import io.kmirrord.statetopic.kafka.Threads;
import java.io.IOException;
import java.time.Clock;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Reads the last hour anew for each question, one question at a time. */
public final class KafkaProgressReader implements ProgressReader {
    private static final Logger LOG = LoggerFactory.getLogger(KafkaProgressReader.class);
    private static final Duration POLL = Duration.ofMillis(200);
    private static final long HOUR_MS = 60 * 60_000L;

    private final Map<Long, CompletableFuture<?>> open = new ConcurrentHashMap<>();
    private final AtomicLong asked = new AtomicLong();
    private final ProgressCodec codec = new ProgressCodec();
    private final ExecutorService executor =
            Executors.newSingleThreadExecutor(task -> Threads.daemon("kmirrord-progress-reader", task));
    private final StateTopicConfig config;
    private final Clock clock;

    public KafkaProgressReader(StateTopicConfig config, Clock clock) {
        this.config = config;
        this.clock = clock;
    }

    @Override
    public CompletableFuture<Map<PartitionId, PartitionProgress>> newest(@Nullable String mirror) {
        CompletableFuture<Map<PartitionId, PartitionProgress>> answer = new CompletableFuture<>();
        long id = asked.incrementAndGet();
        open.put(id, answer);
        try {
            executor.execute(() -> answer(mirror, answer));
        } catch (RejectedExecutionException e) {
            LOG.debug("Asked after the close", e);
            answer.completeExceptionally(closed());
        }
        return answer.whenComplete((read, error) -> open.remove(id));
    }

    private void answer(@Nullable String mirror, CompletableFuture<Map<PartitionId, PartitionProgress>> answer) {
        try {
            answer.complete(read(mirror));
        } catch (StateTopicException e) {
            answer.completeExceptionally(e);
        }
    }

    private static StateTopicException closed() {
        return new StateTopicException(Reason.CLOSED, "the reader of the progress topic was closed");
    }

    private Map<PartitionId, PartitionProgress> read(@Nullable String mirror) {
        Deadline deadline = Deadline.in(config.timeout());
        try (Consumer<byte[], byte[]> consumer = new KafkaConsumer<>(ClientSettings.progressConsumer(config))) {
            List<TopicPartition> partitions = consumer.partitionsFor(config.progressTopic()).stream()
                    .map(info -> new TopicPartition(info.topic(), info.partition()))
                    .toList();
            Map<TopicPartition, Long> ends = begin(consumer, partitions);
            Map<PartitionId, PartitionProgress> newest = new HashMap<>();
            while (ends.entrySet().stream().anyMatch(end -> consumer.position(end.getKey()) < end.getValue())) {
                if (deadline.passed() || Thread.currentThread().isInterrupted()) {
                    throw new StateTopicException(
                            Reason.TIMEOUT,
                            "topic " + config.progressTopic() + " was not read within " + config.timeout()
                                    + ". Check the leaders of its partitions, or ask with a longer timeout");
                }
                consumer.poll(POLL).forEach(record -> take(record, mirror, newest));
            }
            return newest;
        } catch (RuntimeException e) {
            throw Problems.of(e, "reading topic " + config.progressTopic(), config);
        }
    }

    /** Goes to where the last hour begins and returns the ends. */
    private Map<TopicPartition, Long> begin(Consumer<byte[], byte[]> consumer, List<TopicPartition> partitions) {
        consumer.assign(partitions);
        Map<TopicPartition, Long> ends = consumer.endOffsets(partitions);
        long sinceMs = clock.millis() - HOUR_MS;
        var begins = consumer.offsetsForTimes(
                partitions.stream().collect(Collectors.toMap(Function.identity(), partition -> sinceMs)));
        ends.forEach((partition, end) -> {
            var begin = begins.get(partition);
            consumer.seek(partition, begin == null ? end : begin.offset());
        });
        return ends;
    }

    private void take(
            ConsumerRecord<byte[], byte[]> record,
            @Nullable String mirror,
            Map<PartitionId, PartitionProgress> newest) {
        try {
            for (PartitionProgress progress : codec.decode(record.value())) {
                if (mirror == null || mirror.equals(progress.partition().mirror())) {
                    newest.merge(progress.partition(), progress, (one, two) -> two.atMs() >= one.atMs() ? two : one);
                }
            }
        } catch (IOException e) {
            LOG.warn(
                    "Skipped offset {} of {}-{}: {}",
                    record.offset(),
                    record.topic(),
                    record.partition(),
                    e.toString());
        }
    }

    @Override
    public void close() {
        executor.shutdownNow();
        open.values().forEach(answer -> answer.completeExceptionally(closed()));
    }
}
