// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.daemon.fake;

import io.kmirrord.bridge.client.BridgeClient;
import io.kmirrord.bridge.wire.BridgeException;
import io.kmirrord.bridge.wire.ErrorCode;
import io.kmirrord.bridge.wire.Request;
import io.kmirrord.bridge.wire.Response;
import io.kmirrord.bridge.wire.TopicIdPartition;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A bridge in memory. Answers on the calling thread. Partitions are logs with token, end and high watermark; a rule may
 * answer or refuse first. Thread-safe by one lock.
 */
public final class FakeBridge implements BridgeClient {
    private final Map<TopicIdPartition, FakeLog> logs = new HashMap<>();
    private final List<Request> requests = new ArrayList<>();
    private Function<Request, @Nullable Object> rule = request -> null;
    private @Nullable WatchListener listener;
    private Response.@Nullable Hello hello;

    /** Each request is shown to the rule first: a Response, an Exception, or null for the ordinary answer. */
    public synchronized void rule(Function<Request, @Nullable Object> first) {
        rule = first;
    }

    public synchronized FakeLog log(TopicIdPartition partition) {
        return logs.computeIfAbsent(partition, key -> new FakeLog());
    }

    /** All requests so far. */
    public synchronized List<Request> requests() {
        return List.copyOf(requests);
    }

    public synchronized <T extends Request> List<T> requests(Class<T> form) {
        return requests.stream().filter(form::isInstance).map(form::cast).toList();
    }

    public synchronized WatchListener listener() {
        if (listener == null) {
            throw new IllegalStateException("nobody watches");
        }
        return listener;
    }

    @Override
    public synchronized <R extends Response> CompletableFuture<R> send(
            Request request, Class<R> answer, Runnable onReleased) {
        requests.add(request);
        CompletableFuture<R> future = new CompletableFuture<>();
        try {
            Object first = rule.apply(request);
            if (first instanceof Exception refusal) {
                throw refusal;
            }
            future.complete(answer.cast(first == null ? ordinary(request) : first));
        } catch (Exception e) {
            future.completeExceptionally(e);
        }
        onReleased.run();
        return future;
    }

    private Response ordinary(Request request) throws BridgeException {
        if (request instanceof Request.Begin begin) {
            return log(begin.partition()).begin();
        }
        if (request instanceof Request.Append append) {
            return log(append.partition()).append(append);
        }
        if (request instanceof Request.RestartAt restart) {
            return log(restart.partition()).restartAt(restart.offset(), restart.expectedEndOffset());
        }
        if (request instanceof Request.SetLogStart start) {
            return log(start.partition()).logStart(start.offset());
        }
        if (request instanceof Request.Describe describe) {
            return new Response.Description(
                    1,
                    Map.of(),
                    describe.partitions().stream()
                            .map(partition -> log(partition).describe(partition))
                            .toList());
        }
        return stopping(request);
    }

    /** What a stop asks for. */
    private Response stopping(Request request) throws BridgeException {
        if (request instanceof Request.Await await) {
            return log(await.partition()).awaited();
        }
        if (request instanceof Request.AbortOpen abort) {
            return log(abort.partition()).aborted();
        }
        if (request instanceof Request.ResetMark mark) {
            return log(mark.partition()).mark();
        }
        throw new BridgeException(ErrorCode.INVALID_REQUEST, "no answer is set for " + request);
    }

    @Override
    public synchronized void watch(WatchListener follower) {
        listener = follower;
    }

    @Override
    public synchronized CompletableFuture<Response.Hello> hello() {
        return hello == null ? new CompletableFuture<>() : CompletableFuture.completedFuture(hello);
    }

    /** The answer to HELLO; null: not connected. */
    public synchronized void hello(Response.@Nullable Hello answer) {
        hello = answer;
    }

    @Override
    public long inFlightBytes() {
        return 0;
    }

    @Override
    public void close() {
        // Nothing is held.
    }
}
