// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.testkit.cluster;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The shape of a cluster. Immutable.
 *
 * @param name how messages and folders call it
 * @param clusterId the id of a KRaft cluster (on ZooKeeper the brokers draw their own)
 * @param metadataVersion what storage is formatted with, e.g. "4.0-IV0"; empty for the newest of the version
 * @param javaHome the JDK of the nodes; empty for the one of this JVM
 */
record ClusterPlan(
        String name,
        String clusterId,
        Path dir,
        KafkaVersion version,
        Optional<String> metadataVersion,
        Optional<Path> javaHome,
        List<NodePlan> nodes) {
    private static final int FIRST_CONTROLLER = 101;
    private static final int ZOOKEEPER = 201;
    private static final int MAX_COMBINED_CONTROLLERS = 3;

    ClusterPlan {
        nodes = List.copyOf(nodes);
    }

    /** Nodes without ports yet, in the order in which they are numbered. */
    static List<NodeRole> roles(int brokers, int dedicatedControllers, boolean zooKeeper) {
        var roles = new ArrayList<NodeRole>();
        for (var i = 0; i < brokers; i++) {
            var combined = !zooKeeper && dedicatedControllers == 0 && i < MAX_COMBINED_CONTROLLERS;
            roles.add(combined ? NodeRole.COMBINED : NodeRole.BROKER);
        }
        for (var i = 0; i < dedicatedControllers; i++) {
            roles.add(NodeRole.CONTROLLER);
        }
        if (zooKeeper) {
            roles.add(NodeRole.ZOOKEEPER);
        }
        return roles;
    }

    /** Gives each role an id, a folder and, from {@code ports} (two per node), what it listens on. */
    static List<NodePlan> nodes(Path dir, List<NodeRole> roles, int logDirs, List<Integer> ports) {
        var nodes = new ArrayList<NodePlan>();
        var broker = 1;
        var controller = FIRST_CONTROLLER;
        for (var i = 0; i < roles.size(); i++) {
            var role = roles.get(i);
            var id = role.isBroker() ? broker++ : role == NodeRole.CONTROLLER ? controller++ : ZOOKEEPER;
            nodes.add(node(dir, id, role, logDirs, ports.get(2 * i), ports.get(2 * i + 1)));
        }
        return nodes;
    }

    /** The broker that would join next. */
    NodePlan nextBroker(int logDirs, int port) {
        var highest = nodes.stream()
                .filter(node -> node.role().isBroker())
                .mapToInt(NodePlan::id)
                .max()
                .orElse(0);
        return node(dir, highest + 1, NodeRole.BROKER, logDirs, port, 0);
    }

    ClusterPlan with(NodePlan node) {
        var more = new ArrayList<>(nodes);
        more.add(node);
        return new ClusterPlan(name, clusterId, dir, version, metadataVersion, javaHome, more);
    }

    private static NodePlan node(Path dir, int id, NodeRole role, int logDirs, int port, int controllerPort) {
        return new NodePlan(
                id,
                role,
                dir.resolve("node-" + id),
                role.isBroker() ? logDirs : 1,
                role == NodeRole.CONTROLLER ? 0 : port,
                role.isController() ? controllerPort : 0);
    }
}
