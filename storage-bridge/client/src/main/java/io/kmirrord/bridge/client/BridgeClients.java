// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.bridge.client;

import java.util.Random;

/** Makes clients. Stateless. */
public final class BridgeClients {
    private BridgeClients() {}

    /**
     * Starts a client on one daemon thread of its own and returns at once; {@link BridgeClient#hello} tells when the
     * connection stands. A bridge that is not there (yet) is no error: the client goes on trying until it is closed.
     */
    public static BridgeClient connect(ClientConfig config) {
        return connect(config, new Random());
    }

    /** As {@link #connect(ClientConfig)}, with the source of the jitter given. */
    public static BridgeClient connect(ClientConfig config, Random jitter) {
        ClientLoop loop = new ClientLoop(config, new Backoff(config.minBackoff(), config.maxBackoff(), jitter));
        Thread thread = new Thread(loop, "kmirrord-bridge-client");
        thread.setDaemon(true);
        SocketBridgeClient client = new SocketBridgeClient(config, loop, thread);
        thread.start();
        return client;
    }
}
