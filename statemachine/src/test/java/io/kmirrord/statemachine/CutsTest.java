// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.statemachine;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

final class CutsTest {
    private static Cuts.Cut cut(int step, long from, long end) {
        return new Cuts.Cut(
                new EffectId(1, 2, step), SalvageReason.PREPARING, from, end, end - from, 10 * (end - from));
    }

    @Test
    void cutsAddUpAndTheNewestAreKept() {
        Cuts cuts = Cuts.NONE;
        for (int step = 1; step <= Cuts.KEPT + 2; step++) {
            cuts = cuts.with(cut(step, 60, 70), false);
        }
        assertThat(cuts.count()).isEqualTo(Cuts.KEPT + 2);
        assertThat(cuts.records()).isEqualTo(10 * (Cuts.KEPT + 2));
        assertThat(cuts.bytes()).isEqualTo(100 * (Cuts.KEPT + 2));
        assertThat(cuts.newest()).hasSize(Cuts.KEPT).startsWith(cut(3, 60, 70)).endsWith(cut(Cuts.KEPT + 2, 60, 70));
    }

    @Test
    void whatIsSavedAgainBeforeTheBarrierCountsOnce() {
        Cuts once = Cuts.NONE.with(cut(1, 60, 80), false);
        assertThat(once.with(cut(5, 60, 81), true)).isEqualTo(new Cuts(1, 21, 210, List.of(cut(5, 60, 81))));
        assertThat(once.with(cut(5, 40, 80), true))
                .as("the exchange came to less, and nothing was removed before")
                .isEqualTo(new Cuts(1, 40, 400, List.of(cut(5, 40, 80))));
        assertThat(once.with(cut(5, 40, 60), true))
                .as("the cut was made, its barrier was not reached, and more goes")
                .isEqualTo(new Cuts(2, 40, 400, List.of(cut(1, 60, 80), cut(5, 40, 60))));
    }

    @Test
    void whatRemovesNothingIsNoCut() {
        assertThat(Cuts.NONE.with(cut(1, 60, 60), false)).isEqualTo(Cuts.NONE);
    }
}
