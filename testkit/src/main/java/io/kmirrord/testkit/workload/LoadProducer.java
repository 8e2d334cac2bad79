// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.testkit.workload;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.KafkaException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A producer that is replaced when it fails for good. Confined to the thread of its load. */
final class LoadProducer {

    private static final Logger LOG = LoggerFactory.getLogger(LoadProducer.class);

    private final Producers producers;
    private final LoadSpec spec;
    private @Nullable KafkaProducer<byte[], byte[]> current;

    /** What became of the records of one call. */
    record Outcome(List<Sent> acknowledged, Set<String> inDoubt) {}

    LoadProducer(String bootstrapServers, LoadSpec spec) {
        this.producers = new Producers(bootstrapServers);
        this.spec = spec;
    }

    /** Writes records and waits for their answers; in one transaction if the load is transactional. */
    Outcome write(List<ProducerRecord<byte[], byte[]>> records, boolean commit) {
        boolean transactional = spec.recordsPerTransaction() > 0;
        List<Sent> sent = new ArrayList<>();
        Set<String> inDoubt = new HashSet<>();
        try {
            KafkaProducer<byte[], byte[]> producer = producer();
            if (transactional) {
                producer.beginTransaction();
            }
            sendAll(producer, records, sent, inDoubt);
            if (transactional && !end(producer, commit && inDoubt.isEmpty())) {
                sent.replaceAll(Sent::aborted);
            }
        } catch (KafkaException e) {
            LOG.info("Load of {} starts a new producer: {}", spec.topic(), e.toString());
            abandon();
            records.forEach(record -> inDoubt.add(key(record)));
            sent.clear();
        }
        return new Outcome(sent, inDoubt);
    }

    /** Returns {@code commit}, once the transaction has ended. */
    private static boolean end(KafkaProducer<byte[], byte[]> producer, boolean commit) {
        if (commit) {
            producer.commitTransaction();
        } else {
            producer.abortTransaction();
        }
        return commit;
    }

    private static void sendAll(
            KafkaProducer<byte[], byte[]> producer,
            List<ProducerRecord<byte[], byte[]>> records,
            List<Sent> sent,
            Set<String> inDoubt) {
        List<Future<RecordMetadata>> answers = new ArrayList<>();
        for (ProducerRecord<byte[], byte[]> record : records) {
            answers.add(producer.send(record));
        }
        producer.flush();
        for (int i = 0; i < records.size(); i++) {
            ProducerRecord<byte[], byte[]> record = records.get(i);
            try {
                long offset = answers.get(i).get().offset();
                int checksum = Sent.checksum(record.key(), record.value());
                sent.add(new Sent(record.partition(), offset, key(record), checksum, true));
            } catch (ExecutionException e) {
                inDoubt.add(key(record));
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new KafkaException(e);
            }
        }
    }

    private KafkaProducer<byte[], byte[]> producer() {
        KafkaProducer<byte[], byte[]> producer = current;
        if (producer == null) {
            producer = spec.recordsPerTransaction() > 0
                    ? producers.transactional(Codec.LZ4, "load-" + spec.topic() + "-" + spec.seed())
                    : producers.idempotent(Codec.LZ4);
            current = producer;
        }
        return producer;
    }

    private void abandon() {
        if (current != null) {
            current.close(Duration.ZERO);
            current = null;
        }
    }

    void close() {
        if (current != null) {
            current.close();
            current = null;
        }
    }

    private static String key(ProducerRecord<byte[], byte[]> record) {
        return new String(record.key(), StandardCharsets.UTF_8);
    }
}
