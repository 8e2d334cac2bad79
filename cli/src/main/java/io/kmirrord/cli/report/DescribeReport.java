// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.cli.report;

import io.kmirrord.cli.Json;
import io.kmirrord.cli.OutputFormat;
import io.kmirrord.cli.TextTable;
import io.kmirrord.cli.facts.Signs;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** What {@code describe} prints. Immutable. */
public record DescribeReport(List<MirrorReport> mirrors, List<DaemonReport> daemons, List<String> warnings) {
    private static final String ABSENT = "-";

    public DescribeReport {
        mirrors = List.copyOf(mirrors);
        daemons = List.copyOf(daemons);
        warnings = List.copyOf(warnings);
    }

    public static DescribeReport of(List<MirrorReport> mirrors, Signs signs, List<String> warnings) {
        return new DescribeReport(mirrors, DaemonReport.of(signs), warnings);
    }

    /** Returns the text for stdout. */
    public String print(OutputFormat format) {
        if (format == OutputFormat.JSON) {
            return Json.of(this);
        }
        var blocks = new ArrayList<String>();
        mirrors.forEach(mirror -> blocks.add(block(mirror)));
        if (!daemons.isEmpty()) {
            blocks.add(daemonTable());
        }
        return blocks.isEmpty()
                ? "no mirrors"
                : String.join(System.lineSeparator().repeat(2), blocks);
    }

    private static String block(MirrorReport mirror) {
        var lines = new ArrayList<String>();
        lines.add("mirror " + mirror.mirror() + ", source " + mirror.source()
                + (mirror.sourceClusterId() == null ? "" : " (cluster " + mirror.sourceClusterId() + ")"));
        if (!mirror.includes().isEmpty()) {
            lines.add("patterns " + String.join(", ", mirror.includes())
                    + (mirror.excludes().isEmpty() ? "" : " without " + String.join(", ", mirror.excludes())));
        }
        lines.add(mirror.topics().isEmpty() ? "no topics" : table(mirror));
        lines.addAll(gaps(mirror));
        lines.addAll(failures(mirror));
        lines.addAll(notSynced(mirror));
        return String.join(System.lineSeparator(), lines);
    }

    private static String table(MirrorReport mirror) {
        var table = new TextTable(
                "TOPIC",
                "PARTITION",
                "STATE",
                "SOURCE-OFFSET",
                "DESTINATION-OFFSET",
                "LAG",
                "LEADER",
                "SINCE",
                "REASON");
        for (var topic : mirror.topics()) {
            for (var row : topic.partitions()) {
                table.row(
                        topic.topic(),
                        row.partition(),
                        row.state(),
                        text(row.sourceOffset()),
                        text(row.destinationOffset()),
                        text(row.lag()),
                        text(row.leader()),
                        text(row.since()),
                        row.failure() == null ? row.reason() : row.failure().code());
            }
            if (topic.partitions().isEmpty()) {
                table.row(
                        topic.topic(),
                        ABSENT,
                        "UNKNOWN",
                        ABSENT,
                        ABSENT,
                        ABSENT,
                        ABSENT,
                        topic.since(),
                        topic.reason());
            }
        }
        return table.toString();
    }

    private static List<String> gaps(MirrorReport mirror) {
        var lines = new ArrayList<String>();
        for (var topic : mirror.topics()) {
            for (var row : topic.partitions()) {
                var gaps = row.gaps();
                if (gaps != null) {
                    lines.add(topic.topic() + "-" + row.partition() + " misses " + gaps.offsets()
                            + " offsets that the source removed before they were copied, in " + gaps.count()
                            + (gaps.count() == 1 ? " gap: " : " gaps, the last: ") + gaps.from() + ".." + gaps.to());
                }
            }
        }
        return lines;
    }

    private static List<String> failures(MirrorReport mirror) {
        var lines = new ArrayList<String>();
        for (var topic : mirror.topics()) {
            for (var row : topic.partitions()) {
                var failure = row.failure();
                if (failure != null) {
                    lines.add(topic.topic() + "-" + row.partition() + " " + failure.line());
                }
            }
        }
        return lines;
    }

    private static List<String> notSynced(MirrorReport mirror) {
        var lines = new ArrayList<String>();
        mirror.notSynced()
                .forEach(one -> lines.add(
                        "not synced: " + one.kind() + " " + one.name() + " " + one.text() + " (" + one.reason() + ")"));
        var more = new TreeMap<>(mirror.notSyncedCounts());
        mirror.notSynced().forEach(one -> more.computeIfPresent(one.reason(), (reason, count) -> count - 1));
        more.values().removeIf(count -> count <= 0);
        if (!more.isEmpty()) {
            var all = more.values().stream().mapToInt(Integer::intValue).sum();
            lines.add("not synced: " + all + " more: "
                    + more.entrySet().stream()
                            .map(one -> one.getValue() + " " + one.getKey())
                            .collect(Collectors.joining(", ")));
        }
        return lines;
    }

    private String daemonTable() {
        var table = new TextTable("NODE", "HOST", "VERSION", "BRIDGE", "LAST SIGN OF LIFE", "PROBLEM");
        daemons.forEach(daemon -> table.row(
                daemon.node(),
                daemon.host(),
                daemon.version(),
                daemon.bridgeLinked() ? "linked" : "NOT LINKED",
                daemon.lastSign(),
                daemon.problem()));
        return table.toString();
    }

    private static String text(@Nullable Object value) {
        return value == null ? ABSENT : value.toString();
    }
}
