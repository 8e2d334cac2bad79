// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.testkit.workload;

import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.producer.KafkaProducer;

/** Large records between small ones, plain and compressed. */
final class LargeRecords implements Scenario {

    private static final int OVERHEAD = 1 << 16;

    @Override
    public TopicPlan plan(WorkloadSpec spec) {
        return Topics.keepForever(
                spec.topicPrefix() + "large",
                1,
                Map.of("max.message.bytes", Integer.toString(spec.largeRecordBytes() + OVERHEAD)));
    }

    @Override
    public void write(ScenarioContext context) {
        RecordMaker maker = context.maker();
        int size = context.spec().largeRecordBytes();
        for (Codec codec : List.of(Codec.NONE, Codec.ZSTD)) {
            try (KafkaProducer<byte[], byte[]> producer = context.producers().idempotent(codec)) {
                context.write(producer, maker.some(0, 3));
                context.write(producer, List.of(maker.record(0, maker.nextKey(), maker.bytes(size))));
                context.write(producer, List.of(maker.record(0, null, maker.bytes(1))));
            }
        }
    }
}
