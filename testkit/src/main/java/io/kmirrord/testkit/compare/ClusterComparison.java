// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.testkit.compare;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.IsolationLevel;
import org.apache.kafka.common.TopicPartition;

/**
 * Compares two clusters through the Kafka protocol alone: log start, high watermark and last stable offset, and record
 * for record what consumers of both isolation levels see. Needs no access to hosts. Not thread-safe.
 */
public final class ClusterComparison {

    private final ClusterReader reference;
    private final ClusterReader other;
    private final EndRule rule;

    public ClusterComparison(ClusterReader reference, ClusterReader other, EndRule rule) {
        this.reference = reference;
        this.other = other;
        this.rule = rule;
    }

    /** Compares each partition, which must exist in both clusters; the result has their order. */
    public List<ReadComparison> compare(Collection<TopicPartition> partitions) {
        Map<TopicPartition, Offsets> expected = reference.offsets(partitions);
        Map<TopicPartition, Offsets> actual = other.offsets(partitions);
        List<ReadComparison> results = new ArrayList<>();
        for (TopicPartition partition : partitions) {
            Offsets left = expected.get(partition);
            Offsets right = actual.get(partition);
            if (left == null || right == null) {
                throw new IllegalStateException("No offsets of " + partition);
            }
            results.add(compare(partition, left, right));
        }
        return results;
    }

    /** Compares one partition. */
    public ReadComparison compare(TopicPartition partition) {
        return compare(List.of(partition)).get(0);
    }

    private ReadComparison compare(TopicPartition partition, Offsets expected, Offsets actual) {
        List<Difference> differences = new ArrayList<>();
        if (rule == EndRule.EQUAL) {
            compareOffsets(partition, expected, actual, differences);
        }
        long from = Math.max(expected.logStart(), actual.logStart());
        long to = Math.min(expected.highWatermark(), actual.highWatermark());
        long stable = Math.min(expected.lastStable(), actual.lastStable());
        long uncommitted = compareRecords(partition, IsolationLevel.READ_UNCOMMITTED, from, to, differences);
        long committed = compareRecords(partition, IsolationLevel.READ_COMMITTED, from, stable, differences);
        return new ReadComparison(partition, expected, actual, from, to, uncommitted, committed, differences);
    }

    private void compareOffsets(
            TopicPartition partition, Offsets expected, Offsets actual, List<Difference> differences) {
        compareOffset(partition, Field.LOG_START_OFFSET, expected.logStart(), actual.logStart(), differences);
        compareOffset(partition, Field.HIGH_WATERMARK, expected.highWatermark(), actual.highWatermark(), differences);
        compareOffset(partition, Field.LAST_STABLE_OFFSET, expected.lastStable(), actual.lastStable(), differences);
    }

    private void compareOffset(
            TopicPartition partition, Field field, long expected, long actual, List<Difference> differences) {
        if (expected != actual) {
            differences.add(difference(
                    partition, Math.min(expected, actual), field, Long.toString(expected), Long.toString(actual)));
        }
    }

    private long compareRecords(
            TopicPartition partition, IsolationLevel isolation, long from, long to, List<Difference> differences) {
        RecordTrace expected = RecordTrace.read(reference, partition, isolation, from, to);
        RecordTrace actual = RecordTrace.read(other, partition, isolation, from, to);
        int index = expected.firstDifference(actual);
        if (index >= 0) {
            long offset = Math.min(expected.offset(index), actual.offset(index));
            Optional<String> left = describe(reference, partition, isolation, offset);
            Optional<String> right = describe(other, partition, isolation, offset);
            Field field = left.isPresent() && right.isPresent() ? Field.RECORD : Field.MISSING_RECORD;
            String none = "no record for " + isolation;
            differences.add(difference(partition, offset, field, left.orElse(none), right.orElse(none)));
        }
        return expected.size();
    }

    private static Optional<String> describe(
            ClusterReader reader, TopicPartition partition, IsolationLevel isolation, long offset) {
        List<String> found = new ArrayList<>();
        reader.read(partition, isolation, offset, offset + 1, record -> found.add(describe(record)));
        return found.stream().findFirst();
    }

    private static String describe(ConsumerRecord<byte[], byte[]> record) {
        return record.timestampType() + " " + record.timestamp() + ", key "
                + (record.key() == null ? "null" : record.key().length + " bytes") + ", value "
                + (record.value() == null ? "null" : record.value().length + " bytes") + ", "
                + record.headers().toArray().length + " headers, SHA-256 "
                + new RecordDigest().add(record).hex();
    }

    private Difference difference(TopicPartition partition, long offset, Field field, String expected, String actual) {
        return new Difference(partition, offset, field, reference.name(), expected, other.name(), actual);
    }
}
