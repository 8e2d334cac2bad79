// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.bridge.kafka.ops;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.kmirrord.bridge.wire.BridgeException;
import io.kmirrord.bridge.wire.ErrorCode;
import io.kmirrord.bridge.wire.Fence;
import io.kmirrord.bridge.wire.MirrorRef;
import io.kmirrord.bridge.wire.Phase;
import java.util.EnumSet;
import java.util.Map;
import org.junit.jupiter.api.Test;

final class RulesTest {

    @Test
    void f18StepsAndValuesOfLeaderEpochsAreBounded() {
        assertThatCode(() -> EpochRules.checkRaise(0, 0, 1 << 21)).doesNotThrowAnyException();
        assertThatCode(() -> EpochRules.checkRaise(0, (1 << 30) - 1, 1 << 30)).doesNotThrowAnyException();
        assertThatThrownBy(() -> EpochRules.checkRaise(0, 0, (1 << 21) + 1)).hasMessageContaining("steps up to");
        assertThatThrownBy(() -> EpochRules.checkRaise(0, 1 << 30, (1 << 30) + 1))
                .hasMessageContaining("accepted: 0 to 1073741824");
        assertThatThrownBy(() -> EpochRules.checkRaise(0, 0, Integer.MAX_VALUE)).isInstanceOf(BridgeException.class);
    }

    @Test
    void r8OnlyTheMirrorOfTheFenceMayWrite() {
        Fence fence = Fence.parse("v1;m;3;MIRRORING;-1;1=STOPPING,2=STOPPED");
        assertThat(code(fence, "m", 3, "t", 0)).isNull();
        assertThat(code(fence, "m", 3, "t", 1)).isEqualTo(ErrorCode.FENCE_MISMATCH);
        assertThat(code(fence, "m", 3, "t", 2)).as("open").isEqualTo(ErrorCode.NOT_FENCED);
        assertThat(code(fence, "m", 2, "t", 0)).isEqualTo(ErrorCode.FENCE_MISMATCH);
        assertThat(code(fence, "m", 4, "t", 0)).isEqualTo(ErrorCode.FENCE_MISMATCH);
        assertThat(code(fence, "n", 3, "t", 0)).isEqualTo(ErrorCode.FENCE_MISMATCH);
        assertThat(code(null, "m", 3, "t", 0)).isEqualTo(ErrorCode.NOT_FENCED);
        assertThat(code(fence, "m", 3, "__consumer_offsets", 0)).isEqualTo(ErrorCode.INTERNAL_TOPIC);
    }

    private static @org.jspecify.annotations.Nullable ErrorCode code(
            @org.jspecify.annotations.Nullable Fence fence,
            String mirror,
            long generation,
            String topic,
            int partition) {
        BridgeException refusal = catchThrowableOfType(
                BridgeException.class,
                () -> TopicRules.checkPhase(
                        fence, new MirrorRef(mirror, generation), topic, partition, EnumSet.of(Phase.MIRRORING)));
        return refusal == null ? null : refusal.code();
    }

    @Test
    void r9RecordsAreSpreadOverTime() {
        Pacer pacer = new Pacer(1_000);
        assertThat(pacer.reserve(500, 0)).isZero();
        assertThat(pacer.reserve(500, 0)).isEqualTo(500_000_000L);
        assertThat(pacer.reserve(1, 100_000_000L)).isEqualTo(900_000_000L);
        assertThat(pacer.reserve(1, 5_000_000_000L))
                .as("a pause is not saved up")
                .isZero();
        assertThat(pacer.reserve(1, 5_000_000_000L)).isEqualTo(1_000_000L);
    }

    @Test
    void r12TheDefaultFloorIsTheLargerOfTenGibibytesAndFivePercent() {
        assertThat(Settings.DEFAULT.floorOf(100L << 30)).isEqualTo(10L << 30);
        assertThat(Settings.DEFAULT.floorOf(1000L << 30)).isEqualTo(50L << 30);
        assertThat(Settings.of(Map.of("disk.floor.bytes", " 7 ")).floorOf(1L << 50))
                .isEqualTo(7);
        assertThat(Settings.of(Map.of())).isEqualTo(Settings.DEFAULT);
        assertThatThrownBy(() -> new Settings(-2, 1)).hasMessageContaining("disk.floor.bytes=-2");
        assertThatThrownBy(() -> new Settings(0, 0)).hasMessageContaining("metadata.records.per.second=0");
    }
}
