// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.bridge.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import io.kmirrord.bridge.wire.Phase;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.apache.kafka.common.Uuid;
import org.junit.jupiter.api.Test;

final class FenceTableTest {
    private static final Uuid A = new Uuid(1, 1);
    private static final Uuid B = new Uuid(2, 2);
    private static final String MIRRORING = "v1;dr;1;MIRRORING;-1;";

    private final List<String> problems = new ArrayList<>();

    private static String key(Uuid id) {
        return "kmirrord.fence." + id;
    }

    private static FenceEntry entry(FenceTable table, Uuid id) {
        return Objects.requireNonNull(table.entries().get(id));
    }

    @Test
    void readsFencesAndNothingElse() {
        FenceTable table = FenceTable.EMPTY.read(Map.of(key(A), MIRRORING, "log.cleaner.threads", "2"), problems);
        assertThat(table.entries()).containsOnlyKeys(A);
        assertThat(entry(table, A).phaseOf(0)).isEqualTo(Phase.MIRRORING);
        assertThat(problems).isEmpty();
    }

    @Test
    void takesOverParsedValuesOfUnchangedText() {
        FenceTable first = FenceTable.EMPTY.read(Map.of(key(A), MIRRORING, key(B), MIRRORING), problems);
        FenceTable second = first.read(Map.of(key(A), MIRRORING, key(B), "v1;dr;1;STOPPING;-1;"), problems);
        assertThat(entry(second, A)).isSameAs(entry(first, A));
        assertThat(entry(second, B).phaseOf(0)).isEqualTo(Phase.STOPPING);
    }

    @Test
    void aValueThatCannotBeReadIsAFenceAndIsReported() {
        FenceTable table = FenceTable.EMPTY.read(Map.of(key(A), "v2;x"), problems);
        assertThat(entry(table, A).phaseOf(3)).isEqualTo(Phase.MIRRORING);
        assertThat(entry(table, A).isOpen(3)).isFalse();
        assertThat(problems).singleElement().asString().contains(A.toString()).contains("v2;x");
    }

    @Test
    void aKeyWithoutATopicIdIsReportedAndIgnored() {
        FenceTable table = FenceTable.EMPTY.read(Map.of("kmirrord.fence.!", MIRRORING), problems);
        assertThat(table.entries()).isEmpty();
        assertThat(problems).singleElement().asString().contains("kmirrord.fence.!");
    }

    @Test
    void tellsWhatAppearedChangedAndVanished() {
        FenceTable first = FenceTable.EMPTY.read(Map.of(key(A), MIRRORING), problems);
        assertThat(FenceTable.EMPTY.changedIn(first)).containsExactly(A);
        assertThat(first.changedIn(FenceTable.EMPTY)).containsExactly(A);
        assertThat(first.changedIn(first.read(Map.of(key(A), MIRRORING), problems)))
                .isEmpty();
        assertThat(first.changedIn(first.read(Map.of(key(A), "v1;dr;2;PREPARING;-1;"), problems)))
                .containsExactly(A);
    }
}
