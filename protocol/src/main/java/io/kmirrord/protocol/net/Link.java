// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.protocol.net;

import io.kmirrord.protocol.ErrorCategory;
import io.kmirrord.protocol.Peer;
import io.kmirrord.protocol.WireConfig;
import io.kmirrord.protocol.WireException;
import io.netty.channel.EventLoop;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The way to one peer: one connection at a time, made when it is needed and made anew when it is lost, with back-off.
 * Everybody who asks while a connection is being made waits for that attempt and shares its outcome, so a caller that
 * repeats is slowed down by the back-off and needs none of its own. Thread-safe; futures complete on {@link #loop}.
 */
public final class Link implements AutoCloseable {

    private final WireConfig config;
    private final Connector connector;
    private final EventLoop loop;
    private final Supplier<Peer> peer;

    /** The attempt or connection at hand; confined to the loop. */
    private @Nullable CompletableFuture<Connection> current;

    /** Failures in a row; confined to the loop. */
    private int failures;

    private volatile boolean healthy = true;

    /** Closed for good; written on the loop only. */
    private volatile boolean closed;

    /**
     * @param peer asked at each connect: the address of a broker may change
     * @param greeting of each connection: something else may listen at an address by then
     */
    public Link(WireConfig config, NettyResources resources, Supplier<Peer> peer, Greeting greeting) {
        this.config = config;
        this.connector = new Connector(config, resources, greeting);
        this.loop = resources.nextLoop();
        this.peer = peer;
    }

    /** The event loop of all its connections. */
    public EventLoop loop() {
        return loop;
    }

    /** Whether a call would be sent at once. To be called on {@link #loop}. */
    public boolean idle() {
        assert loop.inEventLoop();
        CompletableFuture<Connection> known = current;
        return known != null
                && known.isDone()
                && !known.isCompletedExceptionally()
                && !known.join().throttled();
    }

    /** Whether the last attempt did not fail. */
    public boolean healthy() {
        return healthy;
    }

    /** Sends a call, connecting first if needed. Fails with WireException. */
    public <R> CompletableFuture<R> send(Call<R> call) {
        CompletableFuture<R> result = new CompletableFuture<>();
        onLoop(
                result,
                () -> Futures.onDone(
                        connection(),
                        connection -> Futures.pipe(connection.send(call), result),
                        result::completeExceptionally));
        return result;
    }

    /** Completes when a connection stands and no throttle time is running. */
    public CompletableFuture<Connection> ready() {
        CompletableFuture<Connection> result = new CompletableFuture<>();
        onLoop(
                result,
                () -> Futures.onDone(
                        connection(),
                        connection -> connection.whenUnthrottled(() -> result.complete(connection)),
                        result::completeExceptionally));
        return result;
    }

    private <R> void onLoop(CompletableFuture<R> result, Runnable action) {
        try {
            if (loop.inEventLoop()) {
                action.run();
            } else {
                loop.execute(action);
            }
        } catch (RejectedExecutionException e) {
            result.completeExceptionally(new WireException(ErrorCategory.FATAL, "the network threads have ended", e));
        }
    }

    private CompletableFuture<Connection> connection() {
        assert loop.inEventLoop();
        if (closed) {
            return CompletableFuture.failedFuture(closedError());
        }
        Peer target;
        try {
            target = peer.get();
        } catch (WireException e) {
            // A broker without an address is as good as one that refuses: who repeats is slowed down as well.
            failures(failures + 1);
            CompletableFuture<Connection> unknown = new CompletableFuture<>();
            Futures.later(loop, delayMs(), () -> unknown.completeExceptionally(e));
            return unknown;
        }
        CompletableFuture<Connection> known = current;
        if (known != null && !moved(known, target)) {
            return known;
        }
        CompletableFuture<Connection> attempt = new CompletableFuture<>();
        current = attempt;
        Futures.later(loop, delayMs(), () -> start(target, attempt));
        return attempt;
    }

    private long delayMs() {
        return config.backoff().delay(failures, config.random()).toMillis();
    }

    /** The peer has another address now: the old connection is closed. */
    private static boolean moved(CompletableFuture<Connection> known, Peer target) {
        if (!known.isDone() || known.isCompletedExceptionally()) {
            return false;
        }
        Connection connection = known.join();
        if (connection.peer().equals(target)) {
            return false;
        }
        connection.close();
        return true;
    }

    private static WireException closedError() {
        return new WireException(ErrorCategory.FATAL, "the client was closed", null);
    }

    private void start(Peer target, CompletableFuture<Connection> attempt) {
        if (closed) {
            return;
        }
        Futures.onDone(
                connector.connect(target, loop),
                connection -> connected(attempt, connection),
                error -> onLoop(attempt, () -> {
                    failures(failures + 1);
                    forget(attempt);
                    attempt.completeExceptionally(error);
                }));
    }

    private void connected(CompletableFuture<Connection> attempt, Connection connection) {
        assert loop.inEventLoop();
        if (closed) {
            connection.close();
        }
        Futures.onDone(
                connection.closed(),
                gone -> {
                    // A peer that accepts and serves nothing is as bad as one that refuses: back off further.
                    failures(gone.closedIdle() ? 0 : gone.served() ? 1 : failures + 1);
                    forget(attempt);
                },
                never -> forget(attempt));
        attempt.complete(connection);
    }

    private void failures(int inARow) {
        failures = inARow;
        healthy = inARow == 0;
    }

    private void forget(CompletableFuture<Connection> attempt) {
        if (current == attempt) {
            current = null;
        }
    }

    /** Closes the connection for good; what is in flight fails. Idempotent. */
    @Override
    public void close() {
        onLoop(new CompletableFuture<>(), () -> {
            closed = true;
            CompletableFuture<Connection> known = current;
            if (known == null || known.completeExceptionally(closedError()) || known.isCompletedExceptionally()) {
                return;
            }
            known.join().close();
        });
    }
}
