// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.statemachine.decision;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

final class EpochBlocksTest {

    @Test
    void f2EveryStopOpensABlockAboveEverythingSeen() throws EpochLimitException {
        assertThat(EpochBlocks.stopEpoch(-1)).isEqualTo(1 << 20);
        assertThat(EpochBlocks.stopEpoch(0)).isEqualTo(1 << 20);
        assertThat(EpochBlocks.stopEpoch((1 << 20) - 1)).isEqualTo(1 << 20);
        assertThat(EpochBlocks.stopEpoch(1 << 20)).isEqualTo(2 << 20);
        assertThat(EpochBlocks.stopEpoch((1 << 20) + 37)).isEqualTo(2 << 20);
    }

    @Test
    void theEpochIsRaisedByTenWhenThreeAreLeft() throws EpochLimitException {
        assertThat(EpochBlocks.shouldRaise(14, 10)).isFalse();
        assertThat(EpochBlocks.shouldRaise(13, 10)).isTrue();
        assertThat(EpochBlocks.mustRaise(11, 10)).isFalse();
        assertThat(EpochBlocks.mustRaise(10, 10)).isTrue();
        assertThat(EpochBlocks.nextRaise(10, 10)).isEqualTo(20);
        assertThat(EpochBlocks.mustRaise(20, 10)).isFalse();
        assertThat(EpochBlocks.nextRaise(50, 10)).as("never lower").isEqualTo(50);
    }

    @Test
    void f18AFarEpochTakesSeveralRaisesAndNoneIsLongerThanTheBridgeAccepts() throws EpochLimitException {
        int far = 5 * EpochBlocks.BLOCK;
        int dle = 3;
        int raises = 0;
        while (EpochBlocks.mustRaise(dle, far)) {
            int next = EpochBlocks.nextRaise(dle, far);
            assertThat(next - dle).isBetween(1, EpochBlocks.MAX_STEP);
            dle = next;
            raises++;
        }
        assertThat(raises).isEqualTo(3);
        assertThat(dle).isEqualTo(far + EpochBlocks.RAISE_BY);
    }

    @Test
    void f18NothingIsEverRaisedAboveTheLimit() {
        assertThatThrownBy(() -> EpochBlocks.nextRaise(3, EpochBlocks.MAX_EPOCH))
                .isInstanceOf(EpochLimitException.class)
                .hasMessageContaining("1073741834")
                .hasMessageContaining("1073741824");
        assertThatThrownBy(() -> EpochBlocks.stopEpoch(EpochBlocks.MAX_EPOCH)).isInstanceOf(EpochLimitException.class);
    }

    @Test
    void thereIsRoomForAThousandStops() throws EpochLimitException {
        int epoch = 0;
        for (int stop = 0; stop < 1_000; stop++) {
            epoch = EpochBlocks.stopEpoch(epoch);
        }
        assertThat(epoch).isEqualTo(1_000 << 20);
    }
}
