// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.testkit.workload;

import io.kmirrord.testkit.process.Poll;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Collectors;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AlterConfigOp;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.admin.RecordsToDelete;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.errors.InvalidConfigurationException;
import org.apache.kafka.common.errors.LeaderNotAvailableException;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;
import org.apache.kafka.common.errors.UnsupportedVersionException;

/** What the workload asks of an Admin client, with answers awaited. Thread-safe. */
final class TopicAdmin implements AutoCloseable {

    private static final Duration TIMEOUT = Duration.ofSeconds(60);

    /** Only brokers from 3.6 know it, and only those from 4.0 refuse future timestamps without it. */
    private static final String FUTURE_TIMESTAMPS = "message.timestamp.after.max.ms";

    private final Admin admin;

    TopicAdmin(String bootstrapServers) {
        this.admin = Admin.create(Map.of("bootstrap.servers", bootstrapServers));
    }

    /** Creates the topic and waits for its leaders. Any timestamp is accepted by it. */
    void create(TopicPlan plan, short replicationFactor) {
        Map<String, String> configs = new HashMap<>(plan.configs());
        configs.put(FUTURE_TIMESTAMPS, Long.toString(Long.MAX_VALUE));
        Optional<Throwable> refusal = tryCreate(plan, configs, replicationFactor);
        if (refusal.filter(InvalidConfigurationException.class::isInstance).isPresent()) {
            configs.remove(FUTURE_TIMESTAMPS);
            refusal = tryCreate(plan, configs, replicationFactor);
        }
        if (refusal.isPresent()) {
            throw new WorkloadException("Topic " + plan.name() + " was not created", refusal.get());
        }
        for (int partition = 0; partition < plan.partitions(); partition++) {
            awaitEndOffset(new TopicPartition(plan.name(), partition), 0);
        }
    }

    private Optional<Throwable> tryCreate(TopicPlan plan, Map<String, String> configs, short replicationFactor) {
        NewTopic topic = new NewTopic(plan.name(), plan.partitions(), replicationFactor).configs(configs);
        return failure(admin.createTopics(List.of(topic)).all());
    }

    /**
     * Waits until the end of the log is at an offset.
     *
     * @throws WorkloadException if it is not within a minute, with the offset that it is at
     */
    void awaitEndOffset(TopicPartition partition, long expected) {
        if (!Poll.until(
                TIMEOUT,
                () -> endOffset(partition).filter(end -> end == expected).isPresent())) {
            throw new WorkloadException("Log end of " + partition + " is "
                    + endOffset(partition).map(String::valueOf).orElse("unknown") + ", expected " + expected);
        }
    }

    /** Returns the high watermark, or nothing while there is no leader. */
    private Optional<Long> endOffset(TopicPartition partition) {
        var answer = admin.listOffsets(Map.of(partition, OffsetSpec.latest())).partitionResult(partition);
        Optional<Throwable> failure = failure(answer);
        if (failure.isPresent()) {
            Throwable cause = failure.get();
            if (cause instanceof UnknownTopicOrPartitionException || cause instanceof LeaderNotAvailableException) {
                return Optional.empty();
            }
            throw new WorkloadException("Offset of " + partition + " was not answered", cause);
        }
        return Optional.of(get(answer, "offset of " + partition).offset());
    }

    /** Deletes records below an offset by request. */
    void deleteBelow(TopicPartition partition, long offset) {
        get(
                admin.deleteRecords(Map.of(partition, RecordsToDelete.beforeOffset(offset)))
                        .all(),
                "deletion of records of " + partition);
    }

    /** Returns the configs set on the topic itself. */
    Map<String, String> configs(String topic) {
        ConfigResource resource = new ConfigResource(ConfigResource.Type.TOPIC, topic);
        return get(admin.describeConfigs(List.of(resource)).all(), "configs of " + topic).values().stream()
                .flatMap(config -> config.entries().stream())
                .filter(entry -> entry.source() == ConfigEntry.ConfigSource.DYNAMIC_TOPIC_CONFIG)
                .collect(Collectors.toMap(ConfigEntry::name, ConfigEntry::value));
    }

    /** Sets a topic config. Returns false where the broker (before 2.3) has no request for it. */
    boolean setConfig(String topic, String key, String value) {
        AlterConfigOp set = new AlterConfigOp(new ConfigEntry(key, value), AlterConfigOp.OpType.SET);
        KafkaFuture<Void> answer = admin.incrementalAlterConfigs(
                        Map.of(new ConfigResource(ConfigResource.Type.TOPIC, topic), List.of(set)))
                .all();
        Optional<Throwable> failure = failure(answer);
        if (failure.isPresent() && !(failure.get() instanceof UnsupportedVersionException)) {
            throw new WorkloadException(key + "=" + value + " was not set on " + topic, failure.get());
        }
        return failure.isEmpty();
    }

    private static Optional<Throwable> failure(KafkaFuture<?> answer) {
        try {
            await(answer);
            return Optional.empty();
        } catch (ExecutionException e) {
            return Optional.of(cause(e));
        } catch (TimeoutException e) {
            return Optional.of(e);
        }
    }

    private static <T> T get(KafkaFuture<T> answer, String what) {
        try {
            return await(answer);
        } catch (ExecutionException e) {
            throw new WorkloadException("Refused: " + what, cause(e));
        } catch (TimeoutException e) {
            throw new WorkloadException("No answer within " + TIMEOUT.toSeconds() + " s: " + what, e);
        }
    }

    private static Throwable cause(ExecutionException e) {
        Throwable cause = e.getCause();
        return cause == null ? e : cause;
    }

    private static <T> T await(KafkaFuture<T> answer) throws ExecutionException, TimeoutException {
        try {
            return answer.get(TIMEOUT.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new WorkloadException("Interrupted while waiting for the cluster", e);
        }
    }

    @Override
    public void close() {
        admin.close(Duration.ofSeconds(10));
    }
}
