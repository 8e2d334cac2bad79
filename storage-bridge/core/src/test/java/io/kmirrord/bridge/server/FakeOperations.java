// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.bridge.server;

import io.kmirrord.bridge.wire.BridgeException;
import io.kmirrord.bridge.wire.ErrorCode;
import io.kmirrord.bridge.wire.Request;
import io.kmirrord.bridge.wire.Response;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;

/** Operations that note what they are asked, in the order in which they ran, and answer by a script. Thread-safe. */
final class FakeOperations implements BridgeOperations {
    /** Answers a request, or throws what the test wants thrown. */
    interface Script {
        Response answer(Request request) throws Exception;
    }

    final Queue<Request> ran = new ConcurrentLinkedQueue<>();
    final List<Consumer<Response.WatchUpdate>> watchers = new CopyOnWriteArrayList<>();
    private final AtomicInteger watchesToRefuse = new AtomicInteger();
    private volatile Script script = FakeOperations::byDefault;

    void script(Script next) {
        script = next;
    }

    @Override
    public Response handle(Request request) throws BridgeException {
        if (!(request instanceof Request.Hello)) {
            ran.add(request);
        }
        try {
            return request instanceof Request.Hello ? byDefault(request) : script.answer(request);
        } catch (BridgeException | RuntimeException e) {
            throw e;
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    /** Refuses the next so many watches. */
    void refuseWatches(int count) {
        watchesToRefuse.set(count);
    }

    @Override
    public AutoCloseable watch(Consumer<Response.WatchUpdate> sink) throws BridgeException {
        if (watchesToRefuse.getAndDecrement() > 0) {
            throw new BridgeException(ErrorCode.UNSUPPORTED_BROKER, "not linked");
        }
        watchers.add(sink);
        sink.accept(new Response.WatchUpdate(true, 1, -1, List.of(), List.of()));
        return () -> watchers.remove(sink);
    }

    static Response byDefault(Request request) throws BridgeException {
        if (request instanceof Request.Hello) {
            return new Response.Hello(
                    0, "0.1.0", "4.4.0", "cluster", 1, Set.of(Response.Role.BROKER), "4.4", List.of(), true, true);
        }
        if (request instanceof Request.Append append) {
            long end = append.expectedEndOffset() + 1;
            return new Response.Appended(end, end, end);
        }
        if (request instanceof Request.Await await) {
            return new Response.Awaited(await.minHighWatermark(), await.minHighWatermark());
        }
        if (request instanceof Request.Describe) {
            return new Response.Description(7, Map.of(), List.of());
        }
        throw new BridgeException(ErrorCode.NOT_LEADER, "no script for " + request);
    }
}
