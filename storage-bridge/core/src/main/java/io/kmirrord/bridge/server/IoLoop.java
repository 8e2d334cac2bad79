// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.bridge.server;

import io.kmirrord.bridge.wire.BodyBuffer;
import java.io.IOException;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The one thread that reads from and writes to all connections; it never blocks and runs no operation. Other threads
 * reach it by {@link #execute} only. Connections that wait for memory do so in the order in which they began to.
 */
final class IoLoop implements Runnable {
    private static final Logger LOG = LoggerFactory.getLogger(IoLoop.class);
    private static final long MAX_TICK_MS = 500;

    private final ServerConfig config;
    private final MemoryBudget memory;
    private final Dispatcher dispatcher;
    private final ServerCounters counters;
    private final LogLimiter limiter = new LogLimiter(LOG, System::nanoTime);
    private volatile @Nullable Selector selector;
    private final long tickMs;
    private final long frameTimeoutNs;
    private final Queue<Runnable> tasks = new ConcurrentLinkedQueue<>();
    private final AtomicBoolean woken = new AtomicBoolean();
    private final Set<Connection> dirty = new LinkedHashSet<>();
    private final Deque<Connection> waitingForMemory = new ArrayDeque<>();
    private volatile boolean running = true;
    private long lastSweepNs;
    private boolean servedOne;

    IoLoop(ServerConfig config, MemoryBudget memory, Dispatcher dispatcher, ServerCounters counters) {
        this.config = config;
        this.memory = memory;
        this.dispatcher = dispatcher;
        this.counters = counters;
        this.frameTimeoutNs = TimeUnit.MILLISECONDS.toNanos(config.frameTimeoutMs());
        this.tickMs = Math.min(MAX_TICK_MS, config.frameTimeoutMs() / 4 + 1);
    }

    /** Runs a task on the loop. From any thread; after {@link #stop} the task may never run. */
    void execute(Runnable task) {
        tasks.add(task);
        wake();
    }

    /** Makes the loop look at once at what waits for memory. From any thread. */
    void wake() {
        Selector opened = selector;
        if (opened != null && woken.compareAndSet(false, true)) {
            opened.wakeup();
        }
    }

    /** Adopts an accepted channel whose peer is allowed. From any thread. */
    void adopt(SocketChannel channel, Peer peer) {
        counters.connections.incrementAndGet();
        counters.connectionsTotal.incrementAndGet();
        execute(() -> {
            try {
                SelectionKey key = channel.register(Objects.requireNonNull(selector), SelectionKey.OP_READ);
                Connection connection = new Connection(this, dispatcher, config, key, peer, System.nanoTime());
                key.attach(connection);
            } catch (IOException | RuntimeException e) {
                closeQuietly(channel);
                counters.connections.decrementAndGet();
                limiter.warn("adopt", "connection of " + peer.user() + " lost: " + e);
            }
        });
    }

    void stop() {
        running = false;
        wake();
    }

    @Override
    public void run() {
        while (running) {
            try {
                Selector opened = selector;
                if (opened == null) {
                    selector = Selector.open();
                    continue;
                }
                opened.select(tickMs);
                turn(opened);
            } catch (Throwable e) {
                // Connections guard themselves: here come faults of the JVM, such as no file descriptor or no memory.
                limiter.error("loop", "storage bridge: I/O loop failed, going on", e);
                LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(100));
            }
        }
        end();
    }

    private void end() {
        Selector opened = selector;
        if (opened == null) {
            return;
        }
        connections(opened).forEach(connection -> connection.close("the broker stops"));
        try {
            opened.close();
        } catch (IOException e) {
            LOG.warn("selector of the storage bridge did not close: {}", e.toString());
        }
        // Those accepted last: with the selector closed they are closed too.
        for (Runnable task = tasks.poll(); task != null; task = tasks.poll()) {
            task.run();
        }
    }

    private void turn(Selector opened) {
        woken.set(false);
        long nowNs = System.nanoTime();
        for (Runnable task = tasks.poll(); task != null; task = tasks.poll()) {
            task.run();
        }
        serveWaiting(nowNs);
        for (SelectionKey key : opened.selectedKeys()) {
            if (key.attachment() instanceof Connection connection) {
                guard(connection, () -> connection.onReady(nowNs));
            }
        }
        opened.selectedKeys().clear();
        List<Connection> toFlush = List.copyOf(dirty);
        dirty.clear();
        toFlush.forEach(connection -> guard(connection, () -> connection.flush(nowNs)));
        if (nowNs - lastSweepNs >= TimeUnit.MILLISECONDS.toNanos(tickMs)) {
            lastSweepNs = nowNs;
            connections(opened).forEach(c -> guard(c, () -> c.checkDeadlines(nowNs, frameTimeoutNs)));
        }
    }

    private void guard(Connection connection, Runnable step) {
        try {
            step.run();
        } catch (Throwable e) {
            limiter.error("connection", "storage bridge: a connection failed and is closed", e);
            connection.close("internal error");
        }
    }

    /**
     * Returns memory for a body, or null: then the connection waits in line. A small body never waits; a large one waits
     * behind those that came first, even if it would fit, so that the largest are not starved.
     */
    @Nullable
    BodyBuffer takeMemory(Connection connection, int bytes) {
        boolean inTurn = waitingForMemory.isEmpty() || connection.equals(waitingForMemory.peek());
        BodyBuffer body = inTurn || bytes <= MemoryBudget.PAGE_BYTES ? memory.take(bytes) : null;
        if (body == null && !waitingForMemory.contains(connection)) {
            counters.memoryPauses.incrementAndGet();
            waitingForMemory.add(connection);
        }
        if (body != null && waitingForMemory.remove(connection)) {
            counters.memoryPausedNanos.addAndGet(connection.endMemoryPause());
            servedOne = true;
        }
        return body;
    }

    private void serveWaiting(long nowNs) {
        servedOne = true;
        while (servedOne && !waitingForMemory.isEmpty()) {
            servedOne = false;
            Connection first = waitingForMemory.element();
            guard(first, () -> first.resume(nowNs));
        }
    }

    /** Forgets a connection that is closed now. */
    void closed(Connection connection) {
        counters.connections.decrementAndGet();
        servedOne |= waitingForMemory.remove(connection);
        dirty.remove(connection);
    }

    void warn(String kind, String message) {
        limiter.warn(kind, message);
    }

    /** Has the connection flushed at the end of this turn. */
    void markDirty(Connection connection) {
        dirty.add(connection);
    }

    private static List<Connection> connections(Selector opened) {
        return opened.keys().stream()
                .map(SelectionKey::attachment)
                .filter(Connection.class::isInstance)
                .map(Connection.class::cast)
                .toList();
    }

    static void closeQuietly(SocketChannel channel) {
        try {
            channel.close();
        } catch (IOException e) {
            LOG.debug("close: {}", e.toString());
        }
    }
}
