// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.protocol;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.nio.ByteBuffer;
import java.util.List;
import org.apache.kafka.common.compress.Compression;
import org.apache.kafka.common.record.internal.MemoryRecords;
import org.apache.kafka.common.record.internal.SimpleRecord;
import org.junit.jupiter.api.Test;

final class RecordBatchesTest {

    private static ByteBuf batches(int... records) {
        ByteBuf all = Unpooled.buffer();
        long offset = 100;
        for (int count : records) {
            SimpleRecord[] simple = new SimpleRecord[count];
            for (int i = 0; i < count; i++) {
                simple[i] = new SimpleRecord(5_000L, new byte[] {1}, new byte[10 + i]);
            }
            ByteBuffer batch = MemoryRecords.withIdempotentRecords(
                            offset, Compression.NONE, 77L, (short) 3, 9, 21, simple)
                    .buffer();
            all.writeBytes(batch);
            offset += count;
        }
        return all;
    }

    @Test
    void headersSayWhatTheBatchesSay() {
        ByteBuf buffer = batches(2, 5);
        List<BatchHeader> headers = RecordBatches.headers(buffer);
        assertThat(headers).hasSize(2);
        BatchHeader second = headers.get(1);
        assertThat(second.baseOffset()).isEqualTo(102);
        assertThat(second.lastOffset()).isEqualTo(106);
        assertThat(second.nextOffset()).isEqualTo(107);
        assertThat(second.leaderEpoch()).isEqualTo(21);
        assertThat(second.producerId()).isEqualTo(77);
        assertThat(second.producerEpoch()).isEqualTo((short) 3);
        assertThat(second.baseSequence()).isEqualTo(9);
        assertThat(second.recordCount()).isEqualTo(5);
        assertThat(second.maxTimestamp()).isEqualTo(5_000);
        assertThat(second.isControl()).isFalse();
        assertThat(second.isTransactional()).isFalse();
        assertThat(second.position() + second.sizeInBytes()).isEqualTo(buffer.readableBytes());
        assertThat(headers).allMatch(h -> RecordBatches.checksumFits(buffer, h));
    }

    @Test
    void f18TheChecksumCoversTheRecordsButNotTheLeaderEpoch() {
        ByteBuf buffer = batches(3);
        buffer.setByte(13, 0x5f);
        BatchHeader flipped = RecordBatches.headers(buffer).get(0);
        assertThat(flipped.leaderEpoch()).isNotEqualTo(21);
        assertThat(RecordBatches.checksumFits(buffer, flipped)).isTrue();
        buffer.setByte(65, buffer.getByte(65) ^ 1);
        assertThat(RecordBatches.checksumFits(
                        buffer, RecordBatches.headers(buffer).get(0)))
                .isFalse();
    }

    @Test
    void aBatchCutOffAnywhereIsLeftOut() {
        ByteBuf buffer = batches(2, 5);
        int first = RecordBatches.headers(buffer).get(0).sizeInBytes();
        for (int end = 0; end <= buffer.readableBytes(); end++) {
            int whole = end < first ? 0 : end < buffer.readableBytes() ? first : end;
            assertThat(RecordBatches.wholeBatchBytes(buffer.slice(0, end))).isEqualTo(whole);
        }
    }

    @Test
    void impossibleLengthsAreCorruption() {
        for (int length : new int[] {-1, 0, 4, Integer.MIN_VALUE}) {
            ByteBuf buffer = batches(1);
            buffer.setInt(8, length);
            assertThatThrownBy(() -> RecordBatches.wholeBatchBytes(buffer)).hasMessageContaining("length " + length);
        }
        ByteBuf huge = batches(1);
        huge.setInt(8, Integer.MAX_VALUE);
        assertThat(RecordBatches.wholeBatchBytes(huge)).isZero();
        assertThatThrownBy(() -> RecordBatches.headers(huge)).isInstanceOf(WireException.class);
    }

    @Test
    void oldMessageFormatsAreRefusedWithWhatToDo() {
        ByteBuf buffer = batches(1);
        buffer.setByte(16, 1);
        assertThat(RecordBatches.wholeBatchBytes(buffer)).isEqualTo(buffer.readableBytes());
        assertThatThrownBy(() -> RecordBatches.headers(buffer))
                .isInstanceOfSatisfying(
                        WireException.class, e -> assertThat(e.category()).isEqualTo(ErrorCategory.FATAL))
                .hasMessageContaining("message format 1 at offset 100");
    }
}
