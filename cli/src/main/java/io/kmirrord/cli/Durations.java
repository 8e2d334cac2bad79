// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.cli;

import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.regex.Pattern;

/** Durations and times as commands read and print them. Pure. */
public final class Durations {
    private static final Pattern FORM = Pattern.compile("([1-9][0-9]{0,5})(ms|s|m|h|d)");
    private static final long SECOND = 1_000;
    private static final long MINUTE = 60 * SECOND;
    private static final long HOUR = 60 * MINUTE;

    private Durations() {}

    /**
     * Reads a duration.
     *
     * @throws CliException naming the accepted forms
     */
    public static Duration parse(String text) {
        var form = FORM.matcher(text);
        if (!form.matches()) {
            throw CliError.BAD_DURATION.with(text);
        }
        var value = Long.parseLong(form.group(1));
        return switch (form.group(2)) {
            case "ms" -> Duration.ofMillis(value);
            case "s" -> Duration.ofSeconds(value);
            case "m" -> Duration.ofMinutes(value);
            case "h" -> Duration.ofHours(value);
            default -> Duration.ofDays(value);
        };
    }

    /** Returns a duration in its largest unit that loses little, such as 90 s, 12 min. */
    public static String text(long millis) {
        if (millis < SECOND) {
            return millis + " ms";
        }
        if (millis < 2 * MINUTE) {
            return millis / SECOND + " s";
        }
        return millis < 2 * HOUR ? millis / MINUTE + " min" : millis / HOUR + " h";
    }

    /** Returns a wall clock in UTC, whole seconds. */
    public static String utc(long epochMillis) {
        return Instant.ofEpochMilli(epochMillis).truncatedTo(ChronoUnit.SECONDS).toString();
    }
}
