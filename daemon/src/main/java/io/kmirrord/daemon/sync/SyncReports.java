// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.daemon.sync;

import io.kmirrord.statemachine.view.RecordKey;
import io.kmirrord.statemachine.view.RecordValue;
import io.kmirrord.statemachine.view.RecordValue.Skipped;
import io.kmirrord.statemachine.view.StateRecord;
import io.kmirrord.statemachine.view.StateView;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;

/** Reports of what a sync leaves alone. Pure. */
public final class SyncReports {
    /** Of a report, whose record must stay small. */
    private static final int SKIPPED_SHOWN = 100;

    private SyncReports() {}

    /** Returns the reports on a subject, one of each daemon that ever had the mirror's duties. */
    public static Map<RecordKey.SyncReport, RecordValue.SyncReport> of(StateView view, String mirror, String subject) {
        Map<RecordKey.SyncReport, RecordValue.SyncReport> own = view.syncReports(mirror);
        own.keySet().removeIf(key -> !key.subject().equals(subject));
        return own;
    }

    private static Map<String, Integer> counts(List<Skipped> skipped) {
        Map<String, Integer> counts = new TreeMap<>();
        skipped.forEach(one -> counts.merge(one.reason(), 1, Integer::sum));
        return counts;
    }

    /**
     * Those that are told by name, in their order: of each reason as many as of any other, as far as it has them, so that a
     * frequent one does not hide what a rare one is about.
     */
    private static List<Skipped> shown(List<Skipped> skipped) {
        Map<String, Integer> seen = new HashMap<>();
        List<Integer> nth = skipped.stream()
                .map(one -> seen.merge(one.reason(), 1, Integer::sum))
                .toList();
        return IntStream.range(0, skipped.size())
                .boxed()
                .sorted(Comparator.<Integer>comparingInt(nth::get)
                        .thenComparing(place -> skipped.get(place).reason()))
                .limit(SKIPPED_SHOWN)
                .sorted()
                .map(skipped::get)
                .toList();
    }

    /**
     * Returns the report of a node, and the end of those of others; nothing where it says what it said.
     *
     * @param before as {@link #of} tells
     * @param key of the node's own
     */
    public static List<StateRecord> changes(
            Map<RecordKey.SyncReport, RecordValue.SyncReport> before,
            RecordKey.SyncReport key,
            List<Skipped> skipped,
            long nowMs) {
        Map<String, Integer> counts = counts(skipped);
        List<Skipped> shown = shown(skipped);
        RecordValue.SyncReport own = before.get(key);
        List<StateRecord> records = new ArrayList<>();
        boolean same = own == null
                ? skipped.isEmpty()
                : own.skipped().equals(shown) && own.counts().equals(counts);
        if (!same) {
            records.add(new StateRecord(key, new RecordValue.SyncReport(shown, counts, nowMs)));
        }
        before.keySet().stream()
                .filter(other -> !other.equals(key))
                .forEach(other -> records.add(new StateRecord(other, null)));
        return records;
    }
}
