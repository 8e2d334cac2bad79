// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.daemon.sync;

import static org.assertj.core.api.Assertions.assertThat;

import io.kmirrord.statemachine.view.RecordKey;
import io.kmirrord.statemachine.view.RecordValue;
import io.kmirrord.statemachine.view.RecordValue.Skipped;
import io.kmirrord.statemachine.view.StateRecord;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

final class SyncReportsTest {
    private static final RecordKey.SyncReport KEY = new RecordKey.SyncReport("m", "groups", 1);

    private static List<Skipped> some(String kind, String reason, int count) {
        return IntStream.range(0, count)
                .mapToObj(number -> new Skipped(kind, kind + number, reason, "text"))
                .toList();
    }

    private static RecordValue.SyncReport report(List<Skipped> skipped) {
        List<StateRecord> records = SyncReports.changes(Map.of(), KEY, skipped, 1);
        assertThat(records).hasSize(1);
        return (RecordValue.SyncReport) Objects.requireNonNull(records.get(0).value());
    }

    @Test
    void aFrequentReasonHidesNoRareOne() {
        List<Skipped> all = new ArrayList<>(some("group", "ACTIVE", 200));
        all.addAll(some("topic", "NOT_MIRRORING", 3));
        all.addAll(some("user", "UNKNOWN", 80));
        RecordValue.SyncReport report = report(all);
        assertThat(report.counts()).isEqualTo(Map.of("ACTIVE", 200, "NOT_MIRRORING", 3, "UNKNOWN", 80));
        List<Skipped> expected = new ArrayList<>(some("group", "ACTIVE", 49));
        expected.addAll(some("topic", "NOT_MIRRORING", 3));
        expected.addAll(some("user", "UNKNOWN", 48));
        assertThat(report.skipped()).as("the rare ones whole, the others share").isEqualTo(expected);
        assertThat(SyncReports.changes(Map.of(KEY, report), KEY, all, 2))
                .as("the same is not written again")
                .isEmpty();
    }

    @Test
    void whatFitsIsToldWhole() {
        List<Skipped> all = some("group", "ACTIVE", 100);
        assertThat(report(all).skipped()).isEqualTo(all);
        assertThat(report(some("group", "ACTIVE", 101)).skipped()).isEqualTo(all);
    }

    @Test
    void moreReasonsThanRoomAreCountedAll() {
        List<Skipped> all = new ArrayList<>();
        IntStream.range(0, 150).forEach(number -> all.addAll(some("thing", "REASON" + number, 2)));
        assertThat(report(all).skipped())
                .hasSize(100)
                .extracting(Skipped::reason)
                .doesNotHaveDuplicates();
        assertThat(report(all).counts()).hasSize(150);
    }
}
