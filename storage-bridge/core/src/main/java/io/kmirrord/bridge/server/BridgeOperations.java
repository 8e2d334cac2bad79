// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.bridge.server;

import io.kmirrord.bridge.wire.BridgeException;
import io.kmirrord.bridge.wire.Request;
import io.kmirrord.bridge.wire.Response;
import java.util.function.Consumer;

/**
 * What the socket server asks of the broker side. Thread-safe; called on threads of the bridge, never on one of the
 * broker. Requests of one partition ({@link Request#orderedBy}) come one after another in the order of their arrival,
 * those of different partitions at the same time; AWAIT and RESTART_AT on threads of their own.
 *
 * <p>These threads are never interrupted: an interrupt inside a file channel would close a log segment of the broker.
 */
public interface BridgeOperations {

    /**
     * Carries out one request and returns its answer. May block: AWAIT and RESTART_AT up to their timeout. A request
     * whose client is gone before it was its turn is not carried out.
     *
     * <p>The records of an APPEND are a slice of the receive buffer, direct where they are larger than a few KiB, and
     * are valid until this method returns; the answer must not refer to them. The buffer of {@link Response.Records}
     * belongs to the server from then on, until it is written.
     *
     * <p>HELLO: the version in the answer is set by the server.
     *
     * @throws BridgeException a refusal; nothing was changed unless the operation says so
     */
    Response handle(Request request) throws BridgeException;

    /**
     * Starts a stream: calls {@code sink} with a snapshot, then with each change, from any bridge thread, one at a
     * time. The sink does not block and throws nothing: what the peer does not read in time is merged. Ends when the
     * returned handle is closed.
     */
    AutoCloseable watch(Consumer<Response.WatchUpdate> sink) throws BridgeException;
}
