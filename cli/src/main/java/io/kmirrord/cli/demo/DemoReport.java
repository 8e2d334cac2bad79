// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.cli.demo;

import io.kmirrord.cli.Json;
import io.kmirrord.cli.OutputFormat;
import io.kmirrord.cli.TextTable;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/**
 * What the demo prints on stdout. Immutable.
 *
 * @param equal whether everything holds on every partition
 * @param elapsedMs from the start of the clusters to the end of the comparison
 * @param mirroredInMs from the start of the daemons until the last partition had arrived
 */
record DemoReport(
        boolean equal,
        String sourceKafkaVersion,
        String destinationKafkaVersion,
        long elapsedMs,
        long mirroredInMs,
        List<PartitionRow> partitions) {

    DemoReport {
        partitions = List.copyOf(partitions);
    }

    static DemoReport of(
            String sourceVersion,
            String destinationVersion,
            long elapsedMs,
            long mirroredInMs,
            List<PartitionRow> rows) {
        var equal = !rows.isEmpty() && rows.stream().allMatch(PartitionRow::equal);
        return new DemoReport(equal, sourceVersion, destinationVersion, elapsedMs, mirroredInMs, rows);
    }

    String print(OutputFormat format) {
        return format == OutputFormat.JSON ? Json.of(this) : table() + System.lineSeparator() + summary();
    }

    private String table() {
        var table = new TextTable(
                "TOPIC",
                "P",
                "SOURCE END",
                "DEST END",
                "BATCHES",
                "BYTES",
                "REPLICAS EQUAL",
                "READ_COMMITTED EQUAL",
                "READ_UNCOMMITTED EQUAL");
        for (var row : partitions) {
            table.row(
                    row.topic(),
                    row.partition(),
                    row.sourceEndOffset(),
                    row.destinationEndOffset(),
                    row.batches(),
                    row.bytes(),
                    yesOrNo(row.bytesEqual()) + " (" + row.replicas() + ")",
                    yesOrNo(row.consumersEqual()) + " (" + row.committedRecords() + ")",
                    yesOrNo(row.consumersEqual()) + " (" + row.records() + ")");
        }
        return table.toString();
    }

    private String summary() {
        var differences = partitions.stream()
                .flatMap(row -> row.differences().stream())
                .map(difference -> "  " + difference + System.lineSeparator())
                .collect(Collectors.joining());
        var bad = partitions.stream().filter(row -> !row.equal()).count();
        var verdict = equal
                ? "All " + partitions.size()
                        + " partitions are equal on the source and on all replicas of the destination."
                : bad + " of " + partitions.size() + " partitions differ:" + System.lineSeparator()
                        + differences.stripTrailing();
        return System.lineSeparator()
                + verdict
                + System.lineSeparator()
                + String.format(
                        Locale.ROOT,
                        "Kafka %s -> %s, mirrored in %.1f s, whole demo %.0f s.",
                        sourceKafkaVersion,
                        destinationKafkaVersion,
                        mirroredInMs / 1000.0,
                        elapsedMs / 1000.0);
    }

    private static String yesOrNo(boolean value) {
        return value ? "yes" : "NO";
    }
}
