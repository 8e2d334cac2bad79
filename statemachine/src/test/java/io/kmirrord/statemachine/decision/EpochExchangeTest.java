// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.statemachine.decision;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

final class EpochExchangeTest {

    private static LocalLog log(long start, long leo, EpochStart... epochs) {
        return new LocalLog(start, leo, leo, List.of(epochs), false, false, List.of());
    }

    /** What a leader with this log answers: as Kafka's leader-epoch cache does. */
    private static EpochStart ask(LocalLog source, int epoch) {
        int floor = -1;
        for (EpochStart entry : source.epochs()) {
            if (entry.epoch() > epoch) {
                return new EpochStart(floor < 0 ? epoch : floor, entry.startOffset());
            }
            floor = entry.epoch();
        }
        return floor == epoch ? new EpochStart(epoch, source.leo()) : new EpochStart(-1, -1);
    }

    private static long agree(LocalLog local, LocalLog source, long candidate) {
        EpochExchange.Progress progress = EpochExchange.begin(local, candidate);
        int lastAsked = Integer.MAX_VALUE;
        while (progress instanceof EpochExchange.Ask asked) {
            assertThat(asked.epoch()).isLessThan(lastAsked);
            lastAsked = asked.epoch();
            EpochStart answer = ask(source, asked.epoch());
            progress = EpochExchange.answer(local, asked, answer.epoch(), answer.startOffset());
        }
        return ((EpochExchange.Agreed) progress).offset();
    }

    @Test
    void f15UncleanElectionsToAndFroEndAtTheTruePrefix() {
        LocalLog source = log(0, 120, new EpochStart(5, 0), new EpochStart(8, 100));
        LocalLog copy = log(0, 60, new EpochStart(5, 0), new EpochStart(6, 50));
        assertThat(agree(copy, source, 60)).isEqualTo(50);
    }

    @Test
    void aTailOfTheSameEpochEndsWhereTheSourceEnds() {
        LocalLog source = log(0, 9, new EpochStart(0, 0), new EpochStart(2, 3), new EpochStart(13, 6));
        LocalLog old = log(0, 8, new EpochStart(0, 0), new EpochStart(2, 3));
        assertThat(agree(old, source, 8)).isEqualTo(6);
        assertThat(agree(old, source, 6)).isEqualTo(6);
    }

    @Test
    void aSourceWithLowerEpochsAloneHasNothingOfTheHigherOnes() {
        LocalLog copy = log(10, 80, new EpochStart(5, 10), new EpochStart(6, 40));
        assertThat(agree(copy, log(0, 50, new EpochStart(5, 0)), 80)).isEqualTo(40);
        assertThat(agree(copy, log(0, 0), 80)).isEqualTo(10);
    }

    @Test
    void whatRetentionRemovedAtTheSourceIsNoDifference() {
        LocalLog source = log(500, 600, new EpochStart(30, 500));
        assertThat(agree(log(10, 80, new EpochStart(5, 10)), source, 80)).isEqualTo(80);
    }

    @Test
    void anEmptyLogAgreesAtOnce() {
        assertThat(EpochExchange.begin(log(7, 7), 100)).isEqualTo(new EpochExchange.Agreed(7));
    }

    /** Two histories with a common prefix, then other epochs; block epochs make them differ (C2). */
    @Test
    void theAgreedOffsetIsAlwaysTheEndOfTheCommonPrefix() {
        for (int seed = 0; seed < 5_000; seed++) {
            Random random = new Random(seed);
            List<EpochStart> common = new ArrayList<>();
            long end = extend(random, common, 0, 0, 1 + random.nextInt(4));
            int epoch = common.get(common.size() - 1).epoch();
            List<EpochStart> one = new ArrayList<>(common);
            List<EpochStart> two = new ArrayList<>(common);
            long oneEnd = extend(random, one, epoch + 1, end, random.nextInt(3));
            long twoEnd = extend(random, two, EpochBlocks.BLOCK + epoch, end, random.nextInt(3));
            LocalLog local = log(0, oneEnd, one.toArray(EpochStart[]::new));
            LocalLog source = log(0, twoEnd, two.toArray(EpochStart[]::new));
            assertThat(agree(local, source, oneEnd))
                    .as("seed %d: %s / %s", seed, local, source)
                    .isEqualTo(end);
        }
    }

    private static long extend(Random random, List<EpochStart> epochs, int epoch, long from, int count) {
        int next = epoch;
        long end = from;
        for (int i = 0; i < count; i++) {
            next += random.nextInt(3);
            epochs.add(new EpochStart(next, end));
            next++;
            end += 1 + random.nextInt(10);
        }
        return end;
    }
}
