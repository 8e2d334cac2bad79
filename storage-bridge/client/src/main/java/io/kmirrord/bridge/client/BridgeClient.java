// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.bridge.client;

import io.kmirrord.bridge.wire.Request;
import io.kmirrord.bridge.wire.Response;
import java.util.concurrent.CompletableFuture;

/**
 * One connection to the bridge of the local broker or controller. Thread-safe; no method blocks but {@link #close}.
 * Requests are written in the order of the calls and are not awaited before the next is written; those with the same
 * {@link Request#orderedBy} are carried out in that order, the others in any.
 *
 * <p>The connection is made anew for ever, with back-off, until {@link #close}. A request in flight when the
 * connection breaks fails with {@link java.io.IOException}; whether it was carried out is not known. A request handed in
 * while there is no connection fails at once.
 *
 * <p>Futures complete and listeners are called on the client's only thread: what they run must not block, and must not
 * wait for another future of the same client.
 */
public interface BridgeClient extends AutoCloseable {

    /** As {@link #send(Request, Class, Runnable)} for a caller that keeps its buffers until the future completes. */
    default <R extends Response> CompletableFuture<R> send(Request request, Class<R> answer) {
        return send(request, answer, () -> {});
    }

    /**
     * Sends a request. The records of an APPEND are written from the buffer that it holds, without a copy; position and
     * limit of that buffer are not moved.
     *
     * @param answer the form of answer that the request's Javadoc names
     * @param onReleased called exactly once, on the client's thread or on the calling one, when the client will not
     *     touch the buffers of the request any more: written whole, or failed. Until then they must not be changed or
     *     freed. Always before the future completes; usually long before, as it does not wait for the answer
     * @return completes with the answer, or exceptionally with {@link io.kmirrord.bridge.wire.BridgeException} (refused
     *     by the bridge; or here with OVERLOADED if too many bytes are in flight, FRAME_TOO_LARGE, or the reason for
     *     which the bridge refuses to talk) or {@link java.io.IOException} (not connected, connection lost, no answer in
     *     time). Cancelling it has no effect on the request
     */
    <R extends Response> CompletableFuture<R> send(Request request, Class<R> answer, Runnable onReleased);

    /**
     * Follows leadership: the listener gets a snapshot after each (re)connect, then changes, on the client's thread, and
     * {@link WatchListener#onDisconnected} when the connection is lost. Changes that the client does not read in time
     * arrive merged into one.
     *
     * @throws IllegalStateException at the second call: a client has one listener
     */
    void watch(WatchListener listener);

    /**
     * Returns a future of the answer to HELLO on the present connection, or on the next if there is none; fails with
     * {@link java.io.IOException} at {@link #close}.
     */
    CompletableFuture<Response.Hello> hello();

    /** Returns the bytes of frames handed in and not answered, at most {@link ClientConfig#maxInFlightBytes}. */
    long inFlightBytes();

    /** Fails everything in flight with {@link java.io.IOException} and ends the thread. Returns within 1 s. */
    @Override
    void close();

    /** Receives the watch stream. Called on one thread; must not block. */
    interface WatchListener {
        void onUpdate(Response.WatchUpdate update);

        void onDisconnected();
    }
}
