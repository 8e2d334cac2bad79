// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.testkit.cluster;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** The configuration of a node: small, quick and only on 127.0.0.1. Pure functions. */
final class ServerProperties {
    private static final KafkaVersion SHARE_GROUPS = new KafkaVersion(4, 1, 0);

    private ServerProperties() {}

    /** {@code server.properties} of a KRaft node. */
    static Map<String, String> kraft(NodePlan node, List<NodePlan> cluster, KafkaVersion version) {
        var properties = new LinkedHashMap<String, String>();
        properties.put("process.roles", node.role().processRoles());
        properties.put("node.id", Integer.toString(node.id()));
        properties.put("controller.quorum.voters", voters(cluster));
        properties.put("controller.listener.names", "CONTROLLER");
        properties.put("listener.security.protocol.map", "PLAINTEXT:PLAINTEXT,CONTROLLER:PLAINTEXT");
        var client = "PLAINTEXT://127.0.0.1:" + node.port();
        var controller = "CONTROLLER://127.0.0.1:" + node.controllerPort();
        switch (node.role()) {
            case COMBINED -> properties.put("listeners", client + "," + controller);
            case BROKER -> properties.put("listeners", client);
            case CONTROLLER -> properties.put("listeners", controller);
            case ZOOKEEPER -> throw new IllegalArgumentException("a ZooKeeper is no KRaft node");
        }
        if (node.role().isBroker()) {
            properties.put("advertised.listeners", client);
        }
        properties.putAll(common(node, brokers(cluster), version));
        return properties;
    }

    /** {@code server.properties} of a broker on ZooKeeper. */
    static Map<String, String> onZooKeeper(NodePlan node, List<NodePlan> cluster, KafkaVersion version) {
        var zooKeeper = cluster.stream()
                .filter(other -> other.role() == NodeRole.ZOOKEEPER)
                .map(NodePlan::address)
                .collect(Collectors.joining(","));
        var properties = new LinkedHashMap<String, String>();
        properties.put("broker.id", Integer.toString(node.id()));
        properties.put("zookeeper.connect", zooKeeper);
        properties.put("zookeeper.session.timeout.ms", "6000");
        properties.put("listeners", "PLAINTEXT://127.0.0.1:" + node.port());
        properties.put("advertised.listeners", "PLAINTEXT://127.0.0.1:" + node.port());
        properties.putAll(common(node, brokers(cluster), version));
        return properties;
    }

    /** {@code zookeeper.properties}. */
    static Map<String, String> zooKeeper(NodePlan node) {
        return Map.of(
                "dataDir", node.logDirs().get(0).toString(),
                "clientPort", Integer.toString(node.port()),
                "clientPortAddress", "127.0.0.1",
                "admin.enableServer", "false",
                "maxClientCnxns", "0",
                "tickTime", "500");
    }

    static String text(Map<String, String> properties) {
        return properties.entrySet().stream()
                .map(entry -> entry.getKey() + "=" + entry.getValue().replace("\\", "\\\\") + "\n")
                .collect(Collectors.joining());
    }

    static String voters(List<NodePlan> cluster) {
        return cluster.stream()
                .filter(node -> node.role().isController())
                .map(node -> node.id() + "@127.0.0.1:" + node.controllerPort())
                .collect(Collectors.joining(","));
    }

    private static int brokers(List<NodePlan> cluster) {
        return (int) cluster.stream().filter(node -> node.role().isBroker()).count();
    }

    private static Map<String, String> common(NodePlan node, int brokers, KafkaVersion version) {
        var replicas = Integer.toString(Math.min(3, brokers));
        var minIsr = Integer.toString(Math.min(2, brokers));
        var properties = new LinkedHashMap<String, String>();
        properties.put("log.dirs", node.logDirs().stream().map(Path::toString).collect(Collectors.joining(",")));
        properties.put("auto.create.topics.enable", "false");
        properties.put("offsets.topic.num.partitions", "4");
        properties.put("offsets.topic.replication.factor", replicas);
        properties.put("transaction.state.log.num.partitions", "4");
        properties.put("transaction.state.log.replication.factor", replicas);
        properties.put("transaction.state.log.min.isr", minIsr);
        if (version.compareTo(SHARE_GROUPS) >= 0) {
            properties.put("share.coordinator.state.topic.num.partitions", "4");
            properties.put("share.coordinator.state.topic.replication.factor", replicas);
            properties.put("share.coordinator.state.topic.min.isr", minIsr);
        }
        properties.put("group.initial.rebalance.delay.ms", "0");
        properties.put("num.network.threads", "2");
        properties.put("num.io.threads", "4");
        properties.put("background.threads", "4");
        // The default of 128 MiB is touched at once and does not fit a small heap.
        properties.put("log.cleaner.dedupe.buffer.size", "4194304");
        return properties;
    }
}
