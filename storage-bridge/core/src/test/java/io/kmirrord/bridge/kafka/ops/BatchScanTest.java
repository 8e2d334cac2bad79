// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.bridge.kafka.ops;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.kmirrord.bridge.wire.BridgeException;
import io.kmirrord.bridge.wire.ErrorCode;
import java.nio.ByteBuffer;
import org.apache.kafka.common.compress.Compression;
import org.apache.kafka.common.record.TimestampType;
import org.apache.kafka.common.record.internal.MemoryRecords;
import org.apache.kafka.common.record.internal.MemoryRecordsBuilder;
import org.apache.kafka.common.record.internal.RecordBatch;
import org.junit.jupiter.api.Test;

final class BatchScanTest {

    private static ByteBuffer batch(long base, int records, int epoch, byte magic) {
        ByteBuffer buffer = ByteBuffer.allocate(4096);
        MemoryRecordsBuilder builder = new MemoryRecordsBuilder(
                buffer,
                magic,
                Compression.NONE,
                TimestampType.CREATE_TIME,
                base,
                5L,
                RecordBatch.NO_PRODUCER_ID,
                RecordBatch.NO_PRODUCER_EPOCH,
                RecordBatch.NO_SEQUENCE,
                false,
                false,
                epoch,
                buffer.capacity());
        for (int i = 0; i < records; i++) {
            builder.append(5L, null, ("value " + (base + i)).getBytes(java.nio.charset.StandardCharsets.UTF_8));
        }
        MemoryRecords built = builder.build();
        return built.buffer().duplicate();
    }

    private static ByteBuffer join(ByteBuffer... parts) {
        int size = 0;
        for (ByteBuffer part : parts) {
            size += part.remaining();
        }
        ByteBuffer joined = ByteBuffer.allocateDirect(size);
        for (ByteBuffer part : parts) {
            joined.put(part.duplicate());
        }
        return joined.flip();
    }

    private static BridgeException refusal(ByteBuffer chunk) {
        BridgeException refusal = catchThrowableOfType(BridgeException.class, () -> BatchScan.of(chunk));
        assertThat(refusal).isNotNull();
        return refusal;
    }

    @Test
    void sumsUpHeadersAndLeavesTheBufferAlone() throws BridgeException {
        ByteBuffer first = batch(10, 3, 4, (byte) 2);
        ByteBuffer second = batch(20, 5, 6, (byte) 2);
        ByteBuffer chunk = join(first, second);

        BatchScan scan = BatchScan.of(chunk);

        assertThat(scan)
                .isEqualTo(new BatchScan(
                        chunk.capacity(), 2, 8, 10, 12, 24, 4, 6, Math.max(first.remaining(), second.remaining())));
        assertThat(chunk.position()).isZero();
        assertThat(BatchScan.bytesFitting(chunk, first.remaining() + 1)).isEqualTo(first.remaining());
        assertThat(BatchScan.bytesFitting(chunk, 1)).isEqualTo(first.remaining());
        assertThat(BatchScan.bytesFitting(chunk, chunk.capacity())).isEqualTo(chunk.capacity());
    }

    @Test
    void aCutOffLastBatchIsLeftOutWhenReadAndRefusedWhenAppended() {
        ByteBuffer first = batch(10, 3, 4, (byte) 2);
        ByteBuffer chunk = join(first, batch(20, 5, 6, (byte) 2));
        for (int cut = 1; cut < chunk.capacity() - first.remaining(); cut++) {
            ByteBuffer torn = chunk.duplicate().limit(chunk.capacity() - cut);
            assertThat(BatchScan.wholeBytes(torn)).isEqualTo(first.remaining());
            assertThat(refusal(torn).code()).isEqualTo(ErrorCode.CORRUPT);
        }
        assertThat(BatchScan.wholeBytes(chunk)).isEqualTo(chunk.capacity());
    }

    @Test
    void oldMessageFormatsAreNamed() {
        assertThat(refusal(batch(0, 1, -1, (byte) 1)).code()).isEqualTo(ErrorCode.OLD_MESSAGE_FORMAT);
        assertThat(refusal(batch(0, 1, -1, (byte) 0)).code()).isEqualTo(ErrorCode.OLD_MESSAGE_FORMAT);
    }

    @Test
    void f14EpochsMustNotFallWithinAChunk() {
        BridgeException refusal = refusal(join(batch(0, 1, 7, (byte) 2), batch(1, 1, 6, (byte) 2)));
        assertThat(refusal.code()).isEqualTo(ErrorCode.EPOCH_FALLING);
        assertThat(refusal.value()).isEqualTo(7);
    }

    @Test
    void offsetsMustRiseAndHeadersMustMakeSense() {
        assertThat(refusal(join(batch(5, 2, 1, (byte) 2), batch(6, 1, 1, (byte) 2)))
                        .code())
                .isEqualTo(ErrorCode.CORRUPT);
        assertThat(refusal(batch(0, 1, -1, (byte) 2)).getMessage()).contains("leader epoch -1");
        assertThat(refusal(ByteBuffer.allocate(0)).getMessage()).contains("empty");
        ByteBuffer negativeLength = batch(0, 1, 1, (byte) 2);
        negativeLength.putInt(BatchScan.LENGTH_OFFSET, -5);
        assertThat(refusal(negativeLength).code()).isEqualTo(ErrorCode.CORRUPT);
        assertThat(BatchScan.wholeBytes(negativeLength)).isZero();
        ByteBuffer negativeDelta = batch(0, 1, 1, (byte) 2);
        negativeDelta.putInt(BatchScan.LAST_OFFSET_DELTA_OFFSET, -1);
        assertThat(refusal(negativeDelta).code()).isEqualTo(ErrorCode.CORRUPT);
        ByteBuffer overflow = batch(0, 1, 1, (byte) 2);
        overflow.putLong(0, Long.MAX_VALUE).putInt(BatchScan.LAST_OFFSET_DELTA_OFFSET, 1);
        assertThat(refusal(overflow).code()).isEqualTo(ErrorCode.CORRUPT);
    }
}
