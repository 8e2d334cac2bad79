// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.testkit.mirror;

import io.kmirrord.testkit.cluster.KafkaCluster;
import io.kmirrord.testkit.process.FreePorts;
import java.nio.file.Path;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;

/** A daemon beside each node of a destination, dedicated controllers included: requests to the controller go through the daemon beside the active one. */
public final class Daemons implements AutoCloseable {
    private final Map<Integer, DaemonProcess> byNode = new TreeMap<>();

    /**
     * Prepares them; starts nothing yet.
     *
     * @param dir folder of their settings and logs
     * @param classPath that holds the daemon
     * @param settings of every daemon, beyond socket, destination, a free HTTP port and the folders of files
     */
    public Daemons(
            KafkaCluster destination, Bridges bridges, Path dir, List<Path> classPath, Map<String, String> settings) {
        this(DaemonProcess.MAIN_CLASS, destination, bridges, dir, classPath, settings);
    }

    /** As the other, with daemons of a main class of one's own, see {@link DaemonProcess}. */
    public Daemons(
            String mainClass,
            KafkaCluster destination,
            Bridges bridges,
            Path dir,
            List<Path> classPath,
            Map<String, String> settings) {
        for (var node : destination.nodes()) {
            var all = new LinkedHashMap<>(settings);
            all.put("bridge.socket", bridges.socket(node.id()).toString());
            all.putIfAbsent("bootstrap.servers", destination.bootstrapServers());
            all.putIfAbsent(
                    "http.listen",
                    "127.0.0.1:" + FreePorts.pick(1, new Random()).get(0));
            all.putIfAbsent(
                    "salvage.dir", dir.resolve("salvage").toAbsolutePath().toString());
            all.putIfAbsent(
                    "data.dir",
                    dir.resolve("data-" + node.id()).toAbsolutePath().toString());
            byNode.put(node.id(), new DaemonProcess("kmirrord-" + node.id(), mainClass, dir, classPath, all));
        }
    }

    /** Starts those that do not run. */
    public Daemons start() {
        byNode.values().forEach(DaemonProcess::start);
        return this;
    }

    /** By id of the node that each stands beside, in that order. */
    public Map<Integer, DaemonProcess> byNode() {
        return Collections.unmodifiableMap(byNode);
    }

    public DaemonProcess beside(int nodeId) {
        var daemon = byNode.get(nodeId);
        if (daemon == null) {
            throw new IllegalArgumentException("no daemon beside node " + nodeId + ": there are " + byNode.keySet());
        }
        return daemon;
    }

    /** SIGKILL to all. Idempotent. */
    @Override
    public void close() {
        byNode.values().forEach(DaemonProcess::close);
    }
}
