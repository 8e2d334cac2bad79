// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.testkit.workload;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;

/** Sends records together and waits for every answer. */
final class Batch {

    private static final Duration TIMEOUT = Duration.ofSeconds(130);

    private Batch() {}

    /** Sends the records and flushes. An acks=0 producer answers once the request is written to its socket. */
    static void send(Producer<byte[], byte[]> producer, List<ProducerRecord<byte[], byte[]>> records) {
        List<Future<RecordMetadata>> answers = new ArrayList<>(records.size());
        for (ProducerRecord<byte[], byte[]> record : records) {
            answers.add(producer.send(record));
        }
        producer.flush();
        for (Future<RecordMetadata> answer : answers) {
            await(answer, records.get(0).topic());
        }
    }

    private static void await(Future<RecordMetadata> answer, String topic) {
        try {
            answer.get(TIMEOUT.toMillis(), TimeUnit.MILLISECONDS);
        } catch (ExecutionException | TimeoutException e) {
            throw new WorkloadException("A record to " + topic + " was not acknowledged", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new WorkloadException("Interrupted while writing to " + topic, e);
        }
    }
}
