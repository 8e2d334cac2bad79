// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.daemon.metrics;

import java.util.List;

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
     */
    public record Ownership(String mirror, int expected, int unowned) {}

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
