// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.bridge.client;

import io.kmirrord.bridge.wire.Request;
import io.kmirrord.bridge.wire.Response;
import java.util.concurrent.CompletableFuture;

/**
 * One connection to the bridge of the local broker or controller. Thread-safe. Requests are written in the order of
 * the calls and are not awaited before the next is written; those of one partition are carried out in that order.
 *
 * <p>The connection is made anew for ever, with back-off, until {@link #close}. A request in flight when the
 * connection breaks fails with {@link java.io.IOException}; whether it was carried out is not known.
 */
public interface BridgeClient extends AutoCloseable {

    /**
     * Sends a request.
     *
     * @param answer the form of answer that the request's Javadoc names
     * @return completes with the answer, or exceptionally with
     *     {@link io.kmirrord.bridge.wire.BridgeException} (refused) or {@link java.io.IOException} (not connected,
     *     connection lost, no answer in time)
     */
    <R extends Response> CompletableFuture<R> send(Request request, Class<R> answer);

    /**
     * Follows leadership: the listener gets a snapshot after each (re)connect, then changes, on the client's reader
     * thread, and {@link WatchListener#onDisconnected} when the connection is lost.
     */
    void watch(WatchListener listener);

    /** Completes when the connection stands and HELLO was answered; the answer of the present connection. */
    CompletableFuture<Response.Hello> hello();

    @Override
    void close();

    /** Receives the watch stream. Called on one thread; must not block. */
    interface WatchListener {
        void onUpdate(Response.WatchUpdate update);

        void onDisconnected();
    }
}
