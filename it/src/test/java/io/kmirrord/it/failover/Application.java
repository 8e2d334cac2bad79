// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.it.failover;

import static org.assertj.core.api.Assertions.assertThat;

import io.kmirrord.it.fixture.Clients;
import io.kmirrord.testkit.cluster.KafkaCluster;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.TopicPartition;

/** An application that writes at one cluster and remembers what was acknowledged to it, and where. Not thread-safe. */
final class Application implements AutoCloseable {
    private static final int TRANSACTION_MS = 120_000;
    private static final int DELIVERY_MS = 120_000;

    private final String name;
    private final boolean transactional;
    private final Supplier<Producer<String, String>> start;
    private final Map<String, RecordMetadata> acknowledged = new TreeMap<>();
    private Producer<String, String> producer;
    private long written;

    private Application(String name, boolean transactional, Supplier<Producer<String, String>> start) {
        this.name = name;
        this.transactional = transactional;
        this.start = start;
        this.producer = start.get();
    }

    static Application plain(KafkaCluster cluster, String name) {
        return new Application(name, false, () -> patient(cluster, "acks", "all", "enable.idempotence", false));
    }

    static Application idempotent(KafkaCluster cluster, String name) {
        return new Application(name, false, () -> patient(cluster, "acks", "all", "enable.idempotence", true));
    }

    /** One whose transactional id is its name. */
    static Application transactional(KafkaCluster cluster, String name) {
        return new Application(name, true, () -> {
            Producer<String, String> producer =
                    patient(cluster, "transactional.id", name, "transaction.timeout.ms", TRANSACTION_MS);
            producer.initTransactions();
            return producer;
        });
    }

    /** As patient as Kafka's producers are by default, which applications leave alone. */
    private static Producer<String, String> patient(KafkaCluster cluster, Object... settings) {
        Object[] all = Arrays.copyOf(settings, settings.length + 2);
        all[settings.length] = "delivery.timeout.ms";
        all[settings.length + 1] = DELIVERY_MS;
        return Clients.producer(cluster.bootstrapServers(), all);
    }

    boolean isTransactional() {
        return transactional;
    }

    /** Starts a transactional one again: the same producer id with a later epoch. */
    void restart() {
        close();
        producer = start.get();
    }

    /** Writes records to each of a topic's first partitions, in one transaction if it has them; each must be acknowledged. */
    void write(String topic, int partitions, int perPartition) {
        if (transactional) {
            producer.beginTransaction();
        }
        writeAll(topic, partitions, perPartition);
        if (transactional) {
            producer.commitTransaction();
        }
    }

    /** Begins a transaction that stays open. */
    void leaveOpen(String topic, int partitions) {
        producer.beginTransaction();
        Map<String, RecordMetadata> before = new HashMap<>(acknowledged);
        writeAll(topic, partitions, 1);
        acknowledged.clear();
        acknowledged.putAll(before);
    }

    private void writeAll(String topic, int partitions, int perPartition) {
        Map<String, Future<RecordMetadata>> answers = new HashMap<>();
        for (int partition = 0; partition < partitions; partition++) {
            for (int i = 0; i < perPartition; i++) {
                String value = name + "#" + written++;
                answers.put(value, producer.send(new ProducerRecord<>(topic, partition, null, value)));
            }
        }
        producer.flush();
        answers.forEach((value, answer) -> acknowledged.put(value, metadata(value, answer)));
    }

    private static RecordMetadata metadata(String value, Future<RecordMetadata> answer) {
        try {
            return answer.get(2L * DELIVERY_MS, TimeUnit.MILLISECONDS);
        } catch (ExecutionException e) {
            throw new AssertionError(value + " was not written", e.getCause());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError(e);
        } catch (java.util.concurrent.TimeoutException e) {
            throw new AssertionError(value + " was not answered", e);
        }
    }

    /**
     * Requires that what was acknowledged to this application is in a topic: each once, at its offset, and nothing else of it.
     *
     * @param found offsets by value, as a consumer saw them
     */
    void requireIn(String topic, Map<String, Map<TopicPartition, Long>> found) {
        Map<String, Map<TopicPartition, Long>> expected = new TreeMap<>();
        acknowledged.forEach((value, at) -> {
            if (at.topic().equals(topic)) {
                expected.put(value, Map.of(new TopicPartition(topic, at.partition()), at.offset()));
            }
        });
        Map<String, Map<TopicPartition, Long>> own = new TreeMap<>();
        found.forEach((value, places) -> {
            if (value.startsWith(name + "#")) {
                own.put(value, places);
            }
        });
        assertThat(own).as("records of %s in %s", name, topic).isEqualTo(expected);
    }

    @Override
    public void close() {
        producer.close(java.time.Duration.ZERO);
    }
}
