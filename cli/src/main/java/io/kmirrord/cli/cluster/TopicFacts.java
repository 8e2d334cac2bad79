// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.cli.cluster;

import java.util.List;
import java.util.UUID;

/**
 * What the destination says of a topic. Immutable.
 *
 * @param leaders node id by partition, {@link #NO_LEADER} for one without
 */
public record TopicFacts(UUID topicId, List<Integer> leaders) {
    public static final int NO_LEADER = -1;

    public TopicFacts {
        leaders = List.copyOf(leaders);
    }
}
