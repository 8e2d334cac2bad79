// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.daemon.duty.mirror;

import java.util.ArrayList;
import java.util.List;
import java.util.function.IntFunction;

/** Whether every node of the destination holds the fence: without that, nothing may be started (design 5.1). A value. */
sealed interface NodeCheck {
    /** Under which the fences are kept in the metadata log; no node may have it. */
    int RESERVED = Integer.MAX_VALUE;

    record Fine() implements NodeCheck {}

    /** Some nodes were not watched for long enough. */
    record NotYet() implements NodeCheck {}

    record Missing(Refusal refusal) implements NodeCheck {}

    /** Checks. Pure. */
    static NodeCheck of(Destination.Nodes nodes, IntFunction<NodeHealth> health) {
        if (nodes.all().contains(RESERVED)) {
            return new Missing(new Refusal(
                    Refusal.Code.RESERVED_NODE_ID,
                    "a node is registered with id " + RESERVED
                            + ", under which fences are kept; give it another id and unregister this one"));
        }
        List<String> missing = new ArrayList<>();
        boolean unknown = false;
        for (int node : nodes.all()) {
            NodeHealth state = health.apply(node);
            unknown |= state.kind() == NodeHealth.Kind.UNKNOWN;
            if (!state.live()) {
                missing.add((nodes.brokers().contains(node) ? "broker " : "controller ") + node + " (" + state.text()
                        + ")");
            }
        }
        if (missing.isEmpty()) {
            return new Fine();
        }
        return unknown
                ? new NotYet()
                : new Missing(new Refusal(
                        Refusal.Code.NODES_WITHOUT_BRIDGE,
                        missing.size() + " of " + nodes.all().size()
                                + " registered nodes are not guarded by a linked storage bridge: "
                                + String.join(", ", missing)
                                + ". Every broker and controller needs the bridge and a daemon; install or start them,"
                                + " or unregister a node that is gone"));
    }
}
