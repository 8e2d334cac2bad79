// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.testkit.workload;

import java.util.ArrayList;
import java.util.List;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;

/** Plain volume, spread evenly. */
final class Bulk implements Scenario {

    private static final int PARTITIONS = 3;
    private static final int RECORD_BYTES = 2_000;
    private static final int RECORDS_PER_FLUSH = 2_000;

    @Override
    public TopicPlan plan(WorkloadSpec spec) {
        return Topics.keepForever(spec.topicPrefix() + "bulk", PARTITIONS);
    }

    @Override
    public void write(ScenarioContext context) {
        long left = context.spec().bulkBytes() / RECORD_BYTES;
        try (KafkaProducer<byte[], byte[]> producer = context.producers().idempotent(Codec.NONE)) {
            for (int next = 0; left > 0; next++) {
                int count = (int) Math.min(RECORDS_PER_FLUSH, left);
                List<ProducerRecord<byte[], byte[]>> records = new ArrayList<>(count);
                for (int i = 0; i < count; i++) {
                    RecordMaker maker = context.maker();
                    records.add(maker.record(next % PARTITIONS, maker.nextKey(), maker.bytes(RECORD_BYTES)));
                }
                context.write(producer, records);
                left -= count;
            }
        }
    }
}
