// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.daemon.bridge;

import io.kmirrord.bridge.client.BridgeClient;
import io.kmirrord.bridge.wire.BridgeException;
import io.kmirrord.bridge.wire.MirrorRef;
import io.kmirrord.bridge.wire.Request;
import io.kmirrord.bridge.wire.Response;
import io.kmirrord.bridge.wire.TopicIdPartition;
import io.kmirrord.daemon.partition.Effect;
import io.kmirrord.daemon.partition.Event;
import io.kmirrord.daemon.partition.Operation;
import java.nio.ByteBuffer;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * Turns effects of a partition mirror into requests to the bridge, and answers into events. Thread-safe; the sinks are
 * called on the client's reader thread, or at once when there is no connection.
 */
public final class PartitionBridge {
    /** Of RESTART_AT: two barriers over all replicas. */
    private static final int RESTART_TIMEOUT_MS = 20_000;

    private final BridgeClient client;
    private final MirrorRef ref;

    public PartitionBridge(BridgeClient client, MirrorRef ref) {
        this.client = client;
        this.ref = ref;
    }

    public void begin(TopicIdPartition partition, Effect.Begin begin, Consumer<Event> sink) {
        long attempt = begin.attempt();
        ask(
                new Request.Begin(ref, partition, begin.leaderEpoch(), begin.sourceLeaderEpoch()),
                Response.Begun.class,
                begun -> new Event.Begun(
                        attempt,
                        begun.token(),
                        begun.logStartOffset(),
                        begun.logEndOffset(),
                        begun.highWatermark(),
                        begun.lastEpoch()),
                attempt,
                Operation.BEGIN,
                sink);
    }

    /**
     * Appends.
     *
     * @param released run once, when the records are not touched any more; before the sink
     */
    public void append(
            TopicIdPartition partition,
            Effect.Append append,
            ByteBuffer records,
            Runnable released,
            Consumer<Event> sink) {
        long attempt = append.attempt();
        ask(
                new Request.Append(ref, partition, append.token(), append.expectedEnd(), records),
                Response.Appended.class,
                appended -> new Event.Appended(attempt, appended.logEndOffset(), appended.highWatermark()),
                attempt,
                Operation.APPEND,
                released,
                sink);
    }

    public void restartAt(TopicIdPartition partition, Effect.RestartAt restart, Consumer<Event> sink) {
        long attempt = restart.attempt();
        ask(
                new Request.RestartAt(
                        ref,
                        partition,
                        restart.leaderEpoch(),
                        restart.offset(),
                        restart.expectedEnd(),
                        RESTART_TIMEOUT_MS),
                Response.Cut.class,
                cut -> new Event.Restarted(attempt, cut.logEndOffset()),
                attempt,
                Operation.RESTART_AT,
                sink);
    }

    public void setLogStart(TopicIdPartition partition, Effect.SetLogStart set, Consumer<Event> sink) {
        long attempt = set.attempt();
        ask(
                new Request.SetLogStart(ref, partition, set.leaderEpoch(), set.offset()),
                Response.LogStart.class,
                start -> new Event.LogStartSet(attempt, start.logStartOffset()),
                attempt,
                Operation.SET_LOG_START,
                sink);
    }

    private <R extends Response> void ask(
            Request request,
            Class<R> form,
            Function<R, Event> event,
            long attempt,
            Operation operation,
            Consumer<Event> sink) {
        ask(request, form, event, attempt, operation, () -> {}, sink);
    }

    private <R extends Response> void ask(
            Request request,
            Class<R> form,
            Function<R, Event> event,
            long attempt,
            Operation operation,
            Runnable released,
            Consumer<Event> sink) {
        CompletableFuture<R> unused = client.send(request, form, released).whenComplete((answer, problem) -> {
            if (problem == null) {
                sink.accept(event.apply(answer));
                return;
            }
            Throwable cause =
                    problem instanceof CompletionException && problem.getCause() != null ? problem.getCause() : problem;
            if (cause instanceof BridgeException refusal) {
                sink.accept(new Event.Refused(
                        attempt, operation, refusal.code(), refusal.value(), String.valueOf(refusal.getMessage())));
            } else {
                sink.accept(new Event.Unanswered(attempt, operation, String.valueOf(cause.getMessage())));
            }
        });
    }
}
