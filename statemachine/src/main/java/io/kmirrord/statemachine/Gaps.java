// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.statemachine;

/**
 * What a copy misses because the source removed it before it was copied. Immutable.
 *
 * @param count of gaps, 0 or more
 * @param offsets in all of them
 * @param from where the last one begins, the end of the copy then; -1 if there is none
 * @param to first offset behind it, -1 if there is none
 */
public record Gaps(int count, long offsets, long from, long to) {
    public static final Gaps NONE = new Gaps(0, 0, -1, -1);

    /** Whether a gap that was found is the last one, found again: the copy has not moved since, nor has the source. */
    boolean holds(long begin, long end) {
        return isLast(begin) && end <= to;
    }

    private boolean isLast(long begin) {
        return count > 0 && begin == from;
    }

    /** Adds a gap, or lets the last one grow. */
    Gaps with(long begin, long end) {
        return isLast(begin)
                ? new Gaps(count, offsets + end - to, from, end)
                : new Gaps(count + 1, offsets + end - begin, begin, end);
    }

    /** Where a copy stands that ends at an offset: behind a gap that begins there. */
    public long reached(long end) {
        return isLast(end) ? to : end;
    }
}
