// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.it.crash;

import static org.assertj.core.api.Assertions.assertThat;

import io.kmirrord.testkit.cluster.KafkaCluster;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.Future;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/** A transaction with one record in each of some topics, open until it is aborted. Not thread-safe. */
final class OpenTransaction implements AutoCloseable {
    private final KafkaProducer<byte[], byte[]> producer;

    private OpenTransaction(KafkaProducer<byte[], byte[]> producer) {
        this.producer = producer;
    }

    static OpenTransaction in(KafkaCluster cluster, Collection<String> topics) {
        Map<String, Object> configs = Map.of(
                "bootstrap.servers",
                cluster.bootstrapServers(),
                "transactional.id",
                "open-" + UUID.randomUUID(),
                "transaction.timeout.ms",
                900_000);
        KafkaProducer<byte[], byte[]> producer =
                new KafkaProducer<>(configs, new ByteArraySerializer(), new ByteArraySerializer());
        producer.initTransactions();
        producer.beginTransaction();
        List<Future<RecordMetadata>> answers = topics.stream()
                .map(topic -> producer.send(new ProducerRecord<>(topic, 0, null, new byte[100])))
                .toList();
        producer.flush();
        assertThat(answers)
                .allSatisfy(answer -> assertThat(answer.get().offset()).isPositive());
        return new OpenTransaction(producer);
    }

    void abort() {
        producer.abortTransaction();
    }

    @Override
    public void close() {
        producer.close(Duration.ZERO);
    }
}
