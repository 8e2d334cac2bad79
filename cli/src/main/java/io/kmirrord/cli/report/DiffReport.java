// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.cli.report;

import io.kmirrord.cli.ExitCode;
import io.kmirrord.cli.Json;
import io.kmirrord.cli.OutputFormat;
import io.kmirrord.cli.TextTable;
import io.kmirrord.statemachine.diff.DiffAnswer;
import io.kmirrord.statemachine.diff.Difference;
import io.kmirrord.statemachine.diff.Subject;
import io.kmirrord.statemachine.diff.Unread;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * What {@code diff} prints. Immutable.
 *
 * @param subjects that were compared
 * @param more how many differences are not listed, by subject
 */
public record DiffReport(
        String mirror, List<String> subjects, List<Row> differences, List<NotRead> notRead, Map<String, Integer> more) {
    private static final String ABSENT = "-";

    /**
     * One difference.
     *
     * @param source what is there, null for nothing
     * @param destination what is here, null for nothing
     * @param note null if there is none
     * @param intended the mirror means it to differ, or it passes by itself in the ordinary course
     */
    public record Row(
            String subject,
            String name,
            Difference.Kind kind,
            @Nullable String source,
            @Nullable String destination,
            @Nullable String note,
            boolean intended) {
        private static Row of(Difference one) {
            return new Row(
                    one.subject().toString(),
                    one.name(),
                    one.kind(),
                    one.source(),
                    one.destination(),
                    one.note().isEmpty() ? null : one.note(),
                    one.intended());
        }
    }

    /** A part of a subject that was not compared. {@code side} is source or destination. */
    public record NotRead(String subject, String side, String message, String whatToDo) {
        private static NotRead of(Unread one) {
            return new NotRead(one.subject(), one.side().toString(), one.text(), one.remedy());
        }
    }

    public DiffReport {
        subjects = List.copyOf(subjects);
        differences = List.copyOf(differences);
        notRead = List.copyOf(notRead);
    }

    public static DiffReport of(String mirror, DiffAnswer answer) {
        var more = new TreeMap<String, Integer>();
        answer.more().forEach((subject, count) -> more.put(subject.toString(), count));
        return new DiffReport(
                mirror,
                answer.subjects().stream().map(Subject::toString).toList(),
                answer.differences().stream().map(Row::of).toList(),
                answer.unread().stream().map(NotRead::of).toList(),
                more);
    }

    /** Returns the exit code that says it to scripts; what is intended does not count. */
    public int exitCode() {
        if (!notRead.isEmpty()) {
            return ExitCode.PARTIAL;
        }
        return differences.stream().allMatch(Row::intended) ? ExitCode.OK : ExitCode.DIFFERENCES;
    }

    /** Returns the text for stdout. */
    public String print(OutputFormat format) {
        if (format == OutputFormat.JSON) {
            return Json.of(this);
        }
        var blocks = new ArrayList<String>();
        blocks.add(summary());
        subjects.forEach(subject -> block(blocks, subject));
        if (differences.stream().anyMatch(Row::intended)) {
            var table = new TextTable("SUBJECT", "NAME", "SOURCE", "DESTINATION", "NOTE");
            differences.stream()
                    .filter(Row::intended)
                    .forEach(row -> table.row(
                            row.subject(),
                            row.name(),
                            text(row.source()),
                            text(row.destination()),
                            row.note() == null ? "" : row.note()));
            blocks.add("intended" + System.lineSeparator() + table);
        }
        if (!more.isEmpty()) {
            blocks.add(more.entrySet().stream()
                    .map(entry -> entry.getKey() + ": " + entry.getValue()
                            + " more that are not listed; narrow it with --only and --topics")
                    .collect(Collectors.joining(System.lineSeparator())));
        }
        if (!notRead.isEmpty()) {
            blocks.add(notRead.stream()
                    .map(one -> "not read: " + one.subject() + " " + one.message() + System.lineSeparator()
                            + "  what to do: " + one.whatToDo())
                    .collect(Collectors.joining(System.lineSeparator())));
        }
        return String.join(System.lineSeparator().repeat(2), blocks);
    }

    private void block(List<String> blocks, String subject) {
        var rows = differences.stream()
                .filter(row -> row.subject().equals(subject) && !row.intended())
                .toList();
        if (rows.isEmpty()) {
            return;
        }
        var table = new TextTable("NAME", "SOURCE", "DESTINATION", "NOTE");
        rows.forEach(row -> table.row(
                row.name(), text(row.source()), text(row.destination()), row.note() == null ? "" : row.note()));
        blocks.add(subject + System.lineSeparator() + table);
    }

    /** Returns one line. */
    public String summary() {
        var look = differences.stream().filter(row -> !row.intended()).count();
        var intended = differences.size() - look;
        var text = new ArrayList<String>();
        text.add((look == 0 ? "no differences" : look == 1 ? "1 difference" : look + " differences") + " in "
                + (subjects.isEmpty() ? "nothing" : String.join(", ", subjects)));
        if (intended > 0) {
            text.add(intended + " intended");
        }
        if (!notRead.isEmpty()) {
            text.add(notRead.size() + " not read");
        }
        return "diff " + mirror + ": " + String.join("; ", text);
    }

    private static String text(@Nullable String value) {
        return value == null ? ABSENT : value;
    }
}
