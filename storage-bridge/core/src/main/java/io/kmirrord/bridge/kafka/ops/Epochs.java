// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.bridge.kafka.ops;

import io.kmirrord.bridge.wire.Response;
import io.kmirrord.bridge.wire.Response.EpochEntry;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Questions to the epoch cache of a log, given as its entries in rising order of epoch and start offset. Pure.
 */
final class Epochs {
    private Epochs() {}

    /** Returns the newest epoch, -1 if there is none. */
    static int newest(List<EpochEntry> entries) {
        return entries.isEmpty() ? -1 : entries.get(entries.size() - 1).epoch();
    }

    /** Returns the largest epoch not above the one asked, and its end offset; (-1, -1) if there is none. */
    static Response.EpochEnd end(List<EpochEntry> entries, int epoch, long logEndOffset) {
        Response.EpochEnd end = new Response.EpochEnd(-1, -1);
        for (int i = 0; i < entries.size() && entries.get(i).epoch() <= epoch; i++) {
            boolean last = i + 1 == entries.size();
            end = new Response.EpochEnd(
                    entries.get(i).epoch(),
                    last ? logEndOffset : entries.get(i + 1).startOffset());
        }
        return end;
    }

    /** Returns the highest epoch of what lies at or above an offset, -1 if nothing does. */
    static int highestFrom(List<EpochEntry> entries, long offset, long logEndOffset) {
        if (offset >= logEndOffset) {
            return -1;
        }
        int highest = -1;
        for (EpochEntry entry : entries) {
            if (entry.startOffset() < logEndOffset) {
                highest = Math.max(highest, entry.epoch());
            }
        }
        return highest;
    }

    /** Returns true if a cut at the offset leaves no entry (F17). */
    static boolean emptiedBy(List<EpochEntry> entries, long offset) {
        return entries.isEmpty() || entries.get(0).startOffset() >= offset;
    }

    /** Returns the first entry whose epoch is above the source's, null if all are the source's (R2). */
    static @Nullable EpochEntry foreign(List<EpochEntry> entries, int sourceLeaderEpoch) {
        for (EpochEntry entry : entries) {
            if (entry.epoch() > sourceLeaderEpoch) {
                return entry;
            }
        }
        return null;
    }
}
