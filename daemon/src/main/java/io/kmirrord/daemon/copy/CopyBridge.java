// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.daemon.copy;

import io.kmirrord.bridge.client.BridgeClient;
import io.kmirrord.bridge.wire.BridgeException;
import io.kmirrord.bridge.wire.Request;
import io.kmirrord.bridge.wire.Response;
import io.kmirrord.statetopic.kafka.Problems;
import java.nio.ByteBuffer;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * Turns effects of a copy into requests to the bridge, and answers into events. Thread-safe; the sinks are
 * called on the client's reader thread, or at once when there is no connection.
 */
final class CopyBridge {
    private final BridgeClient client;

    CopyBridge(BridgeClient client) {
        this.client = client;
    }

    void begin(CopyRunner.Target target, CopyEffect.Begin begin, Consumer<CopyEvent> sink) {
        long attempt = begin.attempt();
        ask(
                new Request.Begin(target.ref(), target.partition(), begin.leaderEpoch(), begin.sourceLeaderEpoch()),
                Response.Begun.class,
                begun -> new CopyEvent.Begun(
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
    void append(
            CopyRunner.Target target,
            CopyEffect.Append append,
            ByteBuffer records,
            Runnable released,
            Consumer<CopyEvent> sink) {
        long attempt = append.attempt();
        ask(
                new Request.Append(target.ref(), target.partition(), append.token(), append.expectedEnd(), records),
                Response.Appended.class,
                appended -> new CopyEvent.Appended(attempt, appended.logEndOffset(), appended.highWatermark()),
                attempt,
                Operation.APPEND,
                released,
                sink);
    }

    void setLogStart(CopyRunner.Target target, CopyEffect.SetLogStart set, Consumer<CopyEvent> sink) {
        long attempt = set.attempt();
        ask(
                new Request.SetLogStart(target.ref(), target.partition(), set.leaderEpoch(), set.offset()),
                Response.LogStart.class,
                start -> new CopyEvent.LogStartSet(attempt, start.logStartOffset()),
                attempt,
                Operation.SET_LOG_START,
                sink);
    }

    private <R extends Response> void ask(
            Request request,
            Class<R> form,
            Function<R, CopyEvent> event,
            long attempt,
            Operation operation,
            Consumer<CopyEvent> sink) {
        ask(request, form, event, attempt, operation, () -> {}, sink);
    }

    private <R extends Response> void ask(
            Request request,
            Class<R> form,
            Function<R, CopyEvent> event,
            long attempt,
            Operation operation,
            Runnable released,
            Consumer<CopyEvent> sink) {
        CompletableFuture<R> unused = client.send(request, form, released).whenComplete((answer, problem) -> {
            if (problem == null) {
                sink.accept(event.apply(answer));
                return;
            }
            Throwable cause = Problems.unwrap(problem);
            if (cause instanceof BridgeException refusal) {
                sink.accept(new CopyEvent.Refused(
                        attempt, operation, refusal.code(), refusal.value(), String.valueOf(refusal.getMessage())));
            } else {
                sink.accept(new CopyEvent.Unanswered(attempt, operation, String.valueOf(cause.getMessage())));
            }
        });
    }
}
