// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.daemon.metrics;

import io.kmirrord.daemon.metrics.DaemonSnapshot.BridgeHealth;
import io.kmirrord.daemon.metrics.DaemonSnapshot.FetchMemory;
import io.kmirrord.daemon.metrics.DaemonSnapshot.GroupFigures;
import io.kmirrord.daemon.metrics.DaemonSnapshot.Ownership;
import io.kmirrord.daemon.metrics.DaemonSnapshot.StateTopicHealth;
import io.kmirrord.statemachine.StateName;
import io.kmirrord.statemachine.decision.FailureCode;
import java.util.List;
import java.util.Map;

/** A daemon's state with something in every field. */
final class Samples {
    private Samples() {}

    static final DaemonSnapshot BUSY = new DaemonSnapshot(
            List.of(
                    new PartitionRow("west", "orders", 1, StateName.MIRRORING, 40, 2_500),
                    new PartitionRow("west", "orders", 0, StateName.MIRRORING, 2, 100),
                    new PartitionRow("west", "payments", 0, StateName.FAILED, PartitionRow.UNKNOWN, 90_000),
                    new PartitionRow("north", "logs \"a\"", 7, StateName.PAUSED, 0, 0)),
            List.of(new Ownership("west", 60, 3, Map.of("GROUP_ACTIVE", 4), new GroupFigures(250, 1_500))),
            new FetchMemory(1_048_576, 134_217_728),
            new BridgeHealth(true, true, ""),
            new StateTopicHealth(true, "", 1));

    static DaemonSnapshot with(List<PartitionRow> partitions) {
        return new DaemonSnapshot(partitions, BUSY.ownership(), BUSY.fetchMemory(), BUSY.bridge(), BUSY.stateTopic());
    }

    /** One of each event, so that every family has a series. */
    static void events(EngineMetrics metrics) {
        metrics.fetched("west", 2_000_000);
        metrics.appended("west", 1_000_000, 12, 3_000_000);
        metrics.appended("west", 500_000, 8, 700_000_000);
        metrics.gap("west", 250);
        metrics.failed("west", FailureCode.GAP);
    }
}
