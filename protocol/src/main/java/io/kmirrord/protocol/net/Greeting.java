// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.protocol.net;

import java.util.concurrent.CompletableFuture;

/** The last step of connecting: whether the peer is one that may be used. Thread-safe. */
@FunctionalInterface
public interface Greeting {
    /**
     * Asks the peer, on the loop of the connection, which serves nobody else before.
     *
     * @return fails with {@link io.kmirrord.protocol.WireException} for a peer that may not be used: the connection is closed
     */
    CompletableFuture<Void> greet(Connection connection);
}
