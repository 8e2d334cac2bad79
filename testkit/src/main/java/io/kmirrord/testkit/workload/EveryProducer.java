// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.testkit.workload;

import java.util.List;
import org.apache.kafka.clients.producer.KafkaProducer;

/** Each codec with each kind of producer, side by side in every partition. */
final class EveryProducer implements Scenario {

    private static final int PARTITIONS = 3;
    private static final int ROUNDS = 2;
    private static final int MOST_RECORDS = 30;
    private static final int[] ALL = {0, 1, 2};

    @Override
    public TopicPlan plan(WorkloadSpec spec) {
        return Topics.keepForever(spec.topicPrefix() + "producers", PARTITIONS);
    }

    @Override
    public void write(ScenarioContext context) {
        for (Codec codec : Codec.values()) {
            for (String acks : List.of("0", "1", "all")) {
                try (KafkaProducer<byte[], byte[]> producer =
                        context.producers().plain(codec, acks)) {
                    writeRounds(context, producer);
                }
                // The next producer has another connection: it must not overtake what acks=0 left on the way.
                context.awaitEndOffsets();
            }
            try (KafkaProducer<byte[], byte[]> producer = context.producers().idempotent(codec)) {
                writeRounds(context, producer);
            }
            String id = context.transactionalId(codec.setting());
            try (KafkaProducer<byte[], byte[]> producer = context.producers().transactional(codec, id)) {
                context.transaction(producer, true, MOST_RECORDS, ALL);
                context.transaction(producer, false, MOST_RECORDS, ALL);
                context.transaction(producer, true, MOST_RECORDS, 0, 2);
            }
        }
    }

    private static void writeRounds(ScenarioContext context, KafkaProducer<byte[], byte[]> producer) {
        for (int round = 0; round < ROUNDS; round++) {
            for (int partition : ALL) {
                context.write(producer, context.maker().some(partition, MOST_RECORDS));
            }
        }
    }
}
