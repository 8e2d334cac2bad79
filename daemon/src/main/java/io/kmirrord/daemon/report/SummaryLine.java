// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.daemon.report;

import io.kmirrord.statemachine.StateName;
import java.time.Duration;
import java.util.Locale;
import java.util.Map;

/** The line that says how a daemon fares. Pure. */
final class SummaryLine {
    private static final double BYTES_PER_MB = 1_000_000;

    private SummaryLine() {}

    /**
     * For example {@code 12 partitions led here: 11 MIRRORING, 1 FAILED; 104.2 MB/s; 51023 offsets behind the source}.
     *
     * @param states how many partitions are in each
     * @param appendedBytes since the line before
     * @param elapsed since the line before, above 0
     */
    static String of(Map<StateName, Integer> states, long lag, long appendedBytes, Duration elapsed) {
        int partitions = 0;
        StringBuilder text = new StringBuilder();
        for (StateName state : StateName.values()) {
            int count = states.getOrDefault(state, 0);
            if (count > 0) {
                partitions += count;
                text.append(text.isEmpty() ? ": " : ", ")
                        .append(count)
                        .append(' ')
                        .append(state);
            }
        }
        double rate = appendedBytes / BYTES_PER_MB / (elapsed.toNanos() / 1e9);
        return String.format(
                Locale.ROOT,
                "%d partitions led here%s; %.1f MB/s; %d offsets behind the source",
                partitions,
                text,
                rate,
                lag);
    }
}
