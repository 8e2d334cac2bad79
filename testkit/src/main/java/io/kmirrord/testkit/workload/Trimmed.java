// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.testkit.workload;

import org.apache.kafka.clients.producer.KafkaProducer;

/** Logs without a beginning or without anything: partition 0 starts inside a batch, 1 is deleted whole, 2 is empty. */
final class Trimmed implements Scenario {

    private static final int BATCHES = 10;
    private static final int RECORDS = 10;
    private static final long INSIDE_THE_FIFTH_BATCH = 47;

    @Override
    public TopicPlan plan(WorkloadSpec spec) {
        return Topics.keepForever(spec.topicPrefix() + "trimmed", 3);
    }

    @Override
    public void write(ScenarioContext context) {
        try (KafkaProducer<byte[], byte[]> producer = context.producers().idempotent(Codec.LZ4)) {
            for (int i = 0; i < BATCHES; i++) {
                context.write(producer, context.maker().exactly(0, RECORDS));
                context.write(producer, context.maker().exactly(1, RECORDS));
            }
        }
        delete(context, 0, INSIDE_THE_FIFTH_BATCH);
        delete(context, 1, context.ledger(1).end());
    }

    private static void delete(ScenarioContext context, int partition, long offset) {
        context.admin().deleteBelow(context.partition(partition), offset);
        context.ledger(partition).deletedBelow(offset);
    }
}
