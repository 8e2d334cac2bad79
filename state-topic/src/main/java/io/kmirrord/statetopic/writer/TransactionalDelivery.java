// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.statetopic.writer;

import io.kmirrord.statetopic.StateTopicConfig;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Future;
import java.util.function.Supplier;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.InterruptException;
import org.apache.kafka.common.errors.TimeoutException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One transaction an attempt.
 *
 * <p>A producer that met an error that it cannot get over, a fence included, is replaced by one of the same name; but
 * only once it is known that no other writer took over, because the replacement would fence that one.
 */
final class TransactionalDelivery implements Delivery {
    private static final Logger LOG = LoggerFactory.getLogger(TransactionalDelivery.class);
    private static final int MAX_WRITES = 500;

    private final Supplier<Producer<byte[], byte[]>> factory;
    private final Ownership ownership;
    private final StateTopicConfig config;
    private @Nullable Producer<byte[], byte[]> producer;
    private boolean ready;
    private boolean everReady;

    TransactionalDelivery(Supplier<Producer<byte[], byte[]>> factory, Ownership ownership, StateTopicConfig config) {
        this.factory = factory;
        this.ownership = ownership;
        this.config = config;
    }

    @Override
    public int maxWrites() {
        return MAX_WRITES;
    }

    @Override
    public Attempt attempt(List<ProducerRecord<byte[], byte[]>> records) {
        Producer<byte[], byte[]> current = producer;
        try {
            if (current == null) {
                if (everReady && ownership.takenOver()) {
                    return new Attempt.Fenced();
                }
                current = factory.get();
                producer = current;
            }
            if (!ready) {
                current.initTransactions();
                ready = true;
                everReady = true;
            }
        } catch (InterruptException e) {
            throw e;
        } catch (RuntimeException e) {
            return failedToStart(e);
        }
        return records.isEmpty() ? new Attempt.Done() : transaction(current, records);
    }

    /** After a timeout the same producer goes on with what it began; another would begin anew. */
    private Attempt failedToStart(RuntimeException e) {
        if (!(e instanceof TimeoutException)) {
            discard();
        }
        return Verdict.of(e, config);
    }

    private Attempt transaction(Producer<byte[], byte[]> current, List<ProducerRecord<byte[], byte[]>> records) {
        try {
            current.beginTransaction();
            for (ProducerRecord<byte[], byte[]> record : records) {
                // A send that fails makes the commit fail, with its cause.
                Future<RecordMetadata> unused = current.send(record);
            }
            return commit(current);
        } catch (InterruptException e) {
            throw e;
        } catch (RuntimeException e) {
            abort(current);
            return Verdict.of(e, config);
        }
    }

    /** A commit that was not answered in time may have happened: only asking again tells. */
    private static Attempt commit(Producer<byte[], byte[]> current) {
        while (true) {
            try {
                current.commitTransaction();
                return new Attempt.Done();
            } catch (TimeoutException e) {
                LOG.warn("The commit of a transaction is not answered, asking again: {}", e.getMessage());
            }
        }
    }

    private void abort(Producer<byte[], byte[]> current) {
        try {
            current.abortTransaction();
        } catch (InterruptException e) {
            throw e;
        } catch (RuntimeException e) {
            LOG.info("The transaction cannot be aborted by its producer: {}", e.toString());
            discard();
        }
    }

    private void discard() {
        Producer<byte[], byte[]> current = producer;
        producer = null;
        ready = false;
        if (current != null) {
            try {
                current.close(Duration.ZERO);
            } catch (KafkaException e) {
                LOG.warn("The producer of the state topic did not close well", e);
            }
        }
    }

    @Override
    public void close() {
        discard();
    }
}
