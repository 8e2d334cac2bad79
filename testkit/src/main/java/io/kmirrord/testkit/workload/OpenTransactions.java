// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.testkit.workload;

import java.time.Duration;
import java.util.List;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;

/**
 * Transactions that interleave. Partition 0: all ended. Partition 1: one in flight, with committed and aborted ones
 * behind it. Partition 2: two in flight and plain records. Those in flight stay open until brokers give up on them, 15
 * minutes later.
 */
final class OpenTransactions implements Scenario {

    private static final int PARTITIONS = 3;
    private static final int ROUNDS = 10;
    private static final int MOST_RECORDS = 12;

    @Override
    public TopicPlan plan(WorkloadSpec spec) {
        return Topics.keepForever(spec.topicPrefix() + "transactions", PARTITIONS);
    }

    @Override
    public void write(ScenarioContext context) {
        try (KafkaProducer<byte[], byte[]> first = transactional(context, "first");
                KafkaProducer<byte[], byte[]> second = transactional(context, "second");
                KafkaProducer<byte[], byte[]> plain = context.producers().plain(Codec.NONE, "all")) {
            for (int round = 0; round < ROUNDS; round++) {
                context.transaction(first, round % 3 != 0, MOST_RECORDS, 0, 1);
                interleaved(context, first, second, round % 2 == 0);
                context.write(plain, context.maker().some(2, MOST_RECORDS));
                if (round == ROUNDS / 2) {
                    leaveOpen(context, "open-1", 1, 2);
                    leaveOpen(context, "open-2", 2);
                }
            }
        }
    }

    /** Two transactions overlap in partition 0 and end in the order of their begin. */
    private static void interleaved(
            ScenarioContext context,
            KafkaProducer<byte[], byte[]> first,
            KafkaProducer<byte[], byte[]> second,
            boolean commitFirst) {
        first.beginTransaction();
        second.beginTransaction();
        List<ProducerRecord<byte[], byte[]>> ofFirst = context.maker().some(0, MOST_RECORDS);
        List<ProducerRecord<byte[], byte[]>> ofSecond = context.maker().some(0, MOST_RECORDS);
        context.writeToTransaction(first, ofFirst, commitFirst);
        context.writeToTransaction(second, ofSecond, !commitFirst);
        context.end(first, commitFirst, ofFirst);
        context.end(second, !commitFirst, ofSecond);
    }

    /** Writes into a transaction and walks away: only a close without grace sends no abort. */
    private static void leaveOpen(ScenarioContext context, String id, int... partitions) {
        KafkaProducer<byte[], byte[]> producer = transactional(context, id);
        try {
            producer.beginTransaction();
            for (int partition : partitions) {
                List<ProducerRecord<byte[], byte[]>> records = context.maker().some(partition, MOST_RECORDS);
                Batch.send(producer, records);
                context.ledger(partition).wroteOpen(records.size());
            }
        } finally {
            producer.close(Duration.ZERO);
        }
    }

    private static KafkaProducer<byte[], byte[]> transactional(ScenarioContext context, String id) {
        return context.producers().transactional(Codec.LZ4, context.transactionalId(id));
    }
}
