// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.testkit.compare;

import io.kmirrord.testkit.compare.PartitionComparison.ReplicaRange;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.LongStream;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;

/**
 * Compares replicas batch by batch and byte by byte from their directories, over {@code [largest log start, end)}, and
 * their epoch checkpoints over the same range. Segment boundaries, indexes and producer snapshots are a replica's own
 * affair and not looked at. Brokers may run; where a cleaner or retention removes a file during the reading, the
 * {@link IOException} of it passes to the caller, who tries again.
 */
public final class LogComparison {

    private LogComparison() {}

    /**
     * Compares any number of replicas with the first one.
     *
     * @param replicas at least one; with one alone, its CRCs are checked
     * @throws IOException if a directory cannot be read, or holds a torn batch or an old message format
     */
    public static PartitionComparison compare(TopicPartition partition, List<Replica> replicas, EndRule rule)
            throws IOException {
        List<ReplicaRange> ranges = new ArrayList<>();
        for (Replica replica : replicas) {
            ranges.add(range(replica));
        }
        ReplicaRange first = ranges.get(0);
        long from =
                ranges.stream().mapToLong(ReplicaRange::logStartOffset).max().orElseThrow();
        long to = ranges.stream().mapToLong(ReplicaRange::logEndOffset).min().orElseThrow();
        List<Difference> differences = new ArrayList<>();
        Counted counted = checkReference(partition, replicas.get(0), from, to, differences);
        for (int i = 1; i < replicas.size(); i++) {
            Replica other = replicas.get(i);
            compareBatches(partition, replicas.get(0), other, from, to).ifPresent(differences::add);
            compareEpochs(partition, replicas.get(0), other, from, counted).ifPresent(differences::add);
            if (rule == EndRule.EQUAL && first.logEndOffset() != ranges.get(i).logEndOffset()) {
                differences.add(new Difference(
                        partition,
                        to,
                        Field.LOG_END_OFFSET,
                        first.name(),
                        Long.toString(first.logEndOffset()),
                        other.name(),
                        Long.toString(ranges.get(i).logEndOffset())));
            }
        }
        return new PartitionComparison(
                partition, ranges, from, to, counted.baseOffsets.length, counted.bytes, differences);
    }

    /** The batches of the reference within the range. */
    private static final class Counted {
        private final long[] baseOffsets;
        private final long[] lastOffsets;
        private final long bytes;

        Counted(long[] baseOffsets, long[] lastOffsets, long bytes) {
            this.baseOffsets = baseOffsets;
            this.lastOffsets = lastOffsets;
            this.bytes = bytes;
        }
    }

    private static ReplicaRange range(Replica replica) throws IOException {
        try (BatchCursor cursor = BatchCursor.open(replica.directory())) {
            long start = replica.logStartOffset() >= 0 ? replica.logStartOffset() : cursor.startOffset();
            while (cursor.next() != null) {
                // Only the end offset is wanted.
            }
            return new ReplicaRange(replica.name(), start, cursor.endOffset());
        }
    }

    private static Counted checkReference(
            TopicPartition partition, Replica replica, long from, long to, List<Difference> differences)
            throws IOException {
        BatchComparison comparison = new BatchComparison(partition, replica.name(), replica.name());
        LongStream.Builder baseOffsets = LongStream.builder();
        LongStream.Builder lastOffsets = LongStream.builder();
        long bytes = 0;
        try (BatchCursor cursor = BatchCursor.open(replica.directory())) {
            LogBatch batch = firstAt(cursor, from, to);
            while (batch != null) {
                baseOffsets.add(batch.header().baseOffset());
                lastOffsets.add(batch.header().lastOffset());
                bytes += batch.header().sizeBytes();
                comparison.ownCrc(batch, replica.name()).ifPresent(differences::add);
                batch = within(cursor.next(), to);
            }
        }
        return new Counted(baseOffsets.build().toArray(), lastOffsets.build().toArray(), bytes);
    }

    private static Optional<Difference> compareBatches(
            TopicPartition partition, Replica reference, Replica other, long from, long to) throws IOException {
        BatchComparison comparison = new BatchComparison(partition, reference.name(), other.name());
        try (BatchCursor left = BatchCursor.open(reference.directory());
                BatchCursor right = BatchCursor.open(other.directory())) {
            LogBatch expected = firstAt(left, from, to);
            LogBatch actual = firstAt(right, from, to);
            while (expected != null || actual != null) {
                Optional<Difference> difference = comparison.compare(expected, actual);
                if (difference.isPresent()) {
                    return difference;
                }
                expected = within(left.next(), to);
                actual = within(right.next(), to);
            }
        }
        return Optional.empty();
    }

    private static Optional<Difference> compareEpochs(
            TopicPartition partition, Replica reference, Replica other, long from, Counted batches) throws IOException {
        EpochCheckpoint expected =
                EpochCheckpoint.read(reference.directory()).of(batches.baseOffsets, batches.lastOffsets);
        EpochCheckpoint actual = EpochCheckpoint.read(other.directory()).of(batches.baseOffsets, batches.lastOffsets);
        return expected.equals(actual)
                ? Optional.empty()
                : Optional.of(new Difference(
                        partition,
                        from,
                        Field.EPOCH_CHECKPOINT,
                        reference.name(),
                        expected.toString(),
                        other.name(),
                        actual.toString()));
    }

    /** Skips what ends below {@code from}; a batch that straddles it belongs to the range. */
    private static @Nullable LogBatch firstAt(BatchCursor cursor, long from, long to) throws IOException {
        LogBatch batch = cursor.next();
        while (batch != null && batch.header().lastOffset() < from) {
            batch = cursor.next();
        }
        return within(batch, to);
    }

    private static @Nullable LogBatch within(@Nullable LogBatch batch, long to) {
        return batch == null || batch.header().baseOffset() >= to ? null : batch;
    }
}
