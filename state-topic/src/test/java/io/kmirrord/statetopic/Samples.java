// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.statetopic;

import io.kmirrord.statemachine.view.RecordKey;
import io.kmirrord.statemachine.view.RecordValue;
import io.kmirrord.statemachine.view.StateRecord;
import java.util.List;
import java.util.Map;

/** Records of tests. Pure functions. */
final class Samples {
    private Samples() {}

    static StateRecord beat(int nodeId, long beat) {
        return new StateRecord(
                new RecordKey.Heartbeat(nodeId),
                new RecordValue.Heartbeat(beat, "host-" + nodeId, "0.1.0", true, beat));
    }

    static StateRecord mirror(String name, int revision) {
        return new StateRecord(
                new RecordKey.Mirror(name, revision, "op-" + revision),
                new RecordValue.Mirror(
                        Map.of("bootstrap.servers", "source:9092"), List.of("orders.*"), List.of(), "c", 1, false, 5));
    }

    static StateRecord operation(String mirror, String id) {
        return new StateRecord(
                new RecordKey.Operation(mirror, id),
                new RecordValue.Operation("start", List.of("orders"), "User:ops", "bastion", "0.1.0", 5));
    }
}
