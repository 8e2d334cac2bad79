// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.protocol;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.HashSet;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

final class BackoffTest {

    private final Backoff backoff = new Backoff(Duration.ofMillis(100), Duration.ofSeconds(10));

    @Test
    void noFailureIsNoWait() {
        assertThat(backoff.delay(0, new Random(1))).isZero();
    }

    @Test
    void delaysDoubleWithinTheirJitterAndStayBelowTheBound() {
        Random random = new Random(2);
        for (int failures = 1; failures < 200; failures++) {
            long full = failures > 7 ? 10_000 : 100L << (failures - 1);
            assertThat(backoff.delay(failures, random)).isBetween(Duration.ofMillis(full / 2), Duration.ofMillis(full));
        }
    }

    @Test
    void twoClientsDoNotComeBackTogether() {
        Random random = new Random(3);
        Set<Duration> delays = new HashSet<>();
        for (int i = 0; i < 50; i++) {
            delays.add(backoff.delay(10, random));
        }
        assertThat(delays).hasSizeGreaterThan(40);
    }

    @Test
    void boundsThatMakeNoSenseAreRefused() {
        assertThatThrownBy(() -> new Backoff(Duration.ZERO, Duration.ofSeconds(1)))
                .hasMessageContaining("above 0");
        assertThatThrownBy(() -> new Backoff(Duration.ofSeconds(2), Duration.ofSeconds(1)))
                .hasMessageContaining("not falling");
    }
}
