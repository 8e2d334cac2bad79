// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.statetopic.writer;

import io.kmirrord.statemachine.codec.StateCodec;
import io.kmirrord.statemachine.view.StatePartitions;
import io.kmirrord.statemachine.view.StateRecord;
import io.kmirrord.statetopic.StateTopicException;
import io.kmirrord.statetopic.StateTopicException.Reason;
import java.util.ArrayList;
import java.util.List;
import org.apache.kafka.clients.producer.ProducerRecord;

/** Records as bytes, where they belong. Pure function. */
final class Encoded {
    /** Below what brokers and producers accept by default. */
    static final int MAX_RECORD_BYTES = 900_000;

    private Encoded() {}

    /** @throws StateTopicException INVALID for a value that is not one for its key, or a record that is too large */
    static List<ProducerRecord<byte[], byte[]>> of(List<StateRecord> records, String topic, StateCodec codec) {
        List<ProducerRecord<byte[], byte[]>> encoded = new ArrayList<>(records.size());
        for (StateRecord record : records) {
            byte[] key = codec.encode(record.key());
            byte[] value = codec.encode(checked(record).value());
            long bytes = key.length + (value == null ? 0L : value.length);
            if (bytes > MAX_RECORD_BYTES) {
                throw new StateTopicException(
                        Reason.INVALID,
                        "the record of " + record.key() + " has " + bytes + " bytes; accepted: at most "
                                + MAX_RECORD_BYTES + ". Give the mirror fewer patterns or settings");
            }
            encoded.add(new ProducerRecord<>(topic, StatePartitions.of(record.key()), key, value));
        }
        return encoded;
    }

    private static StateRecord checked(StateRecord record) {
        try {
            return record.checked();
        } catch (IllegalArgumentException e) {
            throw new StateTopicException(Reason.INVALID, String.valueOf(e.getMessage()), e);
        }
    }
}
