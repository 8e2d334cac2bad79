// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.daemon.topics;

import java.util.HashMap;
import java.util.Map;

/** What the keeper remembers of one topic, for one term as active controller. Confined to the keeper's queue. */
final class TopicDuty {
    /** DLE is at least this, by partition; {@link Integer#MAX_VALUE} for one that does not exist here. */
    final Map<Integer, Integer> floors = new HashMap<>();
    /** Something is under way, or a back-off runs. */
    boolean busy;
    /** In a row. */
    int failures;
    /** Last logged. */
    String problem = "";
}
