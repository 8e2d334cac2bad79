// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.bridge.agent;

import io.kmirrord.bridge.kafka.ops.Settings;
import io.kmirrord.bridge.server.BridgeOperations;
import io.kmirrord.bridge.server.BridgeServer;
import io.kmirrord.bridge.server.ServerConfig;
import java.io.IOException;
import java.util.Map;
import java.util.function.Function;

/** Brings up the socket of a node, on a thread of its own: the thread that builds the node waits for nothing. */
final class NodeServer {
    private NodeServer() {}

    /**
     * Starts the server. What goes wrong is in the broker's log; hooks work without it.
     *
     * @param operations makes the operations with the settings of the option
     */
    static void start(String argument, HelloState state, Function<Map<String, String>, BridgeOperations> operations) {
        Thread thread = new Thread(() -> run(argument, state, operations), "kmirrord-bridge-open");
        thread.setDaemon(true);
        thread.start();
    }

    private static void run(
            String argument, HelloState state, Function<Map<String, String>, BridgeOperations> operations) {
        try {
            Map<String, String> settings = AgentSettings.read(argument, state.clusterId(), state.nodeId());
            ServerConfig config = ServerConfig.parse(settings, Settings.KEYS);
            BridgeServer.start(config, operations.apply(settings));
            BridgeLog.info("storage bridge of node " + state.nodeId() + " of cluster " + state.clusterId()
                    + " serves at " + config.socketPath());
        } catch (IOException | RuntimeException e) {
            BridgeLog.error(
                    "the storage bridge has no socket: the option '" + argument + "' cannot be used; the fences hold",
                    e);
        }
    }
}
