// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.statetopic;

import io.kmirrord.statemachine.codec.StateCodec;
import io.kmirrord.statemachine.view.RecordKey;
import io.kmirrord.statemachine.view.RecordValue;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.jspecify.annotations.Nullable;

/** What other programs write to a topic, and what they read there: text. */
final class RawRecords implements AutoCloseable {
    private final String bootstrap;
    private final String topic;
    private final Producer<String, String> producer;

    RawRecords(StateTopicConfig config) {
        bootstrap = config.bootstrapServers();
        topic = config.stateTopic();
        producer = new KafkaProducer<>(
                Map.of("bootstrap.servers", bootstrap, "acks", "all"), new StringSerializer(), new StringSerializer());
    }

    void write(int partition, String key, @Nullable String value) {
        try {
            producer.send(new ProducerRecord<>(topic, partition, key, value)).get(30, TimeUnit.SECONDS);
        } catch (ExecutionException | TimeoutException e) {
            throw new AssertionError("not written", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError("interrupted", e);
        }
    }

    /** Writes the record that says the format. */
    void writeMagic() {
        StateCodec codec = new StateCodec();
        byte[] value = codec.encode(new RecordValue.Magic("kmirrord", 1));
        write(
                0,
                new String(codec.encode(new RecordKey.Magic()), StandardCharsets.UTF_8),
                value == null ? null : new String(value, StandardCharsets.UTF_8));
    }

    /** Above what is acknowledged: a transaction is, before its marker is in the log and the last stable offset above it. */
    private long end(TopicPartition partition) {
        try (KafkaConsumer<String, String> consumer = new KafkaConsumer<>(
                Map.of("bootstrap.servers", bootstrap, "isolation.level", "read_uncommitted"),
                new StringDeserializer(),
                new StringDeserializer())) {
            return consumer.endOffsets(List.of(partition)).getOrDefault(partition, 0L);
        }
    }

    /** Returns the records of a partition up to its present end. */
    List<ConsumerRecord<String, String>> read(int partition) {
        Map<String, Object> settings = new HashMap<>();
        settings.put("bootstrap.servers", bootstrap);
        settings.put("isolation.level", "read_committed");
        List<ConsumerRecord<String, String>> records = new ArrayList<>();
        try (KafkaConsumer<String, String> consumer =
                new KafkaConsumer<>(settings, new StringDeserializer(), new StringDeserializer())) {
            TopicPartition all = new TopicPartition(topic, partition);
            consumer.assign(List.of(all));
            consumer.seekToBeginning(List.of(all));
            long end = end(all);
            Waiting.until("partition " + partition + " is read", () -> {
                consumer.poll(Duration.ofMillis(100)).forEach(records::add);
                return consumer.position(all) >= end;
            });
        }
        return records;
    }

    @Override
    public void close() {
        producer.close();
    }
}
