// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.cli.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

final class PatternsTest {
    @Test
    void aPatternThatIsNoneHasItsNumber() {
        assertThatThrownBy(() -> Patterns.parse(List.of("a(")))
                .hasMessageContaining("KM1002")
                .hasMessageContaining("'a('");
    }

    @Test
    void internalTopicsAreNeverNamed() {
        assertThatThrownBy(() -> Patterns.withoutReserved(Patterns.parse(List.of("__x")), Set.of()))
                .hasMessageContaining("'__x'");
        assertThatThrownBy(() -> Patterns.withoutReserved(Patterns.parse(List.of("mine")), Set.of("mine")))
                .hasMessageContaining("'mine'");
        assertThat(Patterns.withoutReserved(Patterns.parse(List.of("a", ".*")), Set.of("b"))
                        .texts())
                .containsExactly("a", ".*");
    }
}
