// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.cli.report;

import io.kmirrord.cli.ExitCode;
import io.kmirrord.cli.Json;
import io.kmirrord.cli.OutputFormat;
import io.kmirrord.cli.TextTable;
import java.util.List;
import java.util.stream.Collectors;

/**
 * What {@code salvage prune} prints. Immutable.
 *
 * @param salvages that were chosen
 */
public record PruneReport(String verb, String mirror, List<Row> salvages) {

    /** What became of a salvage. */
    public enum Result {
        /** Nothing was written: {@code --dry-run}. */
        WOULD_DELETE,
        /** The daemon is asked; nobody waited: {@code --no-wait}. */
        ASKED,
        DELETED,
        /** Its daemon could not. */
        FAILED,
        /** Its daemon did not answer in time. */
        NO_ANSWER
    }

    /**
     * One salvage.
     *
     * @param reason empty unless it is FAILED or has NO_ANSWER
     */
    public record Row(String id, int node, String host, long bytes, Result result, String reason) {}

    public PruneReport {
        salvages = List.copyOf(salvages);
    }

    /** Returns the exit code that says it to scripts. */
    public int exitCode() {
        if (missing().isEmpty()) {
            return ExitCode.OK;
        }
        return salvages.stream().allMatch(row -> row.result() == Result.NO_ANSWER)
                ? ExitCode.TIMEOUT
                : ExitCode.PARTIAL;
    }

    private List<Row> missing() {
        return salvages.stream()
                .filter(row -> row.result() == Result.FAILED || row.result() == Result.NO_ANSWER)
                .toList();
    }

    /** Returns one line. */
    public String summary() {
        if (salvages.isEmpty()) {
            return verb + " " + mirror + ": nothing to do";
        }
        var counts = salvages.stream()
                .collect(Collectors.groupingBy(
                        Row::result, () -> new java.util.EnumMap<>(Result.class), Collectors.counting()));
        return verb + " " + mirror + ": " + salvages.size() + " salvages, "
                + counts.entrySet().stream()
                        .map(entry -> entry.getKey() + " " + entry.getValue())
                        .collect(Collectors.joining(", "));
    }

    /** Returns the text for stdout. */
    public String print(OutputFormat format) {
        if (format == OutputFormat.JSON) {
            return Json.of(this);
        }
        if (salvages.isEmpty()) {
            return summary();
        }
        var table = new TextTable("ID", "NODE", "HOST", "BYTES", "RESULT", "REASON");
        salvages.forEach(row -> table.row(row.id(), row.node(), row.host(), row.bytes(), row.result(), row.reason()));
        return summary() + System.lineSeparator() + table;
    }
}
