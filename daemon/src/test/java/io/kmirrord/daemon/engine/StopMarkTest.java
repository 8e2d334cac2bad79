// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.daemon.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.kmirrord.protocol.BatchHeader;
import io.kmirrord.statemachine.EffectId;
import io.kmirrord.statemachine.decision.EpochBlocks;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A stop that is done again after its daemon died marks the log once. */
final class StopMarkTest {
    private static final short CONTROL = 0x20;
    private static final short TRANSACTIONAL_CONTROL = 0x30;
    private static final int STOP = 2 * EpochBlocks.BLOCK;
    private static final EffectId ID = new EffectId(1, STOP + 5, 7);

    private static BatchHeader batch(long offset, int epoch, short attributes, long producerId) {
        return new BatchHeader(0, 80, offset, epoch, 1, attributes, 0, 1, 1, producerId, (short) -1, -1, 1);
    }

    @Test
    void theMarkOfThisStopIsFoundWhereTheLogEndsWithIt() {
        assertThat(BridgeEffects.markIn(List.of(batch(40, 3, (short) 0, -1), batch(50, STOP + 2, CONTROL, -1)), ID))
                .contains(50L);
    }

    @Test
    void aMirroredMarkIsOfAnEarlierStop() {
        assertThat(BridgeEffects.markIn(List.of(batch(50, STOP - 1, CONTROL, -1)), ID))
                .isEmpty();
    }

    @Test
    void neitherAbortNorRecordsAreMarks() {
        assertThat(BridgeEffects.markIn(List.of(batch(50, STOP, TRANSACTIONAL_CONTROL, 9)), ID))
                .isEmpty();
        assertThat(BridgeEffects.markIn(List.of(batch(50, STOP, (short) 0, -1)), ID))
                .isEmpty();
        assertThat(BridgeEffects.markIn(List.of(), ID)).isEmpty();
    }

    @Test
    void aMarkWithSomethingBehindItIsNotTheLastWord() {
        assertThat(BridgeEffects.markIn(
                        List.of(batch(50, STOP, CONTROL, -1), batch(51, STOP, TRANSACTIONAL_CONTROL, 9)), ID))
                .isEmpty();
    }
}
