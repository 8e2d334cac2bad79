// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.bridge.client;

import io.kmirrord.bridge.client.BridgeClient.WatchListener;
import io.kmirrord.bridge.wire.BridgeException;
import io.kmirrord.bridge.wire.Response;
import java.io.IOException;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.Selector;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/** The thread of a client: connects, for ever; between two connections every request fails at once. */
final class ClientLoop implements Runnable {
    private static final System.Logger LOG = System.getLogger(ClientLoop.class.getName());
    private static final long TICK_NS = TimeUnit.MILLISECONDS.toNanos(100);

    private final ClientConfig config;
    private final Backoff backoff;
    private final Object lock = new Object();
    /** Guarded by lock. */
    private final Queue<Runnable> inbox = new ArrayDeque<>();
    /** Guarded by lock: no more entries come once it is set. */
    private boolean stopped;

    private volatile @Nullable Selector selector;
    private volatile CompletableFuture<Response.Hello> hello = new CompletableFuture<>();
    private @Nullable ClientConnection connection;
    private @Nullable WatchListener listener;
    private Exception lastProblem = new IOException("not connected yet");
    private long connectAtNs = System.nanoTime();
    private boolean lossLogged;

    ClientLoop(ClientConfig config, Backoff backoff) {
        this.config = config;
        this.backoff = backoff;
    }

    /** Hands a step to the thread; false once the client is closed. From any thread. */
    boolean execute(Runnable step) {
        synchronized (lock) {
            if (stopped) {
                return false;
            }
            inbox.add(step);
            if (inbox.size() > 1) {
                return true;
            }
        }
        wake();
        return true;
    }

    void stop() {
        synchronized (lock) {
            stopped = true;
        }
        wake();
    }

    private void wake() {
        Selector opened = selector;
        if (opened != null) {
            opened.wakeup();
        }
    }

    CompletableFuture<Response.Hello> hello() {
        return hello.copy();
    }

    @Override
    public void run() {
        boolean running = true;
        while (running) {
            try {
                Selector opened = selector;
                if (opened == null) {
                    opened = Selector.open();
                    selector = opened;
                }
                opened.select(Math.max(1, TimeUnit.NANOSECONDS.toMillis(TICK_NS)));
                running = turn(opened);
            } catch (Throwable e) {
                // Also for lack of memory: a dead thread would leave every future open for ever.
                LOG.log(System.Logger.Level.ERROR, "thread of the bridge client failed, going on", e);
                lost(new IOException("the client failed: " + e, e));
                LockSupport.parkNanos(TICK_NS);
            }
        }
        end();
    }

    /** Returns false when the client is closed. */
    private boolean turn(Selector opened) throws IOException {
        boolean stopping = isStopped();
        if (connection == null && System.nanoTime() - connectAtNs >= 0 && !stopping) {
            connect(opened);
        }
        for (Runnable step = nextStep(); step != null; step = nextStep()) {
            step.run();
        }
        opened.selectedKeys().clear();
        ClientConnection current = connection;
        if (current != null) {
            try {
                current.turn(System.nanoTime());
            } catch (IOException | BridgeException e) {
                lost(e);
            }
        }
        return !stopping;
    }

    private boolean isStopped() {
        synchronized (lock) {
            return stopped;
        }
    }

    private @Nullable Runnable nextStep() {
        synchronized (lock) {
            return inbox.poll();
        }
    }

    private void connect(Selector opened) {
        try {
            connection = ClientConnection.open(config, opened, this);
        } catch (IOException e) {
            lost(e);
        }
    }

    /** The bridge answered HELLO. */
    void onHello(Response.Hello answer) {
        backoff.reset();
        lossLogged = false;
        ClientConnection current = connection;
        WatchListener following = listener;
        if (current != null && following != null) {
            current.watch(following);
        }
        hello.complete(answer);
    }

    void send(Pending<?> pending) {
        ClientConnection current = connection;
        if (current == null || !current.isReady()) {
            pending.fail(notConnected());
        } else {
            current.send(pending);
        }
    }

    private Exception notConnected() {
        String message =
                "not connected to the storage bridge at " + config.socketPath() + ": " + lastProblem.getMessage();
        return lastProblem instanceof BridgeException refusal
                ? new BridgeException(refusal.code(), refusal.value(), message)
                : new IOException(message, lastProblem);
    }

    void watch(WatchListener added) {
        listener = added;
        ClientConnection current = connection;
        if (current != null && current.isReady()) {
            current.watch(added);
        }
    }

    private void lost(Exception problem) {
        lastProblem = problem;
        connectAtNs = System.nanoTime() + backoff.nextNs();
        ClientConnection current = connection;
        connection = null;
        if (hello.isDone()) {
            hello = new CompletableFuture<>();
        }
        if (!lossLogged) {
            lossLogged = true;
            LOG.log(
                    System.Logger.Level.WARNING,
                    "storage bridge at {0} not connected, trying until it is: {1}",
                    config.socketPath(),
                    problem.toString());
        }
        if (current != null) {
            current.close(new IOException("connection to the storage bridge lost: " + problem.getMessage(), problem));
        }
    }

    private void end() {
        lossLogged = true;
        lost(new ClosedChannelException());
        hello.completeExceptionally(new IOException("the client of the storage bridge is closed"));
        Selector opened = selector;
        try {
            if (opened != null) {
                opened.close();
            }
        } catch (IOException e) {
            LOG.log(System.Logger.Level.WARNING, "selector of the bridge client did not close", e);
        }
    }
}
