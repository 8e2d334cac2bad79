// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.cli.report;

import io.kmirrord.cli.Json;
import io.kmirrord.cli.OutputFormat;
import io.kmirrord.cli.TextTable;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** What {@code list} prints. Immutable. */
public record ListReport(List<Row> mirrors) {

    /**
     * One mirror.
     *
     * @param topics number of topics that were ever started
     * @param states number of partitions by state
     */
    public record Row(String mirror, int topics, String source, Map<String, Long> states) {}

    public static ListReport of(List<MirrorReport> mirrors) {
        return new ListReport(mirrors.stream()
                .map(mirror -> new Row(mirror.mirror(), mirror.topics().size(), mirror.source(), mirror.states()))
                .toList());
    }

    /** Returns the text for stdout. */
    public String print(OutputFormat format) {
        if (format == OutputFormat.JSON) {
            return Json.of(this);
        }
        if (mirrors.isEmpty()) {
            return "no mirrors";
        }
        var table = new TextTable("MIRROR", "TOPICS", "SOURCE", "STATES");
        mirrors.forEach(row -> table.row(row.mirror(), row.topics(), row.source(), states(row)));
        return table.toString();
    }

    private static String states(Row row) {
        return row.states().isEmpty()
                ? "-"
                : row.states().entrySet().stream()
                        .map(entry -> entry.getKey() + " " + entry.getValue())
                        .collect(Collectors.joining(", "));
    }
}
