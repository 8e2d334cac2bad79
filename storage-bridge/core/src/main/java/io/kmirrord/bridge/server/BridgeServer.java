// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.bridge.server;

import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The socket server of the storage bridge. Thread-safe.
 *
 * <p>Threads, all daemons: {@code kmirrord-bridge-accept} keeps the socket in place and checks peers;
 * {@code kmirrord-bridge-io} reads and writes; {@code kmirrord-bridge-op-N} run operations;
 * {@code kmirrord-bridge-wait-N} run AWAIT and RESTART_AT. No thread of the caller waits for any of them, but in
 * {@link #close}, for a bounded time.
 */
public final class BridgeServer implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(BridgeServer.class);
    private static final long CLOSE_NS = TimeUnit.MILLISECONDS.toNanos(900);

    private final MemoryBudget memory;
    private final ServerCounters counters = new ServerCounters();
    private final Dispatcher dispatcher;
    private final IoLoop loop;
    private final Acceptor acceptor;
    private final Thread loopThread;
    private final Thread acceptThread;

    private BridgeServer(ServerConfig config, BridgeOperations operations, AuditLog auditLog) {
        LogLimiter limiter = new LogLimiter(LOG, System::nanoTime);
        this.memory = new MemoryBudget(
                config.bufferMemoryBytes(),
                config.maxFrameBytes(),
                this::memoryReleased,
                () -> limiter.warn(
                        "direct",
                        "storage bridge: the JVM gives no direct memory for buffer.memory.bytes "
                                + config.bufferMemoryBytes() + ", requests wait; raise -XX:MaxDirectMemorySize"));
        this.dispatcher = new Dispatcher(config, operations, counters, auditLog);
        this.loop = new IoLoop(config, memory, dispatcher, counters);
        this.acceptor = new Acceptor(config, loop, counters);
        this.loopThread = BridgeThreads.daemon("io", loop);
        this.acceptThread = BridgeThreads.daemon("accept", acceptor);
    }

    /**
     * Starts the server. Returns at once; the socket appears shortly after, and until it can be made the attempt is
     * repeated for ever. Throws nothing: what goes wrong is in the broker's log.
     */
    public static BridgeServer start(ServerConfig config, BridgeOperations operations) {
        return start(config, operations, AuditLog.inBrokerLog());
    }

    static BridgeServer start(ServerConfig config, BridgeOperations operations, AuditLog auditLog) {
        BridgeServer server = new BridgeServer(config, operations, auditLog);
        try {
            server.loopThread.start();
            server.acceptThread.start();
        } catch (OutOfMemoryError e) {
            LOG.error("storage bridge has no threads and stays out of service", e);
        }
        return server;
    }

    private void memoryReleased() {
        loop.wake();
    }

    /** Returns what the server did and holds. */
    public ServerStats stats() {
        return counters.snapshot(memory);
    }

    /**
     * Closes socket and connections. Returns within 1 s, throws nothing, may be called again. Operations under way are
     * not interrupted (an interrupt could close a file of the broker); they end by themselves, their answers are lost.
     */
    @Override
    public void close() {
        long deadlineNs = System.nanoTime() + CLOSE_NS;
        acceptor.stop();
        dispatcher.close();
        try {
            join(acceptThread, deadlineNs);
            loop.stop();
            join(loopThread, deadlineNs);
            dispatcher.awaitIdle(deadlineNs);
        } catch (InterruptedException e) {
            loop.stop();
            Thread.currentThread().interrupt();
        }
    }

    private static void join(Thread thread, long deadlineNs) throws InterruptedException {
        thread.join(Math.max(1, TimeUnit.NANOSECONDS.toMillis(deadlineNs - System.nanoTime())));
    }
}
