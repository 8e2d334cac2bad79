// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.protocol.it;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/** Writes batches of every codec, small and large, idempotent and transactional (committed and aborted). */
final class MixedLoad {

    private static final List<String> CODECS = List.of("none", "gzip", "snappy", "lz4", "zstd");

    /** Larger than the fetches of the tests, so that a first batch exceeds its reservation. */
    static final int LARGE_RECORD_BYTES = 900_000;

    private final String bootstrap;
    private final Random random = new Random(7);

    MixedLoad(String bootstrap) {
        this.bootstrap = bootstrap;
    }

    /** Every kind into each partition. */
    void writeAll(List<TopicPartition> partitions) throws Exception {
        for (String codec : CODECS) {
            write(partitions, 40, Map.of("compression.type", codec));
        }
        try (KafkaProducer<byte[], byte[]> producer = producer(Map.of())) {
            for (TopicPartition partition : partitions) {
                send(producer, partition, LARGE_RECORD_BYTES).get();
            }
        }
        transaction(partitions, true);
        transaction(partitions, false);
    }

    /** Records of 1 to 500 bytes, acknowledged. */
    void write(List<TopicPartition> partitions, int records, Map<String, Object> settings) throws Exception {
        try (KafkaProducer<byte[], byte[]> producer = producer(settings)) {
            List<Future<RecordMetadata>> sent = new ArrayList<>();
            for (int i = 0; i < records; i++) {
                for (TopicPartition partition : partitions) {
                    sent.add(send(producer, partition, 1 + random.nextInt(500)));
                }
            }
            for (Future<RecordMetadata> record : sent) {
                record.get();
            }
        }
    }

    private void transaction(List<TopicPartition> partitions, boolean commit) throws Exception {
        try (KafkaProducer<byte[], byte[]> producer = producer(Map.of("transactional.id", "load"))) {
            producer.initTransactions();
            producer.beginTransaction();
            for (TopicPartition partition : partitions) {
                var unused = send(producer, partition, 100);
            }
            producer.flush();
            if (commit) {
                producer.commitTransaction();
            } else {
                producer.abortTransaction();
            }
        }
    }

    private Future<RecordMetadata> send(KafkaProducer<byte[], byte[]> producer, TopicPartition partition, int size)
            throws ExecutionException {
        byte[] value = new byte[size];
        random.nextBytes(value);
        return producer.send(new ProducerRecord<>(partition.topic(), partition.partition(), null, value));
    }

    private KafkaProducer<byte[], byte[]> producer(Map<String, Object> settings) {
        Map<String, Object> all = new HashMap<>(Map.of(
                "bootstrap.servers", bootstrap, "max.request.size", 4 << 20, "linger.ms", 5, "batch.size", 8 << 10));
        // With more, a broker that has just created the topic can refuse the first batch and take the second: the
        // first is then out of sequence for ever.
        all.put("max.in.flight.requests.per.connection", 1);
        all.putAll(settings);
        return new KafkaProducer<>(all, new ByteArraySerializer(), new ByteArraySerializer());
    }
}
