// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.daemon.metrics;

import java.util.List;
import java.util.Map;

/**
 * State of a daemon at one moment. Immutable.
 *
 * @param partitions led here, in any order
 * @param ownership of the mirrors whose duties this daemon has; empty when it has none
 */
public record DaemonSnapshot(
        List<PartitionRow> partitions,
        List<Ownership> ownership,
        FetchMemory fetchMemory,
        BridgeHealth bridge,
        StateTopicHealth stateTopic) {

    /** Nothing is known yet: nothing led, nothing healthy. */
    public static final DaemonSnapshot NONE = new DaemonSnapshot(
            List.of(),
            List.of(),
            new FetchMemory(0, 0),
            new BridgeHealth(false, false, "the daemon has not reported its state yet"),
            new StateTopicHealth(false, "the daemon has not reported its state yet", 0));

    public DaemonSnapshot {
        partitions = List.copyOf(partitions);
        ownership = List.copyOf(ownership);
    }

    /**
     * Who acts for the partitions of a mirror, in the whole cluster. Immutable.
     *
     * @param expected partitions of the mirror, 0 or more
     * @param unowned those of them that no daemon acts for, 0 to expected
     * @param notSynced things beside the records that are left alone, by reason
     * @param groups what was done with group offsets since this daemon has the mirror's duties
     */
    public record Ownership(
            String mirror, int expected, int unowned, Map<String, Integer> notSynced, GroupFigures groups) {
        public Ownership {
            notSynced = Map.copyOf(notSynced);
        }
    }

    /**
     * Group offsets of a mirror. Immutable.
     *
     * @param committed offsets, 0 or more
     * @param ageMs since the end of the last round that could be done, -1 while there was none
     */
    public record GroupFigures(long committed, long ageMs) {}

    /**
     * Memory of fetched data, in bytes. Immutable.
     *
     * @param used 0 or more
     * @param limit the setting {@code fetch.memory.bytes}
     */
    public record FetchMemory(long used, long limit) {}

    /**
     * The storage bridge of the local node. Immutable.
     *
     * @param linked it found all that it needs in its broker; false too while that is not known
     * @param problem why one of both is false, a phrase for an operator; empty when both are true
     */
    public record BridgeHealth(boolean connected, boolean linked, String problem) {}

    /**
     * The state topic as this daemon sees it. Immutable.
     *
     * @param problem why it is not healthy, a phrase for an operator; empty when it is
     * @param unreadable records that were skipped since it was opened, 0 or more
     */
    public record StateTopicHealth(boolean healthy, String problem, long unreadable) {}
}
