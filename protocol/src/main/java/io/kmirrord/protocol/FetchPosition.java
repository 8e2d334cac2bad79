// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.protocol;

import org.apache.kafka.common.TopicIdPartition;

/**
 * Where to read a partition.
 *
 * @param partition name and id; the zero id on sources before 2.8
 * @param fetchOffset first offset wanted, 0 or more
 * @param currentLeaderEpoch the source's leader epoch as known, always set where known (F21); -1: unknown
 * @param lastFetchedEpoch epoch of the last batch held below fetchOffset, -1 for none: the source answers a diverging
 *     epoch if its log differs there. Sources before 2.7 ignore it: ask {@link WireClient#endOffsetsForEpoch} there
 * @param maxBytes bytes wanted at most, above 0; the first batch of a response comes whole, whatever its size
 */
public record FetchPosition(
        TopicIdPartition partition, long fetchOffset, int currentLeaderEpoch, int lastFetchedEpoch, int maxBytes) {

    public FetchPosition {
        if (fetchOffset < 0 || maxBytes <= 0) {
            throw new IllegalArgumentException("position of " + partition + ": fetchOffset " + fetchOffset
                    + ", maxBytes " + maxBytes + "; accepted: 0 or more, above 0");
        }
    }
}
