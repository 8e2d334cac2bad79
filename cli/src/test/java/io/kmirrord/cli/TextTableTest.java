// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

final class TextTableTest {
    @Test
    void columnsAreAsWideAsTheirWidestValue() {
        var table = new TextTable("A", "LONG", "B").row(1, "x", "y").row("wide value", 2, "");
        assertThat(table.toString().lines())
                .containsExactly("A           LONG  B", "1           x     y", "wide value  2");
    }

    @Test
    void aRowOfAnotherWidthIsABug() {
        assertThatThrownBy(() -> new TextTable("A", "B").row(1)).hasMessageContaining("1 values for the 2 columns");
    }
}
