// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.cli.report;

import io.kmirrord.cli.ExitCode;
import io.kmirrord.cli.Json;
import io.kmirrord.cli.OutputFormat;
import io.kmirrord.cli.TextTable;
import io.kmirrord.cli.arrival.Arrived;
import io.kmirrord.cli.arrival.PartitionArrival;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * What a changing command prints. Immutable.
 *
 * @param phase how far the command went
 * @param steps what was done, or would be
 * @param partitions how far each got; empty unless the command waited
 * @param details what a daemon answered besides
 */
public record ChangeReport(
        String verb,
        String mirror,
        Phase phase,
        List<String> steps,
        List<PartitionArrival> partitions,
        List<String> notes,
        Map<String, String> details) {

    /** How far a command went. */
    public enum Phase {
        /** Nothing was written: {@code --dry-run}. */
        DRY_RUN,
        /** The wish is acknowledged; nobody waited: {@code --no-wait}. */
        ACKNOWLEDGED,
        /** All ended. */
        ENDED,
        /** The time was over before. */
        OUT_OF_TIME
    }

    public ChangeReport {
        steps = List.copyOf(steps);
        partitions = List.copyOf(partitions);
        notes = List.copyOf(notes);
        details = new TreeMap<>(details);
    }

    /** Returns the exit code that says it to scripts. */
    public int exitCode() {
        if (partitions.stream().allMatch(partition -> partition.arrived() == Arrived.YES)) {
            return ExitCode.OK;
        }
        return phase == Phase.OUT_OF_TIME ? ExitCode.TIMEOUT : ExitCode.PARTIAL;
    }

    /** Returns one line. */
    public String summary() {
        var text = verb + " " + mirror + ": ";
        return switch (phase) {
            case DRY_RUN -> text + (steps.isEmpty() ? "nothing to do" : "nothing written (--dry-run)");
            case ACKNOWLEDGED -> text + "acknowledged, not waited for";
            case ENDED, OUT_OF_TIME -> text + ended();
        };
    }

    private String ended() {
        if (partitions.isEmpty()) {
            return steps.isEmpty() ? "nothing to do" : "done";
        }
        var arrived = partitions.size() - missing().size();
        var count = arrived == partitions.size()
                ? "all " + arrived + " partitions have arrived"
                : arrived + " of " + partitions.size() + " partitions have arrived";
        return phase == Phase.OUT_OF_TIME ? count + " when the time was over" : count;
    }

    private List<PartitionArrival> missing() {
        return partitions.stream()
                .filter(partition -> partition.arrived() != Arrived.YES)
                .toList();
    }

    /** Returns the text for stdout. */
    public String print(OutputFormat format) {
        if (format == OutputFormat.JSON) {
            return Json.of(this);
        }
        var lines = new ArrayList<String>();
        lines.add(summary());
        if (phase == Phase.DRY_RUN) {
            steps.forEach(step -> lines.add("  would " + step));
        }
        details.forEach((key, value) -> lines.add("  " + key + ": " + value));
        notes.forEach(note -> lines.add("  " + note));
        if (!missing().isEmpty()) {
            lines.add(table());
        }
        return String.join(System.lineSeparator(), lines);
    }

    private String table() {
        var table = new TextTable("TOPIC", "PARTITION", "STATE", "ARRIVED", "REASON", "WHAT TO DO");
        missing()
                .forEach(row -> table.row(
                        row.topic(),
                        row.partition() == PartitionArrival.WHOLE_TOPIC ? "-" : row.partition(),
                        row.state(),
                        row.arrived(),
                        row.reason(),
                        row.remedy()));
        return table.toString();
    }
}
