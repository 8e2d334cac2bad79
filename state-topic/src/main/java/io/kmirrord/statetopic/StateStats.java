// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.statetopic;

import java.util.List;
import java.util.Map;

/**
 * What a client of the state topic has seen. Immutable.
 *
 * @param recordsRead records read since it was opened, unreadable ones included
 * @param unreadable records that were skipped
 * @param lastUnreadable where the last of them lies and why it was skipped; empty if there was none
 * @param nextOffsets by partition: everything below was read
 * @param warnings settings of the topics that are weaker than they should be, as found when it was opened
 */
public record StateStats(
        long recordsRead,
        long unreadable,
        String lastUnreadable,
        Map<Integer, Long> nextOffsets,
        List<String> warnings) {
    public StateStats {
        nextOffsets = Map.copyOf(nextOffsets);
        warnings = List.copyOf(warnings);
    }
}
