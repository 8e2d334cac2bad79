// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.testkit.compare;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.stream.LongStream;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LogComparisonTest {

    private static final TopicPartition PARTITION = new TopicPartition("orders", 2);
    private static final int BATCH = BatchHeader.SIZE + SegmentWriter.BODY_BYTES;

    @TempDir
    private Path temp;

    private Path left;
    private Path right;

    @BeforeEach
    void writeTwoEqualLogs() throws IOException {
        left = SegmentWriter.writeLog(temp.resolve("a/orders-2"), 8, 1);
        right = SegmentWriter.writeLog(temp.resolve("b/orders-2"), 8, 1);
    }

    @Test
    void equalLogsAreEqualWhateverTheirSegments() throws IOException {
        byte[] joined = concat(read(right, 0), read(right, 20));
        Files.write(right.resolve(SegmentWriter.name(0)), joined);
        Files.delete(right.resolve(SegmentWriter.name(20)));

        PartitionComparison result = compare();

        assertThat(result.differences()).isEmpty();
        assertThat(result.equal()).isTrue();
        assertThat(result.from()).isZero();
        assertThat(result.to()).isEqualTo(40);
        assertThat(result.batches()).isEqualTo(8);
        assertThat(result.bytes()).isEqualTo(8L * BATCH);
    }

    @Test
    void aFlippedByteIsFoundAtItsPlaceAndItsCrcDoesNotFit() throws IOException {
        change(right, 20, bytes -> bytes[BATCH + 70] ^= 1);

        Difference difference = only(compare());

        assertThat(difference.field()).isEqualTo(Field.BYTES);
        assertThat(difference.offset()).isEqualTo(25);
        assertThat(difference.otherValue()).contains("at byte 70 of the batch", "at byte " + (BATCH + 70));
        assertThat(difference.toString())
                .startsWith("orders-2 offset 25 BYTES: source-1 has 0x")
                .contains("destination-2 has 0x");
    }

    @Test
    void aFlippedByteOfTheReferenceIsAlsoReportedByItsOwnCrc() throws IOException {
        change(left, 20, bytes -> bytes[BATCH + 70] ^= 1);

        assertThat(compare().differences()).extracting(Difference::field).containsExactly(Field.OWN_CRC, Field.BYTES);
    }

    @Test
    void aDroppedBatchIsFound() throws IOException {
        byte[] segment = read(right, 20);
        Files.write(right.resolve(SegmentWriter.name(20)), concat(slice(segment, 0, 1), slice(segment, 2, 4)));

        Difference difference = only(compare());

        assertThat(difference.field()).isEqualTo(Field.MISSING_BATCH);
        assertThat(difference.offset()).isEqualTo(25);
        assertThat(difference.referenceValue()).isEqualTo("batch 25..29");
        assertThat(difference.otherValue()).isEqualTo("no batch");
    }

    @Test
    void anAddedBatchIsFound() throws IOException {
        byte[] segment = read(left, 20);
        Files.write(left.resolve(SegmentWriter.name(20)), concat(slice(segment, 0, 1), slice(segment, 2, 4)));

        Difference difference = only(compare());

        assertThat(difference.field()).isEqualTo(Field.MISSING_BATCH);
        assertThat(difference.offset()).isEqualTo(25);
        assertThat(difference.referenceValue()).isEqualTo("no batch");
        assertThat(difference.otherValue()).isEqualTo("batch 25..29");
    }

    @Test
    void anotherLeaderEpochIsFoundThoughTheCrcDoesNotCoverIt() throws IOException {
        change(right, 20, bytes -> ByteBuffer.wrap(bytes).putInt(2 * BATCH + 12, 4));

        Difference difference = only(compare());

        assertThat(difference.field()).isEqualTo(Field.LEADER_EPOCH);
        assertThat(difference.offset()).isEqualTo(30);
        assertThat(List.of(difference.referenceValue(), difference.otherValue()))
                .containsExactly("3", "4");
    }

    @Test
    void aShiftedOffsetIsFound() throws IOException {
        change(right, 0, bytes -> ByteBuffer.wrap(bytes).putLong(BATCH, 6));

        Difference difference = only(compare());

        assertThat(difference.field()).isEqualTo(Field.BASE_OFFSET);
        assertThat(List.of(difference.referenceValue(), difference.otherValue()))
                .containsExactly("5", "6");
    }

    @Test
    void everyProducerFieldAttributeAndTimestampIsCompared() throws IOException {
        checkSigned(bytes -> bytes.putShort(21, (short) 0), Field.ATTRIBUTES);
        checkSigned(bytes -> bytes.putInt(23, 3), Field.LAST_OFFSET);
        checkSigned(bytes -> bytes.putLong(27, 9), Field.BASE_TIMESTAMP);
        checkSigned(bytes -> bytes.putLong(35, 9), Field.MAX_TIMESTAMP);
        checkSigned(bytes -> bytes.putLong(43, 9), Field.PRODUCER_ID);
        checkSigned(bytes -> bytes.putShort(51, (short) 9), Field.PRODUCER_EPOCH);
        checkSigned(bytes -> bytes.putInt(53, 9), Field.BASE_SEQUENCE);
        checkSigned(bytes -> bytes.putInt(57, 0), Field.RECORD_COUNT);
        checkSigned(bytes -> bytes.put(80, (byte) (bytes.get(80) ^ 1)), Field.CRC);
    }

    private void checkSigned(Consumer<ByteBuffer> mutation, Field expected) throws IOException {
        writeTwoEqualLogs();
        change(right, 0, bytes -> {
            byte[] batch = slice(bytes, 1, 2);
            mutation.accept(ByteBuffer.wrap(batch));
            System.arraycopy(SegmentWriter.sign(batch), 0, bytes, BATCH, BATCH);
        });
        assertThat(only(compare()).field()).isEqualTo(expected);
    }

    @Test
    void aShorterLogIsADifferenceUnlessTheMinimumIsAskedFor() throws IOException {
        Files.write(right.resolve(SegmentWriter.name(20)), slice(read(right, 20), 0, 3));

        Difference difference = only(compare());

        assertThat(difference.field()).isEqualTo(Field.LOG_END_OFFSET);
        assertThat(List.of(difference.referenceValue(), difference.otherValue()))
                .containsExactly("40", "35");
        PartitionComparison minimum = LogComparison.compare(PARTITION, replicas(), EndRule.MINIMUM);
        assertThat(minimum.equal()).isTrue();
        assertThat(minimum.to()).isEqualTo(35);
    }

    @Test
    void aBatchThatIsJustBeingWrittenIsNotSeen() throws IOException {
        byte[] segment = read(right, 20);
        Files.write(right.resolve(SegmentWriter.name(20)), Arrays.copyOf(segment, segment.length - 7));

        assertThat(only(compare()).otherValue()).isEqualTo("35");
    }

    @Test
    void theComparisonStartsAtTheLargestLogStart() throws IOException {
        Files.delete(right.resolve(SegmentWriter.name(0)));
        change(left, 0, bytes -> bytes[80] ^= 1);

        PartitionComparison result = compare();

        assertThat(result.differences()).isEmpty();
        assertThat(result.from()).isEqualTo(20);
    }

    @Test
    void aBatchThatStraddlesTheStartIsCompared() throws IOException {
        change(right, 0, bytes -> bytes[BATCH + 80] ^= 1);
        List<Replica> replicas = List.of(new Replica("source-1", left, 7), new Replica("destination-2", right));

        PartitionComparison result = LogComparison.compare(PARTITION, replicas, EndRule.EQUAL);

        assertThat(result.from()).isEqualTo(7);
        assertThat(only(result).offset()).isEqualTo(5);
    }

    @Test
    void epochCheckpointsAreComparedWithinTheRange() throws IOException {
        Files.writeString(right.resolve("leader-epoch-checkpoint"), "0\n3\n0 0\n3 10\n9 40\n");
        assertThat(compare().equal()).as("epoch 9 has no batch").isTrue();

        Files.writeString(right.resolve("leader-epoch-checkpoint"), "0\n2\n0 0\n3 15\n");
        Difference difference = only(compare());
        assertThat(difference.field()).isEqualTo(Field.EPOCH_CHECKPOINT);
        assertThat(difference.referenceValue()).isEqualTo("[0=0, 3=10]");
        assertThat(difference.otherValue()).isEqualTo("[0=0, 3=15]");
    }

    @Test
    void anEpochCheckpointThatWasNeverWrittenIsEmptyAndABrokenOneAnError() throws IOException {
        Path file = right.resolve("leader-epoch-checkpoint");
        Files.writeString(file, "");
        assertThat(EpochCheckpoint.read(right).entries()).isEmpty();
        Files.delete(file);
        assertThat(EpochCheckpoint.read(right).entries()).isEmpty();
        Files.writeString(file, "0\n2\n0 0\n");
        assertThatThrownBy(() -> EpochCheckpoint.read(right)).hasMessageContaining("2 entries announced, 1 found");
    }

    @Test
    void epochEntriesCountWhereTheirBatchesAre() throws IOException {
        assertThat(epochsOf()).as("an empty range").isEqualTo("[]");
        assertThat(epochsOf(5, 10, 15)).isEqualTo("[0=5, 3=10]");
        assertThat(epochsOf(5, 12)).as("10 is gone").isEqualTo("[0=5, 3=12]");
        assertThat(epochsOf(12)).as("all of epoch 0 is gone").isEqualTo("[3=12]");
        assertThat(epochsOf(5)).as("all of epoch 3 is gone").isEqualTo("[0=5]");
        assertThat(epochsOf(8)).as("it begins inside of a batch").isEqualTo("[3=8]");
    }

    /** What the checkpoint 0=0, 3=10 says about batches of five records. */
    private String epochsOf(long... baseOffsets) throws IOException {
        long[] lastOffsets = LongStream.of(baseOffsets).map(base -> base + 4).toArray();
        return EpochCheckpoint.read(right).of(baseOffsets, lastOffsets).toString();
    }

    @Test
    void eachReplicaIsComparedWithTheFirst() throws IOException {
        Path third = SegmentWriter.writeLog(temp.resolve("c/orders-2"), 8, 2);
        List<Replica> replicas = Replica.find(
                PARTITION,
                new TreeMap<>(Map.of(
                        "1", List.of(temp.resolve("a")),
                        "2", List.of(temp.resolve("none"), temp.resolve("b")),
                        "3", List.of(third.getParent()),
                        "4", List.of(temp.resolve("none")))));

        PartitionComparison result = LogComparison.compare(PARTITION, replicas, EndRule.EQUAL);

        assertThat(result.replicas()).hasSize(3);
        assertThat(only(result).other()).isEqualTo("3");
        assertThat(only(result).offset()).isZero();
    }

    @Test
    void aTornBatchInsideTheLogAndAnOldFormatAreErrors() throws IOException {
        byte[] segment = read(right, 0);
        Files.write(right.resolve(SegmentWriter.name(0)), Arrays.copyOf(segment, segment.length - 1));
        assertThatThrownBy(this::compare).isInstanceOf(IOException.class).hasMessageContaining("Torn batch");

        segment[16] = 1;
        Files.write(right.resolve(SegmentWriter.name(0)), segment);
        assertThatThrownBy(this::compare).isInstanceOf(IOException.class).hasMessageContaining("magic 1");
    }

    @Test
    void anImpossibleLengthIsAnError() throws IOException {
        change(right, 0, bytes -> ByteBuffer.wrap(bytes).putInt(8, -1));
        assertThatThrownBy(this::compare).isInstanceOf(IOException.class).hasMessageContaining("length -1");
    }

    @Test
    void headersAreReadAsWritten() throws IOException {
        byte[] batch = SegmentWriter.batch(123, 9, new Random(3));
        BatchHeader header = BatchHeader.parse(ByteBuffer.wrap(batch), 0);
        assertThat(header.baseOffset()).isEqualTo(123);
        assertThat(header.nextOffset()).isEqualTo(128);
        assertThat(header.leaderEpoch()).isEqualTo(9);
        assertThat(header.producerId()).isEqualTo(77);
        assertThat(header.sizeBytes()).isEqualTo(batch.length);
        assertThat(header.transactional()).isTrue();
        assertThat(header.control()).isFalse();
        assertThat(header.codec()).isZero();
    }

    private List<Replica> replicas() {
        return List.of(new Replica("source-1", left), new Replica("destination-2", right));
    }

    private PartitionComparison compare() throws IOException {
        return LogComparison.compare(PARTITION, replicas(), EndRule.EQUAL);
    }

    private static Difference only(PartitionComparison result) {
        assertThat(result.equal()).isFalse();
        assertThat(result.differences()).hasSize(1);
        return result.differences().get(0);
    }

    private static byte[] read(Path directory, long segment) throws IOException {
        return Files.readAllBytes(directory.resolve(SegmentWriter.name(segment)));
    }

    private static void change(Path directory, long segment, Consumer<byte[]> mutation) throws IOException {
        byte[] bytes = read(directory, segment);
        mutation.accept(bytes);
        Files.write(directory.resolve(SegmentWriter.name(segment)), bytes);
    }

    private static byte[] slice(byte[] segment, int fromBatch, int toBatch) {
        return Arrays.copyOfRange(segment, fromBatch * BATCH, toBatch * BATCH);
    }

    private static byte[] concat(byte[] a, byte[] b) {
        byte[] all = Arrays.copyOf(a, a.length + b.length);
        System.arraycopy(b, 0, all, a.length, b.length);
        return all;
    }
}
