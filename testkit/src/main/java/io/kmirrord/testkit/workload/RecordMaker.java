// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.testkit.workload;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.header.internals.RecordHeader;
import org.jspecify.annotations.Nullable;

/** Makes records of one topic from a seeded random source. Confined to the thread that writes the workload. */
final class RecordMaker {

    private static final int MAX_VALUE_BYTES = 400;

    private final String topic;
    private final Random random;
    private long timestamp;
    private long sequence;

    /** @param timestamp of the first record, ms since the epoch; each record is one ms later */
    RecordMaker(String topic, long seed, long timestamp) {
        this.topic = topic;
        this.random = new Random(seed);
        this.timestamp = timestamp;
    }

    /** Returns between {@code 1} and {@code most} records of every shape: headers, null and empty keys and values. */
    List<ProducerRecord<byte[], byte[]>> some(int partition, int most) {
        return exactly(partition, 1 + random.nextInt(most));
    }

    List<ProducerRecord<byte[], byte[]>> exactly(int partition, int count) {
        List<ProducerRecord<byte[], byte[]>> records = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            byte[] key = random.nextInt(8) == 0 ? null : nextKey();
            byte[] value = random.nextInt(10) == 0 ? null : bytes(random.nextInt(MAX_VALUE_BYTES));
            ProducerRecord<byte[], byte[]> record = record(partition, key, value);
            if (random.nextInt(3) == 0) {
                addHeaders(record);
            }
            records.add(record);
        }
        return records;
    }

    ProducerRecord<byte[], byte[]> record(int partition, byte @Nullable [] key, byte @Nullable [] value) {
        return at(timestamp++, partition, key, value);
    }

    ProducerRecord<byte[], byte[]> at(long timestampMs, int partition, byte @Nullable [] key, byte @Nullable [] value) {
        return new ProducerRecord<>(topic, partition, timestampMs, key, value);
    }

    /** Timestamps go on from here. */
    void moveTo(long timestampMs) {
        timestamp = timestampMs;
    }

    byte[] nextKey() {
        return key("key-" + sequence++);
    }

    static byte[] key(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    /** Returns bytes of which half compress well. */
    byte[] bytes(int size) {
        byte[] bytes = new byte[size];
        random.nextBytes(bytes);
        for (int i = 0; i < size / 2; i++) {
            bytes[i] = (byte) ('a' + i % 16);
        }
        return bytes;
    }

    /** Adds one to three headers, among them ones with a null value, an empty key and a key used twice. */
    void addHeaders(ProducerRecord<byte[], byte[]> record) {
        int kind = random.nextInt(4);
        record.headers().add(new RecordHeader("trace", bytes(random.nextInt(30))));
        if (kind == 1) {
            record.headers().add(new RecordHeader("trace", (byte[]) null));
        } else if (kind == 2) {
            record.headers().add(new RecordHeader("", bytes(1)));
            record.headers().add(new RecordHeader("überschrift", new byte[0]));
        }
    }
}
