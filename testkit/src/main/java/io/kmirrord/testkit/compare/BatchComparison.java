// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.testkit.compare;

import java.util.Optional;
import java.util.function.Function;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;

/** Compares two batches field by field, the telling fields first, and then byte by byte. */
final class BatchComparison {

    private final TopicPartition partition;
    private final String reference;
    private final String other;

    BatchComparison(TopicPartition partition, String reference, String other) {
        this.partition = partition;
        this.reference = reference;
        this.other = other;
    }

    /** Returns the first difference; a null batch is the end of that side's range. */
    Optional<Difference> compare(@Nullable LogBatch expected, @Nullable LogBatch actual) {
        if (expected == null) {
            return Optional.ofNullable(actual).map(batch -> missing(batch, "no batch", describe(batch)));
        }
        if (actual == null) {
            return Optional.of(missing(expected, describe(expected), "no batch"));
        }
        if (expected.header().lastOffset() < actual.header().baseOffset()) {
            return Optional.of(missing(expected, describe(expected), "no batch"));
        }
        if (actual.header().lastOffset() < expected.header().baseOffset()) {
            return Optional.of(missing(actual, "no batch", describe(actual)));
        }
        if (expected.bytes().equals(actual.bytes())) {
            return Optional.empty();
        }
        return Optional.of(firstDifference(expected, actual));
    }

    /** Returns a difference if the CRC of a batch does not fit its own bytes. */
    Optional<Difference> ownCrc(LogBatch batch, String replica) {
        int stored = batch.header().crc();
        int computed = batch.computedCrc();
        return stored == computed
                ? Optional.empty()
                : Optional.of(new Difference(
                        partition,
                        batch.header().baseOffset(),
                        Field.OWN_CRC,
                        "CRC of " + replica,
                        hex(stored),
                        "the bytes of " + replica,
                        hex(computed) + " (" + batch.segment() + " at byte " + batch.position() + ")"));
    }

    private Difference firstDifference(LogBatch expected, LogBatch actual) {
        for (Column column : COLUMNS) {
            Object left = column.value.apply(expected.header());
            Object right = column.value.apply(actual.header());
            if (!left.equals(right)) {
                return difference(expected, column.field, left.toString(), right.toString());
            }
        }
        int at = expected.bytes().mismatch(actual.bytes());
        return difference(expected, Field.BYTES, byteAt(expected, at), byteAt(actual, at));
    }

    private Difference missing(LogBatch present, String referenceValue, String otherValue) {
        return difference(present, Field.MISSING_BATCH, referenceValue, otherValue);
    }

    private Difference difference(LogBatch at, Field field, String referenceValue, String otherValue) {
        return new Difference(partition, at.header().baseOffset(), field, reference, referenceValue, other, otherValue);
    }

    private static String describe(LogBatch batch) {
        return "batch " + batch.header().baseOffset() + ".." + batch.header().lastOffset();
    }

    private static String byteAt(LogBatch batch, int at) {
        return String.format(
                "0x%02x at byte %d of the batch (%s at byte %d)",
                batch.bytes().get(at), at, batch.segment().getFileName(), batch.position() + at);
    }

    private static String hex(int crc) {
        return String.format("0x%08x", crc);
    }

    private record Column(Field field, Function<BatchHeader, Object> value) {}

    private static final Column[] COLUMNS = {
        new Column(Field.BASE_OFFSET, BatchHeader::baseOffset),
        new Column(Field.LAST_OFFSET, BatchHeader::lastOffset),
        new Column(Field.LEADER_EPOCH, BatchHeader::leaderEpoch),
        new Column(Field.ATTRIBUTES, BatchHeader::attributes),
        new Column(Field.BASE_TIMESTAMP, BatchHeader::baseTimestamp),
        new Column(Field.MAX_TIMESTAMP, BatchHeader::maxTimestamp),
        new Column(Field.PRODUCER_ID, BatchHeader::producerId),
        new Column(Field.PRODUCER_EPOCH, BatchHeader::producerEpoch),
        new Column(Field.BASE_SEQUENCE, BatchHeader::baseSequence),
        new Column(Field.RECORD_COUNT, BatchHeader::recordCount),
        new Column(Field.SIZE, BatchHeader::sizeBytes),
        new Column(Field.CRC, header -> hex(header.crc())),
    };
}
