// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.bridge.kafka.ops;

import io.kmirrord.bridge.kafka.BrokerNode;
import io.kmirrord.bridge.kafka.ControllerMembers;
import io.kmirrord.bridge.server.BridgeOperations;
import io.kmirrord.bridge.wire.BridgeException;
import io.kmirrord.bridge.wire.ErrorCode;
import io.kmirrord.bridge.wire.Request;
import io.kmirrord.bridge.wire.Response;
import java.security.SecureRandom;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** All operations but HELLO, on a broker or controller whose members were all found. Thread-safe. */
public final class KafkaOperations implements BridgeOperations {
    private final BrokerNode node;
    private final Settings settings;
    private final Replicas replicas;
    private final WatchHub watches;
    private volatile @Nullable Map<Class<? extends Request>, Handler<Request>> handlers;

    private interface Handler<R extends Request> {
        Response handle(R request) throws BridgeException;
    }

    /** Makes the operations of a node; it need not be built yet. */
    public KafkaOperations(BrokerNode node, Settings settings) {
        this.node = node;
        this.settings = settings;
        this.replicas = new Replicas(node);
        this.watches = new WatchHub(node, replicas);
        node.addImageListener(new ReplicaKeeper(node, new Pacer(settings.metadataRecordsPerSecond())));
        node.addImageListener(new ResignKeeper(node));
    }

    /** Looks members of the broker up with the first request: earlier its classes might not be woven yet. */
    private synchronized Map<Class<? extends Request>, Handler<Request>> build() {
        Map<Class<? extends Request>, Handler<Request>> present = handlers;
        if (present != null) {
            return present;
        }
        Map<Class<? extends Request>, Handler<Request>> map = new HashMap<>();
        CleanerGuard cleaner = new CleanerGuard(node);
        AppendOps appends = new AppendOps(node, replicas, new DiskGuard(settings), new SecureRandom().nextLong());
        AwaitOp await = new AwaitOp(replicas);
        CutOps cuts = new CutOps(replicas, cleaner);
        RestartOp restarts = new RestartOp(replicas, await);
        StopOps stops = new StopOps(replicas);
        ReadOps reads = new ReadOps(node, replicas, cleaner);
        on(map, Request.Describe.class, reads::describe);
        on(map, Request.Begin.class, appends::begin);
        on(map, Request.Append.class, appends::append);
        on(map, Request.Truncate.class, cuts::truncate);
        on(map, Request.RestartAt.class, restarts::restartAt);
        on(map, Request.Await.class, await::await);
        on(map, Request.EndOffsetForEpoch.class, reads::endOffsetForEpoch);
        on(map, Request.Read.class, reads::read);
        on(map, Request.SetLogStart.class, stops::setLogStart);
        on(map, Request.AbortOpen.class, stops::abortOpen);
        on(map, Request.ResetMark.class, stops::resetMark);
        addController(map);
        handlers = map;
        return map;
    }

    private void addController(Map<Class<? extends Request>, Handler<Request>> map) {
        ControllerEvents events = new ControllerEvents(node, new ControllerMembers());
        ControllerOps controller = new ControllerOps(events);
        CreateTopicOp create = new CreateTopicOp(node, events);
        EnsureEpochOp epochs = new EnsureEpochOp(events, new Pacer(settings.metadataRecordsPerSecond()));
        on(map, Request.PutFence.class, controller::putFence);
        on(map, Request.MoveFence.class, controller::moveFence);
        on(map, Request.CreateTopic.class, create::create);
        on(map, Request.EnsureEpoch.class, epochs::ensure);
        on(map, Request.ReserveProducerIds.class, controller::reserveProducerIds);
    }

    private static <R extends Request> void on(
            Map<Class<? extends Request>, Handler<Request>> map, Class<R> kind, Handler<R> handler) {
        map.put(kind, request -> handler.handle(kind.cast(request)));
    }

    @Override
    public Response handle(Request request) throws BridgeException {
        try {
            Map<Class<? extends Request>, Handler<Request>> present = handlers;
            Handler<Request> handler = (present == null ? build() : present).get(request.getClass());
            if (handler == null) {
                throw new BridgeException(
                        ErrorCode.INVALID_REQUEST,
                        Failures.nameOf(request) + " is not an operation of a partition or controller");
            }
            return handler.handle(request);
        } catch (Throwable e) {
            // Errors too: a class that is missing or a full heap is the caller's to hear of, not the thread's to die
            // of.
            throw Failures.toRefusal(request, e);
        }
    }

    @Override
    public AutoCloseable watch(Consumer<Response.WatchUpdate> sink) {
        return watches.watch(sink);
    }
}
