// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.daemon.topics;

import io.kmirrord.daemon.source.SourceTopic;
import java.util.HashMap;
import java.util.Map;

/** How far DLE is kept above SLE (KIP 4.6; R2 asks for strictly above). Pure. */
final class EpochHeadroom {
    /** DLE is raised when it is no more than this above SLE. */
    static final int NEAR = 3;
    /** To this much above SLE. */
    static final int STEP = 10;

    private EpochHeadroom() {}

    /** First leader epoch of a topic that is created. */
    static int first(int highestSourceEpoch) {
        return highestSourceEpoch + STEP;
    }

    /**
     * The raises to ask for.
     *
     * @param floors what DLE is known to be at least, by partition; where nothing is known, the raise is the smallest
     *     that is enough, so that it changes nothing in a steady state
     */
    static Map<Integer, Integer> raises(SourceTopic topic, Map<Integer, Integer> floors) {
        Map<Integer, Integer> raises = new HashMap<>();
        topic.partitions().forEach((number, partition) -> {
            Integer floor = floors.get(number);
            if (partition.epoch() < 0) {
                return;
            }
            if (floor == null) {
                raises.put(number, partition.epoch() + NEAR + 1);
            } else if (floor - partition.epoch() <= NEAR) {
                raises.put(number, partition.epoch() + STEP);
            }
        });
        return raises;
    }
}
