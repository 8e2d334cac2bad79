// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.testkit.compare;

import java.util.Arrays;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.IsolationLevel;
import org.apache.kafka.common.TopicPartition;

/** Offset and digest of each record that a consumer saw, 16 bytes a record. */
final class RecordTrace {

    private final RecordDigest single = new RecordDigest();
    private final RecordDigest whole = new RecordDigest();
    private long[] offsets = new long[1024];
    private long[] heads = new long[1024];
    private int size;

    static RecordTrace read(
            ClusterReader reader, TopicPartition partition, IsolationLevel isolation, long from, long to) {
        RecordTrace trace = new RecordTrace();
        reader.read(partition, isolation, from, to, trace::add);
        return trace;
    }

    private void add(ConsumerRecord<byte[], byte[]> record) {
        if (size == offsets.length) {
            offsets = Arrays.copyOf(offsets, 2 * size);
            heads = Arrays.copyOf(heads, 2 * size);
        }
        offsets[size] = record.offset();
        heads[size] = single.add(record).head();
        whole.add(record);
        size++;
    }

    int size() {
        return size;
    }

    /** Returns the offset of a record, or Long.MAX_VALUE behind the last. */
    long offset(int index) {
        return index < size ? offsets[index] : Long.MAX_VALUE;
    }

    /** Returns the index of the first record in which the traces differ, or -1. */
    int firstDifference(RecordTrace other) {
        int common = Math.min(size, other.size);
        for (int i = 0; i < common; i++) {
            if (offsets[i] != other.offsets[i] || heads[i] != other.heads[i]) {
                return i;
            }
        }
        return size == other.size ? -1 : common;
    }

    String digest() {
        return whole.hex();
    }
}
