// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.protocol.net;

import io.kmirrord.protocol.WireException;
import io.netty.channel.EventLoop;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** A call that was written and not yet answered. Confined to the event loop. */
final class InFlight<R> {

    private final Connection connection;
    private final Call<R> call;
    private final short version;
    private final int correlationId;
    private final CompletableFuture<R> future;
    private @Nullable Future<?> timeout;
    private long receivedAtStart;

    InFlight(Connection connection, Call<R> call, short version, int correlationId, CompletableFuture<R> future) {
        this.connection = connection;
        this.call = call;
        this.version = version;
        this.correlationId = correlationId;
        this.future = future;
    }

    Call<R> call() {
        return call;
    }

    short version() {
        return version;
    }

    int correlationId() {
        return correlationId;
    }

    /** Bytes that the connection had received when the timeout was started last. */
    long receivedAtStart() {
        return receivedAtStart;
    }

    void startTimeout(EventLoop loop, long received) {
        receivedAtStart = received;
        timeout = loop.schedule(() -> connection.timedOut(this), call.timeout().toMillis(), TimeUnit.MILLISECONDS);
    }

    void stopTimeout() {
        Future<?> running = timeout;
        if (running != null) {
            running.cancel(false);
        }
    }

    void complete(R value) {
        future.complete(value);
    }

    void fail(WireException error) {
        stopTimeout();
        future.completeExceptionally(error);
    }
}
