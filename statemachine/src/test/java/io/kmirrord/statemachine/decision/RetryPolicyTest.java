// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.statemachine.decision;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

final class RetryPolicyTest {
    private final RetryPolicy policy = new RetryPolicy(1_000, 60_000, 5, 0.2);

    @Test
    void theDelayDoublesUpToItsLimit() {
        assertThat(policy.delayMs(1, 0.5)).isEqualTo(1_000);
        assertThat(policy.delayMs(2, 0.5)).isEqualTo(2_000);
        assertThat(policy.delayMs(6, 0.5)).isEqualTo(32_000);
        assertThat(policy.delayMs(7, 0.5)).isEqualTo(60_000);
        assertThat(policy.delayMs(Integer.MAX_VALUE, 0.5)).isEqualTo(60_000);
    }

    @Test
    void jitterMovesItBothWays() {
        assertThat(policy.delayMs(1, 0)).isEqualTo(800);
        assertThat(policy.delayMs(1, 0.999_999)).isEqualTo(1_200);
    }

    @Test
    void attemptsEnd() {
        assertThat(policy.allows(5)).isTrue();
        assertThat(policy.allows(6)).isFalse();
        assertThat(new RetryPolicy(1, 1, 0, 0).allows(1)).isFalse();
    }

    @Test
    void badSettingsAreNamed() {
        assertThatThrownBy(() -> new RetryPolicy(0, 1, 1, 0)).hasMessageContaining("initial 0 ms");
        assertThatThrownBy(() -> new RetryPolicy(1, 1, 1, 1.5)).hasMessageContaining("jitter 1.5");
    }
}
