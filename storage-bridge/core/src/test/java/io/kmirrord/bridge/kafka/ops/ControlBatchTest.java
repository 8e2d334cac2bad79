// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.bridge.kafka.ops;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.util.HexFormat;
import org.apache.kafka.common.record.internal.ControlRecordType;
import org.apache.kafka.common.record.internal.EndTransactionMarker;
import org.apache.kafka.common.record.internal.MemoryRecords;
import org.apache.kafka.common.record.internal.MutableRecordBatch;
import org.apache.kafka.common.record.internal.Record;
import org.junit.jupiter.api.Test;

final class ControlBatchTest {
    /** The mark at timestamp 1, before a leader gives it offset and epoch: for brokers that know type 7 (F28). */
    private static final String MARK = "0000000000000000" // base offset
            + "0000003e" // length
            + "ffffffff" // partition leader epoch
            + "02" // magic
            + "7cc37be1" // crc of what follows
            + "0020" // attributes: control
            + "00000000" // last offset delta
            + "0000000000000001" // base timestamp
            + "0000000000000001" // max timestamp
            + "ffffffffffffffff" // producer id
            + "ffff" // producer epoch
            + "ffffffff" // base sequence
            + "00000001" // count
            + "18" // record: 12 bytes
            + "000000" // attributes, timestamp delta, offset delta
            + "08" // key: 4 bytes
            + "0000" // key version 0
            + "0007" // type MIRROR_PID_RESET
            + "04" // value: 2 bytes
            + "0000" // value version 0, nothing else
            + "00"; // no headers

    @Test
    void f28TheMarkIsTheKipsByteForByte() {
        ByteBuffer mark = ControlBatch.mark(1);
        byte[] bytes = new byte[mark.remaining()];
        mark.get(bytes);
        assertThat(HexFormat.of().formatHex(bytes)).isEqualTo(MARK);
    }

    @Test
    void kafkaReadsTheMarkAsAControlRecordOfNoProducer() {
        MutableRecordBatch batch = only(ControlBatch.mark(17));
        batch.ensureValid();
        assertThat(batch.isControlBatch()).isTrue();
        assertThat(batch.isTransactional()).isFalse();
        assertThat(batch.producerId()).isEqualTo(-1);
        assertThat(batch.maxTimestamp()).isEqualTo(17);
        Record record = batch.iterator().next();
        assertThat(record.key()).isEqualTo(ByteBuffer.wrap(new byte[] {0, 0, 0, 7}));
        assertThat(record.value()).isEqualTo(ByteBuffer.wrap(new byte[] {0, 0}));
        assertThat(ControlRecordType.parseTypeId(record.key())).isEqualTo((short) 7);
    }

    @Test
    void abortMarkersEqualThoseThatKafkaBuilds() {
        MemoryRecords stock = MemoryRecords.withEndTransactionMarker(
                123_456L, 4_000_000_001L, (short) 9, new EndTransactionMarker(ControlRecordType.ABORT, 77));
        assertThat(ControlBatch.abort(123_456L, 4_000_000_001L, (short) 9, 77)).isEqualTo(stock.buffer());
    }

    private static MutableRecordBatch only(ByteBuffer buffer) {
        return MemoryRecords.readableRecords(buffer).batches().iterator().next();
    }
}
