// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.daemon.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import org.junit.jupiter.api.Test;

/** The table of the guide is written by this test. */
final class MetricsTableTest {
    private static final Path GUIDE = Path.of("..", "docs", "metrics.md");
    private static final String BEGIN =
            "<!-- generated from Metric.java: run MetricsTableTest with -Dgolden.update=true -->\n";
    private static final String END = "<!-- end of the generated table -->\n";

    private static String table() {
        StringBuilder rows = new StringBuilder("| name | kind | labels | meaning |\n|---|---|---|---|\n");
        for (Metric metric : Metric.values()) {
            rows.append("| `")
                    .append(metric.exposedName())
                    .append("` | ")
                    .append(metric.kind().name().toLowerCase(Locale.ROOT))
                    .append(" | ")
                    .append(String.join(", ", metric.labels()))
                    .append(" | ")
                    .append(metric.help())
                    .append(" |\n");
        }
        return rows.toString();
    }

    @Test
    void theGuideListsEveryMetric() throws IOException {
        String guide = Files.readString(GUIDE);
        int from = guide.indexOf(BEGIN) + BEGIN.length();
        int to = guide.indexOf(END);
        assertThat(guide).contains(BEGIN, END);
        if (Boolean.getBoolean("golden.update")) {
            guide = guide.substring(0, from) + table() + guide.substring(to);
            Files.writeString(GUIDE, guide);
        }
        assertThat(guide).contains(BEGIN + table() + END);
    }
}
