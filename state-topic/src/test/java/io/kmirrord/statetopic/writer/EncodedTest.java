// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.statetopic.writer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.kmirrord.statemachine.codec.StateCodec;
import io.kmirrord.statemachine.view.RecordKey;
import io.kmirrord.statemachine.view.RecordValue;
import io.kmirrord.statemachine.view.StateRecord;
import io.kmirrord.statetopic.StateTopicException;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

final class EncodedTest {
    private static final RecordKey MIRROR = new RecordKey.Mirror("west", 1, "op");

    @Test
    void recordsGoWhereTheirKeysBelongAndNullIsATombstone() {
        var encoded = Encoded.of(
                List.of(new StateRecord(MIRROR, null), new StateRecord(new RecordKey.Heartbeat(53), null)),
                "t",
                new StateCodec());
        assertThat(encoded).extracting(record -> record.partition()).containsExactly(46, 3);
        assertThat(encoded)
                .allMatch(record -> record.value() == null && record.topic().equals("t"));
    }

    @Test
    void whatCannotBeWrittenIsNamed() {
        StateRecord wrong = new StateRecord(MIRROR, new RecordValue.Magic("kmirrord", 1));
        assertThatThrownBy(() -> Encoded.of(List.of(wrong), "t", new StateCodec()))
                .isInstanceOf(StateTopicException.class)
                .hasMessageContaining("Magic")
                .hasMessageContaining("accepted");
        StateRecord large = new StateRecord(
                MIRROR,
                new RecordValue.Mirror(Map.of("k", "x".repeat(900_000)), List.of(), List.of(), "c", 1, false, 1));
        assertThatThrownBy(() -> Encoded.of(List.of(large), "t", new StateCodec()))
                .isInstanceOf(StateTopicException.class)
                .hasMessageContaining("accepted: at most 900000");
    }
}
