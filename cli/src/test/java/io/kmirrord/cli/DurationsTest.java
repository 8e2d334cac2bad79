// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class DurationsTest {
    @ParameterizedTest
    @CsvSource({"500ms, PT0.5S", "30s, PT30S", "5m, PT5M", "2h, PT2H", "30d, P30D"})
    void aDurationIsANumberWithAUnit(String text, Duration duration) {
        assertThat(Durations.parse(text)).isEqualTo(duration);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "30", "0s", "-1s", "1.5s", "5 m", "1w", "12345678s"})
    void anotherFormIsRefused(String text) {
        assertThatThrownBy(() -> Durations.parse(text))
                .hasMessageContaining("'" + text + "'")
                .hasMessageContaining("30s");
    }

    @ParameterizedTest
    @CsvSource({"999, 999 ms", "1000, 1 s", "119000, 119 s", "120000, 2 min", "7200000, 2 h"})
    void anAgeIsPrintedInItsLargestUnit(long millis, String text) {
        assertThat(Durations.text(millis)).isEqualTo(text);
    }

    @Test
    void timesAreUtc() {
        assertThat(Durations.utc(1_999)).isEqualTo("1970-01-01T00:00:01Z");
    }
}
