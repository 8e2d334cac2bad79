// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.bridge.kafka.ops;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.kmirrord.bridge.wire.BridgeException;
import io.kmirrord.bridge.wire.ErrorCode;
import io.kmirrord.bridge.wire.Fence;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class FenceRulesTest {
    private static final int PARTITIONS = 3;

    private static Fence fence(String text) {
        return Fence.parse("v1;" + text);
    }

    private static ErrorCode refused(String present, String next) {
        BridgeException refusal = catchThrowableOfType(
                BridgeException.class,
                () -> FenceRules.checkFollows(present.equals("-") ? null : fence(present), fence(next), PARTITIONS));
        assertThat(refusal).as("%s -> %s", present, next).isNotNull();
        return refusal.code();
    }

    @Test
    void oneLifeFromStartToStopAndTheNext() {
        List<String> life = List.of(
                "m;1;PREPARING;-1;",
                "m;1;MIRRORING;-1;",
                "m;1;MIRRORING;-1;1=STOPPING",
                "m;1;STOPPING;1048576;",
                "m;1;STOPPING;1048576;0=STOPPED",
                "m;1;STOPPED;1048576;2=STOPPING",
                "m;1;STOPPED;1048576;",
                "other;2;PREPARING;-1;",
                "other;3;PREPARING;-1;");
        for (int i = 0; i < life.size(); i++) {
            Fence present = i == 0 ? null : fence(life.get(i - 1));
            Fence next = fence(life.get(i));
            assertThatCode(() -> FenceRules.checkFollows(present, next, PARTITIONS))
                    .as(next.toText())
                    .doesNotThrowAnyException();
        }
    }

    @ParameterizedTest
    @DisplayName("F11: a fence never moves backwards")
    @CsvSource(
            delimiter = '|',
            value = {
                "m;2;MIRRORING;-1;            | m;1;STOPPING;-1;",
                "m;1;MIRRORING;-1;            | m;1;PREPARING;-1;",
                "m;1;MIRRORING;-1;            | other;1;MIRRORING;-1;",
                "m;1;MIRRORING;-1;            | other;2;PREPARING;-1;",
                "m;1;STOPPED;1048576;2=STOPPING | other;2;PREPARING;-1;",
                "m;1;STOPPED;1048576;         | m;1;STOPPED;2097152;",
                "m;1;STOPPED;1048576;         | m;1;STOPPED;1048576;2=STOPPING",
                "m;1;STOPPING;1048576;0=STOPPED | m;1;STOPPING;1048576;",
                "m;1;STOPPED;1048576;         | m;2;MIRRORING;-1;",
                "-                            | m;1;MIRRORING;-1;",
                "-                            | m;1;STOPPED;1048576;",
            })
    void f11NeverBackwards(String present, String next) {
        assertThat(refused(present, next)).isEqualTo(ErrorCode.NOT_MONOTONIC);
    }

    @Test
    void c3NothingOpensWithoutAStopEpoch() {
        assertThat(refused("m;1;STOPPING;-1;", "m;1;STOPPED;-1;")).isEqualTo(ErrorCode.INVALID_REQUEST);
        assertThat(refused("m;1;STOPPING;-1;", "m;1;STOPPING;-1;1=STOPPED")).isEqualTo(ErrorCode.INVALID_REQUEST);
    }

    @Test
    void partitionsThatTheTopicHasNotAreRefused() {
        assertThat(refused("m;1;PREPARING;-1;", "m;1;PREPARING;-1;3=MIRRORING")).isEqualTo(ErrorCode.INVALID_REQUEST);
    }

    @Test
    void aNewTopicBeginsClosedAndAboveEarlierLives() {
        assertThatCode(() -> FenceRules.checkCreates(null, fence("m;1;MIRRORING;-1;"), 1))
                .doesNotThrowAnyException();
        assertThatCode(() -> FenceRules.checkCreates(fence("m;1;MIRRORING;-1;"), fence("m;2;MIRRORING;-1;"), 1))
                .doesNotThrowAnyException();
        BridgeException open = catchThrowableOfType(
                BridgeException.class, () -> FenceRules.checkCreates(null, fence("m;1;STOPPED;5;"), 1));
        assertThat(open.code()).isEqualTo(ErrorCode.INVALID_REQUEST);
        BridgeException again = catchThrowableOfType(
                BridgeException.class,
                () -> FenceRules.checkCreates(fence("m;2;STOPPED;5;"), fence("m;2;MIRRORING;-1;"), 1));
        assertThat(again.code()).isEqualTo(ErrorCode.NOT_MONOTONIC);
    }

    @Test
    void whoeverCannotSeeTheTopicIsToldWhatIsSo() {
        BridgeException count =
                catchThrowableOfType(BridgeException.class, () -> FenceRules.checkCount("orders", 4, 3));
        assertThat(count.code()).isEqualTo(ErrorCode.PARTITION_COUNT);
        assertThat(count.value()).isEqualTo(4);
        BridgeException low = catchThrowableOfType(
                BridgeException.class, () -> FenceRules.checkStopEpoch(fence("m;1;STOPPING;1048576;"), 1_048_576));
        assertThat(low.code()).isEqualTo(ErrorCode.STOP_EPOCH_TOO_LOW);
        assertThat(low.value()).isEqualTo(1_048_576);
        assertThatCode(() -> {
                    FenceRules.checkCount("orders", 4, 4);
                    FenceRules.checkStopEpoch(fence("m;1;STOPPING;1048576;"), 1_048_575);
                })
                .doesNotThrowAnyException();
    }
}
