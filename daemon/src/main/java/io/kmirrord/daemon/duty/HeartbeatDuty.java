// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.daemon.duty;

import io.kmirrord.bridge.client.BridgeClient;
import io.kmirrord.bridge.wire.Response;
import io.kmirrord.daemon.shard.EventQueue;
import io.kmirrord.statemachine.view.RecordKey;
import io.kmirrord.statemachine.view.RecordValue;
import io.kmirrord.statemachine.view.StateRecord;
import io.kmirrord.statetopic.StateWriter;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Writes the sign of life of this daemon every 5 s, and at once when the bridge of its node becomes linked or is lost.
 * Confined to its queue, but for {@link #start}; ends with the queue.
 */
public final class HeartbeatDuty {
    private static final Logger LOG = LoggerFactory.getLogger(HeartbeatDuty.class);

    public static final Duration INTERVAL = Duration.ofSeconds(5);
    private static final Duration LOOK = Duration.ofMillis(500);

    private final EventQueue queue;
    private final BridgeClient bridge;
    private final StateWriter writer;
    private final Self self;
    private final LongSupplier nowMs;
    private long beat;
    private long lastMs;
    private boolean linked;
    private boolean writing;

    /** Who beats. {@code host} and {@code version} are for operators. */
    public record Self(int nodeId, String host, String version) {}

    /**
     * Makes the duty.
     *
     * @param nowMs wall clock, at which the count begins, so that it is above that of an earlier run
     */
    public HeartbeatDuty(EventQueue queue, BridgeClient bridge, StateWriter writer, Self self, LongSupplier nowMs) {
        this.queue = queue;
        this.bridge = bridge;
        this.writer = writer;
        this.self = self;
        this.nowMs = nowMs;
        this.beat = nowMs.getAsLong();
        this.lastMs = Long.MIN_VALUE;
    }

    /** Begins. To be called once. */
    public void start() {
        queue.post(this::look);
    }

    private void look() {
        boolean now = isLinked(bridge.hello());
        long time = nowMs.getAsLong();
        // Also when the wall clock was set back.
        boolean due = lastMs == Long.MIN_VALUE || time - lastMs >= INTERVAL.toMillis() || time < lastMs;
        // One write at a time: a state topic that cannot be written must not gather a backlog of old signs of life.
        if (!writing && (due || now != linked)) {
            write(now, time);
        }
        queue.schedule(this::look, LOOK);
    }

    /** The future is complete while there is a connection. */
    private static boolean isLinked(CompletableFuture<Response.Hello> answer) {
        Response.Hello hello = answer.isCompletedExceptionally() ? null : now(answer);
        return hello != null && hello.adapter() != null && hello.fenceInstalled();
    }

    private static Response.@Nullable Hello now(CompletableFuture<Response.Hello> answer) {
        return answer.isDone() ? answer.join() : null;
    }

    private void write(boolean nowLinked, long time) {
        if (nowLinked != linked) {
            LOG.info("storage bridge of node {} is {}", self.nodeId(), nowLinked ? "linked" : "not linked");
        }
        linked = nowLinked;
        lastMs = time;
        beat = Math.max(beat + 1, time);
        writing = true;
        StateRecord record = new StateRecord(
                new RecordKey.Heartbeat(self.nodeId()),
                new RecordValue.Heartbeat(beat, self.host(), self.version(), nowLinked, time));
        queue.then(writer.write(List.of(record)), (done, problem) -> {
            writing = false;
            if (problem != null) {
                LOG.warn("sign of life {} was not written: {}", beat, problem.getMessage());
            }
        });
    }
}
