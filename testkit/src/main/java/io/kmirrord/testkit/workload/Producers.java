// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.testkit.workload;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/**
 * Makes producers whose batches end where the caller flushes: nothing is sent before, so that the same calls make the
 * same batches (as long as a batch stays below 1 MiB).
 */
final class Producers {

    private final String bootstrapServers;

    Producers(String bootstrapServers) {
        this.bootstrapServers = bootstrapServers;
    }

    KafkaProducer<byte[], byte[]> plain(Codec codec, String acks) {
        return create(codec, Map.of(ProducerConfig.ACKS_CONFIG, acks, ProducerConfig.ENABLE_IDEMPOTENCE_CONFIG, false));
    }

    KafkaProducer<byte[], byte[]> idempotent(Codec codec) {
        return create(codec, Map.of(ProducerConfig.ENABLE_IDEMPOTENCE_CONFIG, true));
    }

    /** A batch of its own for each record. */
    KafkaProducer<byte[], byte[]> oneRecordPerBatch(Codec codec) {
        return create(
                codec,
                Map.of(
                        ProducerConfig.ENABLE_IDEMPOTENCE_CONFIG, true,
                        ProducerConfig.BATCH_SIZE_CONFIG, 0,
                        ProducerConfig.LINGER_MS_CONFIG, 0));
    }

    /** Ready for {@code beginTransaction}. An open transaction outlives the close by the longest time brokers allow. */
    KafkaProducer<byte[], byte[]> transactional(Codec codec, String transactionalId) {
        KafkaProducer<byte[], byte[]> producer = create(
                codec,
                Map.of(
                        ProducerConfig.TRANSACTIONAL_ID_CONFIG,
                        transactionalId,
                        ProducerConfig.TRANSACTION_TIMEOUT_CONFIG,
                        900_000));
        try {
            producer.initTransactions();
        } catch (KafkaException e) {
            producer.close(Duration.ZERO);
            throw e;
        }
        return producer;
    }

    private KafkaProducer<byte[], byte[]> create(Codec codec, Map<String, Object> special) {
        Map<String, Object> configs = new HashMap<>();
        configs.put(ProducerConfig.BOOTSTRAP_SERVERS_CONFIG, bootstrapServers);
        configs.put(ProducerConfig.COMPRESSION_TYPE_CONFIG, codec.setting());
        configs.put(ProducerConfig.LINGER_MS_CONFIG, 60_000);
        configs.put(ProducerConfig.REQUEST_TIMEOUT_MS_CONFIG, 30_000);
        configs.put(ProducerConfig.DELIVERY_TIMEOUT_MS_CONFIG, 120_000);
        configs.put(ProducerConfig.BATCH_SIZE_CONFIG, 1 << 20);
        configs.put(ProducerConfig.MAX_REQUEST_SIZE_CONFIG, 101 << 20);
        configs.put(ProducerConfig.BUFFER_MEMORY_CONFIG, 128L << 20);
        configs.putAll(special);
        return new KafkaProducer<>(configs, new ByteArraySerializer(), new ByteArraySerializer());
    }
}
