// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.cli.demo;

import static org.assertj.core.api.Assertions.assertThat;

import io.kmirrord.cli.Golden;
import io.kmirrord.cli.OutputFormat;
import java.util.List;
import org.junit.jupiter.api.Test;

final class DemoReportTest {
    private static final PartitionRow EQUAL = new PartitionRow(
            "demo-producers", 0, "producers", 1234, 1234, 3, 56, 789_012, true, 1200, 1100, true, List.of());
    private static final PartitionRow DIFFERENT = new PartitionRow(
            "demo-compacted",
            1,
            "compacted",
            90,
            88,
            3,
            7,
            4_096,
            false,
            80,
            80,
            false,
            List.of("demo-compacted-1 offset 88 MISSING_BATCH: source-1 has [88, 89], destination-2 has no batch"));

    private static DemoReport report(PartitionRow... rows) {
        return DemoReport.of("3.9.2", "4.4.0", 65_432, 12_345, List.of(rows));
    }

    @Test
    void allEqualIsSaidOnce() throws Exception {
        var report = report(EQUAL);
        assertThat(report.equal()).isTrue();
        Golden.check("demo-equal.txt", report.print(OutputFormat.TABLE));
    }

    @Test
    void eachDifferenceIsNamed() throws Exception {
        var report = report(EQUAL, DIFFERENT);
        assertThat(report.equal()).isFalse();
        Golden.check("demo-different.txt", report.print(OutputFormat.TABLE));
    }

    @Test
    void theJsonHoldsTheSame() throws Exception {
        Golden.check("demo-different.json", report(EQUAL, DIFFERENT).print(OutputFormat.JSON));
    }

    @Test
    void aRowWithAnotherEndOrAMissingReplicaIsNotEqual() {
        assertThat(EQUAL.equal()).isTrue();
        assertThat(new PartitionRow("t", 0, "s", 5, 4, 3, 1, 1, true, 1, 1, true, List.of()).equal())
                .isFalse();
        assertThat(new PartitionRow("t", 0, "s", 5, 5, 2, 1, 1, false, 1, 1, true, List.of()).equal())
                .isFalse();
        assertThat(new PartitionRow("t", 0, "s", 5, 5, 3, 1, 1, true, 1, 1, false, List.of()).equal())
                .isFalse();
        assertThat(new PartitionRow("t", 0, "s", 5, 5, 3, 1, 1, true, 1, 1, true, List.of("x")).equal())
                .isFalse();
    }

    @Test
    void nothingComparedIsNotEqual() {
        assertThat(report().equal()).isFalse();
    }
}
