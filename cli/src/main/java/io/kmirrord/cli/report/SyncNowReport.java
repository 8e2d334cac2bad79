// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.cli.report;

import io.kmirrord.cli.ExitCode;
import io.kmirrord.cli.Json;
import io.kmirrord.cli.OutputFormat;
import io.kmirrord.statemachine.view.RecordValue;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * What {@code sync} prints. Immutable.
 *
 * @param done whether every subject was compared with the source
 * @param message of the daemon
 * @param topics by what became of them: {@code started}, {@code grown}, {@code stopped}
 * @param notSynced how much of each subject is left alone
 */
public record SyncNowReport(
        String mirror, boolean done, String message, Map<String, String> topics, Map<String, Integer> notSynced) {
    private static final List<String> BECAME = List.of("started", "grown", "stopped");

    public SyncNowReport {
        topics = Map.copyOf(topics);
        notSynced = Map.copyOf(notSynced);
    }

    /** Reads what the daemon answered; details that this release does not know are left out. */
    public static SyncNowReport of(String mirror, RecordValue.Outcome outcome) {
        var topics = new TreeMap<String, String>();
        var counts = new TreeMap<String, Integer>();
        outcome.details().forEach((name, value) -> {
            if (BECAME.contains(name)) {
                topics.put(name, value);
            } else if (value.matches("[0-9]{1,9}")) {
                counts.put(name, Integer.valueOf(value));
            }
        });
        return new SyncNowReport(mirror, outcome.done(), outcome.message(), topics, counts);
    }

    /** Returns the exit code that says it to scripts. */
    public int exitCode() {
        return done ? ExitCode.OK : ExitCode.PARTIAL;
    }

    /** Returns one line. */
    public String summary() {
        var left = notSynced.values().stream().mapToInt(Integer::intValue).sum();
        return "sync " + mirror + ": " + message
                + (left == 0 ? "" : "; " + left + " things are left alone: mirrorctl describe " + mirror);
    }

    /** Returns the text for stdout. */
    public String print(OutputFormat format) {
        if (format == OutputFormat.JSON) {
            return Json.of(this);
        }
        var lines = new TreeMap<String, String>();
        topics.forEach((became, names) -> lines.put("topics " + became, names));
        notSynced.forEach((subject, count) -> lines.put(subject + " left alone", Integer.toString(count)));
        return summary()
                + lines.entrySet().stream()
                        .map(line -> System.lineSeparator() + "  " + line.getKey() + ": " + line.getValue())
                        .collect(Collectors.joining());
    }
}
