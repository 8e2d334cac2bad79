// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.bridge.kafka.ops;

import static org.assertj.core.api.Assertions.assertThat;

import io.kmirrord.bridge.wire.Response.EpochEnd;
import io.kmirrord.bridge.wire.Response.EpochEntry;
import java.util.List;
import org.junit.jupiter.api.Test;

final class EpochsTest {
    private static final List<EpochEntry> ENTRIES =
            List.of(new EpochEntry(2, 10), new EpochEntry(5, 20), new EpochEntry(9, 30));

    @Test
    void endIsThatOfTheLargestEpochNotAbove() {
        assertThat(Epochs.end(ENTRIES, 1, 40)).isEqualTo(new EpochEnd(-1, -1));
        assertThat(Epochs.end(ENTRIES, 2, 40)).isEqualTo(new EpochEnd(2, 20));
        assertThat(Epochs.end(ENTRIES, 8, 40)).isEqualTo(new EpochEnd(5, 30));
        assertThat(Epochs.end(ENTRIES, 9, 40)).isEqualTo(new EpochEnd(9, 40));
        assertThat(Epochs.end(ENTRIES, 100, 40)).isEqualTo(new EpochEnd(9, 40));
        assertThat(Epochs.end(List.of(), 3, 40)).isEqualTo(new EpochEnd(-1, -1));
    }

    @Test
    void f2TheHighestEpochOfACutIsThatOfItsNewestBatch() {
        assertThat(Epochs.highestFrom(ENTRIES, 15, 40)).isEqualTo(9);
        assertThat(Epochs.highestFrom(ENTRIES, 39, 40)).isEqualTo(9);
        assertThat(Epochs.highestFrom(ENTRIES, 40, 40)).isEqualTo(-1);
        assertThat(Epochs.highestFrom(ENTRIES, 25, 30))
                .as("nothing was written in epoch 9")
                .isEqualTo(5);
    }

    @Test
    void f17ACutThatLeavesNoEntryIsSeen() {
        assertThat(Epochs.emptiedBy(ENTRIES, 10)).isTrue();
        assertThat(Epochs.emptiedBy(ENTRIES, 11)).isFalse();
        assertThat(Epochs.emptiedBy(List.of(), 11)).isTrue();
    }

    @Test
    void r2AnEpochAboveTheSourcesIsForeign() {
        assertThat(Epochs.foreign(ENTRIES, 9)).isNull();
        assertThat(Epochs.foreign(ENTRIES, 8)).isEqualTo(new EpochEntry(9, 30));
        assertThat(Epochs.foreign(ENTRIES, 3)).isEqualTo(new EpochEntry(5, 20));
        assertThat(Epochs.newest(ENTRIES)).isEqualTo(9);
        assertThat(Epochs.newest(List.of())).isEqualTo(-1);
    }
}
