// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.testkit.compare;

import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.IsolationLevel;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;

/** Reads partitions of one cluster with ordinary consumers of both isolation levels. Not thread-safe. */
public final class ClusterReader implements AutoCloseable {

    /** How long a consumer may stand still before it counts as stuck. */
    private static final Duration STALL_TIMEOUT = Duration.ofSeconds(30);

    private static final Duration POLL = Duration.ofMillis(200);

    private final String name;
    private final KafkaConsumer<byte[], byte[]> uncommitted;
    private final KafkaConsumer<byte[], byte[]> committed;

    /**
     * Connects lazily.
     *
     * @param name how differences call this cluster
     * @param clientConfigs of the consumers beyond the address: security and the like
     */
    public ClusterReader(String name, String bootstrapServers, Map<String, ?> clientConfigs) {
        this.name = name;
        this.uncommitted = consumer(bootstrapServers, clientConfigs, "read_uncommitted");
        this.committed = consumer(bootstrapServers, clientConfigs, "read_committed");
    }

    public ClusterReader(String name, String bootstrapServers) {
        this(name, bootstrapServers, Map.of());
    }

    public String name() {
        return name;
    }

    /** Returns what the leaders answer now; throws Kafka's exceptions where one does not answer within a minute. */
    public Map<TopicPartition, Offsets> offsets(Collection<TopicPartition> partitions) {
        Map<TopicPartition, Long> starts = uncommitted.beginningOffsets(partitions);
        Map<TopicPartition, Long> ends = uncommitted.endOffsets(partitions);
        Map<TopicPartition, Long> stables = committed.endOffsets(partitions);
        return partitions.stream()
                .collect(Collectors.toMap(
                        partition -> partition,
                        partition -> new Offsets(
                                known(starts, partition), known(ends, partition), known(stables, partition))));
    }

    /** As {@link #offsets(Collection)} of one partition. */
    public Offsets offsets(TopicPartition partition) {
        return offsets(List.of(partition)).values().iterator().next();
    }

    private static long known(Map<TopicPartition, Long> offsets, TopicPartition partition) {
        Long offset = offsets.get(partition);
        if (offset == null) {
            throw new IllegalStateException("No offset of " + partition + " among " + offsets);
        }
        return offset;
    }

    /** Returns the partitions of a topic; none if it does not exist. */
    public List<TopicPartition> partitions(String topic) {
        return uncommitted.partitionsFor(topic).stream()
                .map(info -> new TopicPartition(topic, info.partition()))
                .sorted((a, b) -> Integer.compare(a.partition(), b.partition()))
                .toList();
    }

    /**
     * Hands over every record of {@code [from, to)} in offset order.
     *
     * @throws IllegalStateException if the consumer stands still for 30 s before {@code to}
     */
    public void read(
            TopicPartition partition,
            IsolationLevel isolation,
            long from,
            long to,
            Consumer<ConsumerRecord<byte[], byte[]>> each) {
        KafkaConsumer<byte[], byte[]> consumer = isolation == IsolationLevel.READ_COMMITTED ? committed : uncommitted;
        consumer.assign(List.of(partition));
        consumer.seek(partition, from);
        long position = from;
        long movedAt = System.nanoTime();
        while (position < to) {
            for (ConsumerRecord<byte[], byte[]> record : consumer.poll(POLL)) {
                if (record.offset() < to) {
                    each.accept(record);
                }
            }
            long now = consumer.position(partition);
            if (now != position) {
                position = now;
                movedAt = System.nanoTime();
            } else if (System.nanoTime() - movedAt > STALL_TIMEOUT.toNanos()) {
                throw new IllegalStateException("The " + isolation + " consumer of " + name + " stands at offset "
                        + position + " of " + partition + " for " + STALL_TIMEOUT.toSeconds() + " s, wanted " + to);
            }
        }
    }

    private static KafkaConsumer<byte[], byte[]> consumer(
            String bootstrapServers, Map<String, ?> clientConfigs, String isolation) {
        Map<String, Object> configs = new HashMap<>();
        configs.put(ConsumerConfig.BOOTSTRAP_SERVERS_CONFIG, bootstrapServers);
        configs.put(ConsumerConfig.ISOLATION_LEVEL_CONFIG, isolation);
        configs.put(ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, "none");
        configs.put(ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG, false);
        configs.put(ConsumerConfig.ALLOW_AUTO_CREATE_TOPICS_CONFIG, false);
        // A fetch that waits at the end of one partition would hold up the next.
        configs.put(ConsumerConfig.FETCH_MAX_WAIT_MS_CONFIG, 20);
        configs.put(ConsumerConfig.FETCH_MAX_BYTES_CONFIG, 16 << 20);
        configs.put(ConsumerConfig.MAX_PARTITION_FETCH_BYTES_CONFIG, 4 << 20);
        configs.put(ConsumerConfig.MAX_POLL_RECORDS_CONFIG, 5_000);
        configs.putAll(clientConfigs);
        return new KafkaConsumer<>(configs, new ByteArrayDeserializer(), new ByteArrayDeserializer());
    }

    @Override
    public void close() {
        uncommitted.close();
        committed.close();
    }
}
