// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.bridge.server;

import io.kmirrord.bridge.wire.BridgeException;
import io.kmirrord.bridge.wire.Request;
import io.kmirrord.bridge.wire.Response;
import java.util.function.Consumer;

/**
 * What the socket server asks of the broker side. Thread-safe; called on threads of the bridge, never on one of the
 * broker. Requests of one partition come one after another, those of different partitions at the same time.
 */
public interface BridgeOperations {

    /**
     * Carries out one request and returns its answer. May block: AWAIT and RESTART_AT up to their timeout.
     *
     * @throws BridgeException a refusal; nothing was changed unless the operation says so
     */
    Response handle(Request request) throws BridgeException;

    /**
     * Starts a stream: calls {@code sink} with a snapshot, then with each change, from any bridge thread, one at a
     * time. The sink must not block for long. Ends when the returned handle is closed.
     */
    AutoCloseable watch(Consumer<Response.WatchUpdate> sink) throws BridgeException;
}
