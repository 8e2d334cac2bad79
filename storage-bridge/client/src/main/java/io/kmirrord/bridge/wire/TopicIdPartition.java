// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.bridge.wire;

import java.util.UUID;

/**
 * One partition, named by topic id: a name may be given to another topic later, an id may not. Immutable.
 *
 * @param topicId the id that the cluster metadata holds, never the zero id
 * @param partition 0 or more
 */
public record TopicIdPartition(UUID topicId, int partition) {

    public TopicIdPartition {
        if (topicId.getMostSignificantBits() == 0 && topicId.getLeastSignificantBits() == 0) {
            throw new IllegalArgumentException("topicId is the zero id; accepted: the id of an existing topic");
        }
        if (partition < 0) {
            throw new IllegalArgumentException("partition " + partition + "; accepted: 0 or more");
        }
    }

    @Override
    public String toString() {
        return TopicIds.toText(topicId) + "-" + partition;
    }
}
