// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.bridge.client;

import io.kmirrord.bridge.wire.BridgeException;
import io.kmirrord.bridge.wire.ErrorCode;
import io.kmirrord.bridge.wire.Request;
import io.kmirrord.bridge.wire.Response;
import java.io.IOException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;

/** The calling side of a client: admits requests and hands them to the {@link ClientLoop}. Thread-safe. */
final class SocketBridgeClient implements BridgeClient {
    /** Room for header and fields of an APPEND: mirror names are short. */
    private static final long FIELDS_BYTES = 1024;

    private final ClientConfig config;
    private final ClientLoop loop;
    private final Thread thread;
    private final AtomicLong inFlightBytes = new AtomicLong();
    private final AtomicBoolean watched = new AtomicBoolean();

    SocketBridgeClient(ClientConfig config, ClientLoop loop, Thread thread) {
        this.config = config;
        this.loop = loop;
        this.thread = thread;
    }

    @Override
    public <R extends Response> CompletableFuture<R> send(Request request, Class<R> answer, Runnable onReleased) {
        long bytes = FIELDS_BYTES
                + (request instanceof Request.Append append ? append.records().remaining() : 0);
        long deadlineNs =
                System.nanoTime() + config.requestTimeout().toNanos() + TimeUnit.MILLISECONDS.toNanos(waitMs(request));
        CompletableFuture<R> future = new CompletableFuture<>();
        if (!reserve(bytes)) {
            new Pending<>(request, answer, future, deadlineNs, onReleased, () -> {})
                    .fail(new BridgeException(
                            ErrorCode.OVERLOADED,
                            config.maxInFlightBytes(),
                            inFlightBytes.get() + " bytes are in flight and " + bytes
                                    + " are asked for; accepted: at most " + config.maxInFlightBytes()
                                    + "; await an answer first"));
            return future;
        }
        Pending<R> pending =
                new Pending<>(request, answer, future, deadlineNs, onReleased, () -> inFlightBytes.addAndGet(-bytes));
        if (!loop.execute(() -> loop.send(pending))) {
            pending.fail(new IOException("the client of the storage bridge is closed"));
        }
        return future;
    }

    private boolean reserve(long bytes) {
        while (true) {
            long now = inFlightBytes.get();
            if (now > 0 && now + bytes > config.maxInFlightBytes()) {
                return false;
            }
            if (inFlightBytes.compareAndSet(now, now + bytes)) {
                return true;
            }
        }
    }

    private static int waitMs(Request request) {
        if (request instanceof Request.Await await) {
            return Math.max(0, await.timeoutMs());
        }
        return request instanceof Request.RestartAt restart ? Math.max(0, restart.timeoutMs()) : 0;
    }

    @Override
    public void watch(WatchListener listener) {
        if (!watched.compareAndSet(false, true)) {
            throw new IllegalStateException("a client has one watch listener; make another client for another");
        }
        loop.execute(() -> loop.watch(listener));
    }

    @Override
    public CompletableFuture<Response.Hello> hello() {
        return loop.hello();
    }

    @Override
    public long inFlightBytes() {
        return inFlightBytes.get();
    }

    @Override
    public void close() {
        loop.stop();
        if (Thread.currentThread() == thread) {
            return;
        }
        try {
            thread.join(1000);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
