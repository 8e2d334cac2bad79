// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.bridge.agent;

import io.kmirrord.bridge.kafka.BrokerNode;
import io.kmirrord.bridge.wire.Response;
import java.util.Set;

/** What HELLO tells of a node that linked. */
final class LinkedState implements HelloState {
    private final BrokerNode node;

    LinkedState(BrokerNode node) {
        this.node = node;
    }

    @Override
    public String clusterId() {
        return node.clusterId();
    }

    @Override
    public int nodeId() {
        return node.nodeId();
    }

    @Override
    public Set<Response.Role> roles() {
        return node.roles();
    }

    @Override
    public boolean fenceWanted() {
        return node.fences().anyFence();
    }

    /** True before the first image as well: until then a broker leads nothing that could be written to. */
    @Override
    public boolean fenceFollowed() {
        return !node.fences().isStale();
    }
}
