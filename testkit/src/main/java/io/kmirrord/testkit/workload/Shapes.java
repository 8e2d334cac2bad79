// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.testkit.workload;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;

/**
 * Odd records and batches. Partition 0: every combination of null, empty and one-byte keys and values, many headers,
 * timestamps from 1970 to 2100. Partition 1: hundreds of batches of one record.
 */
final class Shapes implements Scenario {

    private static final int SMALL_BATCHES = 400;
    private static final int MANY_HEADERS = 100;
    private static final long[] TIMESTAMPS = {
        0L,
        1L,
        Instant.parse("2001-09-09T01:46:40Z").toEpochMilli(),
        Instant.parse("2100-01-01T00:00:00Z").toEpochMilli(),
        5L
    };

    @Override
    public TopicPlan plan(WorkloadSpec spec) {
        return Topics.keepForever(spec.topicPrefix() + "shapes", 2);
    }

    @Override
    public void write(ScenarioContext context) {
        RecordMaker maker = context.maker();
        for (Codec codec : Codec.values()) {
            try (KafkaProducer<byte[], byte[]> producer = context.producers().idempotent(codec)) {
                context.write(producer, everyPresence(maker));
                context.write(producer, everyTimestamp(maker));
                ProducerRecord<byte[], byte[]> manyHeaders = maker.record(0, maker.nextKey(), maker.bytes(1));
                for (int i = 0; i < MANY_HEADERS; i++) {
                    maker.addHeaders(manyHeaders);
                }
                context.write(producer, List.of(manyHeaders));
            }
        }
        try (KafkaProducer<byte[], byte[]> producer = context.producers().oneRecordPerBatch(Codec.NONE)) {
            context.write(producer, maker.exactly(1, SMALL_BATCHES));
        }
    }

    private static List<ProducerRecord<byte[], byte[]>> everyPresence(RecordMaker maker) {
        List<ProducerRecord<byte[], byte[]>> records = new ArrayList<>();
        for (Optional<byte[]> key : presences(maker)) {
            for (Optional<byte[]> value : presences(maker)) {
                records.add(maker.record(0, key.orElse(null), value.orElse(null)));
            }
        }
        return records;
    }

    private static List<Optional<byte[]>> presences(RecordMaker maker) {
        return List.of(
                Optional.empty(), Optional.of(new byte[0]), Optional.of(maker.bytes(1)), Optional.of(maker.nextKey()));
    }

    private static List<ProducerRecord<byte[], byte[]>> everyTimestamp(RecordMaker maker) {
        List<ProducerRecord<byte[], byte[]>> records = new ArrayList<>();
        for (long timestamp : TIMESTAMPS) {
            records.add(maker.at(timestamp, 0, maker.nextKey(), maker.bytes(9)));
        }
        return records;
    }
}
