// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.bridge.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import io.kmirrord.bridge.wire.Fence;
import io.kmirrord.bridge.wire.Phase;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class FenceEntryTest {

    @ParameterizedTest
    @CsvSource({"PREPARING,false", "MIRRORING,true", "STOPPING,true", "STOPPED,false"})
    void f7OwnEpochsAreDroppedOnlyWhileTheLogHoldsTheSourcesAlone(Phase phase, boolean sourceOnly) {
        Fence fence = new Fence("m", 1, phase, phase == Phase.STOPPED ? 1 << 20 : -1, new TreeMap<>());
        assertThat(new FenceEntry(fence.toText(), fence).hasSourceEpochsOnly(0)).isEqualTo(sourceOnly);
    }

    @Test
    void anUnreadableFenceLetsNothingThrough() {
        FenceEntry unreadable = new FenceEntry("garbage", null);
        assertThat(unreadable.phaseOf(3)).isEqualTo(Phase.MIRRORING);
        assertThat(unreadable.isOpen(3)).isFalse();
    }
}
