// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.daemon.copy;

import io.kmirrord.protocol.BatchHeader;
import io.kmirrord.statemachine.Tail;
import org.jspecify.annotations.Nullable;

/**
 * What a local log ends with, and what the source has there. Immutable.
 *
 * @param tail how the two compare
 * @param ours header of the last local batch, null if the log is empty
 * @param compacted a cleaner may work at the topic
 */
public record LastBatch(Tail tail, @Nullable BatchHeader ours, boolean compacted) {

    /** Compares a local batch with the source's. A cleaner may have rewritten either side's; then checksums say nothing. */
    public static Tail compare(BatchHeader ours, BatchHeader theirs, boolean compacted) {
        if (theirs.baseOffset() > ours.lastOffset()) {
            return Tail.ABSENT;
        }
        boolean same = ours.baseOffset() == theirs.baseOffset()
                && ours.lastOffsetDelta() == theirs.lastOffsetDelta()
                && ours.crc() == theirs.crc()
                && ours.leaderEpoch() == theirs.leaderEpoch();
        return same ? Tail.EQUAL : compacted ? Tail.ABSENT : Tail.DIFFERENT;
    }
}
