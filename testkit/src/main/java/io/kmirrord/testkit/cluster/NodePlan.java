// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.testkit.cluster;

import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;

/**
 * The place of one node: decided before it is started and the same after each restart. Immutable.
 *
 * @param id node id; brokers count from 1, dedicated controllers from 101, a ZooKeeper is 201
 * @param dir folder of everything this node has: configuration, log file, data
 * @param logDirCount number of log.dirs
 * @param port of the client listener (of a ZooKeeper: of its clients); 0 on a dedicated controller
 * @param controllerPort of the controller listener; 0 where there is none
 */
public record NodePlan(int id, NodeRole role, Path dir, int logDirCount, int port, int controllerPort) {
    /** The folders of log.dirs. */
    public List<Path> logDirs() {
        return IntStream.range(0, logDirCount)
                .mapToObj(i -> dir.resolve("data-" + i))
                .toList();
    }

    /** Standard output and error of all runs of the process. */
    public Path logFile() {
        return dir.resolve("node.log");
    }

    Path configFile() {
        return dir.resolve(role == NodeRole.ZOOKEEPER ? "zookeeper.properties" : "server.properties");
    }

    /** Host and port for clients, also of a controller for clients that bootstrap from controllers. */
    public String address() {
        return "127.0.0.1:" + (role == NodeRole.CONTROLLER ? controllerPort : port);
    }
}
