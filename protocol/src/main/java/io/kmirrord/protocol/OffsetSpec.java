// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.protocol;

/**
 * Which offset to look up.
 *
 * @param timestampMs ms since 1970 (0 or more), or one of the negative values of ListOffsets
 * @param currentLeaderEpoch the epoch that the caller believes in, fenced by the leader; -1: not checked
 */
public record OffsetSpec(long timestampMs, int currentLeaderEpoch) {

    private static final long LATEST = -1;
    private static final long EARLIEST = -2;

    public OffsetSpec {
        if (timestampMs < EARLIEST) {
            throw new IllegalArgumentException(
                    "timestamp " + timestampMs + "; accepted: 0 or more, -1 (latest), -2 (earliest)");
        }
    }

    /** Log start offset. */
    public static OffsetSpec earliest() {
        return new OffsetSpec(EARLIEST, -1);
    }

    /** High watermark (read_uncommitted) or last stable offset (read_committed). */
    public static OffsetSpec latest() {
        return new OffsetSpec(LATEST, -1);
    }

    /** First record whose timestamp is at or after the given one. */
    public static OffsetSpec atOrAfter(long timestampMs) {
        return new OffsetSpec(timestampMs, -1);
    }

    /** The same, refused by a leader of another epoch. */
    public OffsetSpec fencedBy(int leaderEpoch) {
        return new OffsetSpec(timestampMs, leaderEpoch);
    }
}
