// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.statemachine.decision;

import static org.assertj.core.api.Assertions.assertThat;

import io.kmirrord.statemachine.decision.ProducerIdRange.Keep;
import io.kmirrord.statemachine.decision.ProducerIdRange.Raise;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

final class ProducerIdRangeTest {
    private static final long SLOT = 1L << ProducerIdRange.SLOT_BITS;
    /** Above it the bridge refuses. */
    private static final long LIMIT = 1L << 62;

    /** Two ids of one slot, the first lower. */
    private record Tie(String lower, String higher) {
        int slot() {
            return ProducerIdRange.slotOf(lower);
        }
    }

    /** Numbers are tried until two share a slot: some thousands, by the birthday paradox. */
    private static Tie tie() {
        Map<Integer, String> bySlot = new HashMap<>();
        for (int number = 0; ; number++) {
            String id = "cluster-" + number;
            String other = bySlot.putIfAbsent(ProducerIdRange.slotOf(id), id);
            if (other != null) {
                return id.compareTo(other) < 0 ? new Tie(id, other) : new Tie(other, id);
            }
        }
    }

    /** What the duties do: raise until it is kept. */
    private static long reserve(ProducerIdRange range, long present) {
        long next = present;
        for (int step = 0; step < 4; step++) {
            if (range.judge(next) instanceof Raise raise) {
                assertThat(raise.next()).isGreaterThan(next).isLessThanOrEqualTo(LIMIT);
                next = raise.next();
            } else {
                return next;
            }
        }
        throw new AssertionError("never kept: " + range + " from " + present);
    }

    private static long slotOf(long id) {
        return id / SLOT;
    }

    @Test
    void aSlotIsThatOfTheHashForEver() {
        // SHA-256 of the id begins 867c36148a469de4. Every cluster that was ever a destination has such a number on
        // disk.
        assertThat(ProducerIdRange.slotOf("MkU3OEVBNTcwNTJENDM2Qk")).isEqualTo(3534209);
        assertThat(ProducerIdRange.of("MkU3OEVBNTcwNTJENDM2Qk", "other").base()).isEqualTo(3534209 * SLOT);
    }

    @Test
    void everySlotIsAboveWhereClustersBeginAndBelowTheLimit() {
        SplittableRandom random = new SplittableRandom(1);
        for (int i = 0; i < 20_000; i++) {
            int slot = ProducerIdRange.slotOf(Long.toString(random.nextLong()));
            assertThat(slot).isBetween(1, ProducerIdRange.HASHED_SLOTS);
        }
        assertThat((ProducerIdRange.HASHED_SLOTS + 4) * SLOT).isLessThan(LIMIT);
    }

    @Test
    void aNextIdBelowTheBaseIsRaisedToIt() {
        ProducerIdRange range = ProducerIdRange.of("here", "there");
        assertThat(range.base()).isEqualTo(ProducerIdRange.slotOf("here") * SLOT);
        assertThat(range.judge(0)).isEqualTo(new Raise(range.base()));
        assertThat(range.judge(7_000)).isEqualTo(new Raise(range.base()));
        assertThat(range.judge(range.base() - 1)).isEqualTo(new Raise(range.base()));
    }

    @Test
    void whatWasReservedIsKept() {
        ProducerIdRange range = ProducerIdRange.of("here", "there");
        assertThat(range.judge(range.base())).isEqualTo(new Keep(range.base()));
        assertThat(range.judge(range.base() + 123_000)).isEqualTo(new Keep(range.base()));
        long higher = range.base() + 5 * SLOT;
        assertThat(new ProducerIdRange(range.slot(), Set.of(1)).judge(higher + 7))
                .as("a slot above its own, as it was reserved against another source")
                .isEqualTo(new Keep(higher));
    }

    @Test
    void anIdInTheSourcesSlotMovesUpToTheNextThatIsFree() {
        ProducerIdRange range = new ProducerIdRange(10, Set.of(14, 15));
        assertThat(range.judge(14 * SLOT - 1)).isEqualTo(new Keep(13 * SLOT));
        assertThat(range.judge(14 * SLOT)).isEqualTo(new Raise(16 * SLOT));
        assertThat(range.judge(16 * SLOT - 1)).isEqualTo(new Raise(16 * SLOT));
        assertThat(range.judge(16 * SLOT)).isEqualTo(new Keep(16 * SLOT));
    }

    @Test
    @DisplayName("F9: two clusters of one slot part, whichever is the destination first")
    void f9ATieIsBrokenTheSameWayFromBothSides() {
        Tie tie = tie();
        ProducerIdRange lower = ProducerIdRange.of(tie.lower(), tie.higher());
        ProducerIdRange higher = ProducerIdRange.of(tie.higher(), tie.lower());
        assertThat(lower).isEqualTo(new ProducerIdRange(tie.slot() + 1, Set.of(tie.slot(), tie.slot() + 2)));
        assertThat(higher).isEqualTo(new ProducerIdRange(tie.slot() + 2, Set.of(tie.slot(), tie.slot() + 1)));
        for (long before : new long[] {0, 9_000, tie.slot() * SLOT, tie.slot() * SLOT + 9_000}) {
            for (long there : new long[] {0, tie.slot() * SLOT + 5}) {
                assertThat(slotOf(reserve(lower, before))).isEqualTo(tie.slot() + 1L);
                assertThat(slotOf(reserve(higher, there))).isEqualTo(tie.slot() + 2L);
            }
        }
    }

    @Test
    void aRaiseLeadsToWhatIsKeptAndReservingAgainChangesNothing() {
        SplittableRandom random = new SplittableRandom(7);
        for (int i = 0; i < 20_000; i++) {
            ProducerIdRange range = random.nextInt(4) == 0
                    ? ProducerIdRange.of("a" + random.nextInt(), "b" + random.nextInt())
                    : new ProducerIdRange(1 + random.nextInt(6), Set.of(1 + random.nextInt(8), 10 + random.nextInt(2)));
            long present = random.nextInt(3) == 0 ? random.nextLong(LIMIT / 2) : random.nextLong(12 * SLOT);
            long kept = reserve(range, present);
            assertThat(range.avoided()).doesNotContain((int) slotOf(kept));
            assertThat(kept).isGreaterThanOrEqualTo(Math.max(present, range.base()));
            assertThat(range.judge(kept)).isEqualTo(new Keep(slotOf(kept) * SLOT));
        }
    }

    @Test
    @DisplayName("F9: A and B never end in one slot, in whatever order they mirror, with third clusters in between")
    void f9PairsAreDisjoint() {
        SplittableRandom random = new SplittableRandom(11);
        Tie tie = tie();
        for (int i = 0; i < 2_000; i++) {
            boolean tied = i % 2 == 0;
            String a = tied ? tie.lower() : "a" + random.nextLong();
            String b = tied ? tie.higher() : "b" + random.nextLong();
            long[] next = {random.nextInt(100_000), random.nextInt(100_000)};
            for (int start = 0; start < 8; start++) {
                String source = random.nextInt(3) == 0 ? "third" + random.nextInt() : "";
                if (random.nextBoolean()) {
                    next[0] = reserve(ProducerIdRange.of(a, source.isEmpty() ? b : source), next[0]);
                } else {
                    next[1] = reserve(ProducerIdRange.of(b, source.isEmpty() ? a : source), next[1]);
                }
            }
            next[0] = reserve(ProducerIdRange.of(a, b), next[0]);
            next[1] = reserve(ProducerIdRange.of(b, a), next[1]);
            assertThat(slotOf(next[0])).isNotEqualTo(slotOf(next[1])).isPositive();
        }
    }
}
