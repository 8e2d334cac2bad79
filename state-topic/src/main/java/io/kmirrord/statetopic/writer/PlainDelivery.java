// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.statetopic.writer;

import io.kmirrord.statetopic.StateTopicConfig;
import io.kmirrord.statetopic.StateTopicException;
import io.kmirrord.statetopic.StateTopicException.Reason;
import io.kmirrord.statetopic.kafka.Problems;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.function.Supplier;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.errors.InterruptException;
import org.jspecify.annotations.Nullable;

/** Acknowledged sends without a transaction. The producer retries by itself until its timeout; then the caller is told. */
final class PlainDelivery implements Delivery {
    private final Supplier<Producer<byte[], byte[]>> factory;
    private final StateTopicConfig config;
    private @Nullable Producer<byte[], byte[]> producer;

    PlainDelivery(Supplier<Producer<byte[], byte[]>> factory, StateTopicConfig config) {
        this.factory = factory;
        this.config = config;
    }

    @Override
    public int maxWrites() {
        return 1;
    }

    @Override
    public Attempt attempt(List<ProducerRecord<byte[], byte[]>> records) {
        try {
            Producer<byte[], byte[]> current = producer;
            if (current == null) {
                current = factory.get();
                producer = current;
            }
            List<Future<RecordMetadata>> sent = new ArrayList<>(records.size());
            for (ProducerRecord<byte[], byte[]> record : records) {
                sent.add(current.send(record));
            }
            for (Future<RecordMetadata> acknowledged : sent) {
                acknowledged.get();
            }
            return new Attempt.Done();
        } catch (InterruptedException e) {
            throw new InterruptException(e);
        } catch (InterruptException e) {
            throw e;
        } catch (ExecutionException | RuntimeException e) {
            close();
            return Verdict.of(e, config) instanceof Attempt.Refused refused ? refused : late(Problems.unwrap(e));
        }
    }

    private Attempt late(Throwable cause) {
        return new Attempt.Refused(new StateTopicException(
                Reason.TIMEOUT,
                "topic " + config.stateTopic() + " did not acknowledge the records within " + config.timeout() + ": "
                        + Problems.text(cause) + ". They may be written all the same; writing them again does no harm",
                cause));
    }

    @Override
    public void close() {
        Producer<byte[], byte[]> current = producer;
        producer = null;
        if (current != null) {
            current.close(Duration.ZERO);
        }
    }
}
