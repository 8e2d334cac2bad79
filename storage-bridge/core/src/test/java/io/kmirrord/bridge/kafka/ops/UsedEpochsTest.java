// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.bridge.kafka.ops;

import static org.assertj.core.api.Assertions.assertThat;

import io.kmirrord.bridge.wire.Fence;
import io.kmirrord.bridge.wire.Phase;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

final class UsedEpochsTest {
    private static Fence stopped(int epoch) {
        return new Fence("mirror", 1, Phase.STOPPED, epoch, new TreeMap<>());
    }

    @Test
    void f16AnIdUsedBeforeBeginsABlockAboveAllThatItWasGiven() {
        assertThat(UsedEpochs.lowestAgain(stopped(-1), -1)).isEqualTo(1 << 20);
        assertThat(UsedEpochs.lowestAgain(stopped(-1), 7)).isEqualTo(1 << 20);
        assertThat(UsedEpochs.lowestAgain(stopped(1 << 20), 7)).isEqualTo(2 << 20);
        assertThat(UsedEpochs.lowestAgain(stopped(-1), (3 << 20) + 5)).isEqualTo(4 << 20);
    }

    @Test
    void whatCannotBeReadCountsAsNotRecorded() {
        assertThat(UsedEpochs.parse(null)).isEqualTo(-1);
        assertThat(UsedEpochs.parse("v1;12")).isEqualTo(12);
        assertThat(UsedEpochs.parse("v1;x")).isEqualTo(-1);
        assertThat(UsedEpochs.parse("v2;12")).isEqualTo(-1);
    }
}
