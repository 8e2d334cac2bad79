// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.bridge.server;

import io.kmirrord.bridge.wire.BodyBuffer;
import io.kmirrord.bridge.wire.BridgeException;
import io.kmirrord.bridge.wire.ErrorCode;
import io.kmirrord.bridge.wire.Frames;
import io.kmirrord.bridge.wire.Request;
import io.kmirrord.bridge.wire.Response;
import io.kmirrord.bridge.wire.WireVersion;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs requests on the bridge's pools: in order per partition, AWAIT and RESTART_AT on a pool of their own, since they
 * block. Thread-safe. Threads are never interrupted ({@link BridgeOperations}).
 */
final class Dispatcher {
    private static final Logger LOG = LoggerFactory.getLogger(Dispatcher.class);

    private final BridgeOperations operations;
    private final ServerCounters counters;
    private final AuditLog auditLog;
    private final int maxInFlight;
    private final PartitionQueues queues = new PartitionQueues();
    private final ThreadPoolExecutor operationPool;
    private final ThreadPoolExecutor waitPool;
    private final LogLimiter limiter = new LogLimiter(LOG, System::nanoTime);
    private volatile boolean closed;

    Dispatcher(ServerConfig config, BridgeOperations operations, ServerCounters counters, AuditLog auditLog) {
        this.operations = operations;
        this.auditLog = auditLog;
        this.counters = counters;
        this.maxInFlight = config.maxRequestsInFlight();
        this.operationPool = BridgeThreads.pool("op", config.operationThreads());
        this.waitPool = BridgeThreads.pool("wait", config.waitThreads());
    }

    /** Hands in a request. The body is released when it is carried out, refused or dropped. Does not block. */
    void submit(Connection connection, long correlationId, Request request, BodyBuffer body) {
        counters.requestsTotal.incrementAndGet();
        int inFlight = counters.requestsInFlight.incrementAndGet();
        if (inFlight > maxInFlight) {
            String message = inFlight + " requests in flight; accepted: max.requests.in.flight " + maxInFlight
                    + "; ask again later";
            finish(connection, correlationId, body, new Response.Refused(ErrorCode.OVERLOADED, maxInFlight, message));
            return;
        }
        boolean blocks = request instanceof Request.Await || request instanceof Request.RestartAt;
        queues.submit(
                request.orderedBy(),
                new PartitionQueues.Job(
                        blocks ? waitPool : operationPool,
                        () -> run(connection, correlationId, request, body),
                        problem -> notStarted(connection, correlationId, body, problem)));
    }

    private void run(Connection connection, long correlationId, Request request, BodyBuffer body) {
        if (closed || !connection.isOpen()) {
            // Nobody waits for it any more, and a successor of the client may be at work: not carried out.
            body.release();
            counters.requestsInFlight.decrementAndGet();
            return;
        }
        if (request instanceof Request.Watch) {
            watch(connection, correlationId, body);
            return;
        }
        if (connection.outputFull() && (request instanceof Request.Read || request instanceof Request.Describe)) {
            String message = "earlier answers are not read yet; read them, then ask again";
            finish(connection, correlationId, body, new Response.Refused(ErrorCode.OVERLOADED, -1, message));
            return;
        }
        long startedNs = System.nanoTime();
        Response response = carryOut(request);
        if (AuditLog.covers(request)) {
            audit(connection, request, response, startedNs);
        }
        finish(connection, correlationId, body, response);
    }

    private Response carryOut(Request request) {
        try {
            Response response = operations.handle(request);
            if (request instanceof Request.Hello hello && response instanceof Response.Hello answer) {
                return withVersion(answer, WireVersion.negotiate(hello.minVersion(), hello.maxVersion()));
            }
            if (response == null) {
                throw new IllegalStateException("operation returned null");
            }
            return response;
        } catch (BridgeException e) {
            return new Response.Refused(e.code(), e.value(), String.valueOf(e.getMessage()));
        } catch (Throwable e) {
            return internal(Frames.nameOf(request), e);
        }
    }

    private static Response.Hello withVersion(Response.Hello hello, int version) {
        return new Response.Hello(
                version,
                hello.bridgeVersion(),
                hello.brokerVersion(),
                hello.clusterId(),
                hello.nodeId(),
                hello.roles(),
                hello.adapter(),
                hello.linkProblems(),
                hello.fenceWanted(),
                hello.fenceInstalled());
    }

    private void watch(Connection connection, long correlationId, BodyBuffer body) {
        WatchStream stream = connection.watchStream();
        body.release();
        counters.requestsInFlight.decrementAndGet();
        try {
            AutoCloseable handle = operations.watch(stream);
            if (!stream.attach(handle)) {
                close(handle);
            }
        } catch (BridgeException e) {
            connection.refuseWatch(
                    correlationId, new Response.Refused(e.code(), e.value(), String.valueOf(e.getMessage())));
        } catch (Throwable e) {
            connection.refuseWatch(correlationId, internal("WATCH", e));
        }
    }

    /** Ends a stream; its source is closed on a thread of the pool. */
    void closeWatch(WatchStream stream) {
        AutoCloseable handle = stream.detach();
        if (handle != null) {
            queues.submit(null, new PartitionQueues.Job(operationPool, () -> close(handle), problem -> close(handle)));
        }
    }

    private void close(AutoCloseable handle) {
        try {
            handle.close();
        } catch (Throwable e) {
            limiter.error("watch", "storage bridge: closing a watch failed", e);
        }
    }

    private void notStarted(Connection connection, long correlationId, BodyBuffer body, Throwable problem) {
        if (!closed) {
            limiter.error("thread", "storage bridge: no thread for a request", problem);
        }
        String message = "no thread for the request: " + problem + "; ask again later";
        finish(connection, correlationId, body, new Response.Refused(ErrorCode.OVERLOADED, -1, message));
    }

    private void finish(Connection connection, long correlationId, BodyBuffer body, Response response) {
        body.release();
        counters.requestsInFlight.decrementAndGet();
        try {
            connection.answer(correlationId, response);
        } catch (Throwable e) {
            limiter.error("answer", "storage bridge: an answer was lost", e);
        }
    }

    private void audit(Connection connection, Request request, Response response, long startedNs) {
        String outcome = response instanceof Response.Refused refused
                ? refused.code() + ": " + refused.message()
                : response.toString();
        long tookMs = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - startedNs);
        try {
            auditLog.write(connection.peer(), connection.client(), request, outcome, tookMs);
        } catch (Throwable e) {
            limiter.error("audit", "storage bridge: an audit line was lost", e);
        }
    }

    private Response.Refused internal(String operation, Throwable e) {
        limiter.error(
                "internal " + operation + ' ' + e.getClass().getName(), "storage bridge: " + operation + " failed", e);
        return new Response.Refused(
                ErrorCode.INTERNAL, -1, operation + " failed in the bridge: " + e + "; see the broker's log");
    }

    /** Stops taking requests. Those not begun are dropped, those begun go on to their end, on daemon threads. */
    void close() {
        closed = true;
        operationPool.shutdown();
        waitPool.shutdown();
    }

    /** Waits for requests begun, at most until the time is up. */
    void awaitIdle(long deadlineNs) throws InterruptedException {
        for (ThreadPoolExecutor pool : new ThreadPoolExecutor[] {operationPool, waitPool}) {
            if (!pool.awaitTermination(deadlineNs - System.nanoTime(), TimeUnit.NANOSECONDS)) {
                LOG.debug("operations of the storage bridge still run at its end");
            }
        }
    }
}
