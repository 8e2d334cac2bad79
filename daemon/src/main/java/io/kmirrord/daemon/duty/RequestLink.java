// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.daemon.duty;

import io.kmirrord.daemon.shard.EventQueue;
import io.kmirrord.statemachine.view.RecordKey;
import io.kmirrord.statemachine.view.RecordValue;
import io.kmirrord.statemachine.view.StateRecord;
import io.kmirrord.statemachine.view.StateView;
import io.kmirrord.statetopic.Health;
import io.kmirrord.statetopic.StateTopic;
import io.kmirrord.statetopic.StateTopicException;
import io.kmirrord.statetopic.StateWriter;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The asking side of requests: writes one, waits until its outcome is in the view, and clears it away. Thread-safe; futures
 * complete on the queue. Requests of one tick go out in one write, in the order of asking.
 *
 * <p>Request ids are {@code <node>.<start of this link>.<number>}. What a predecessor of the same node left behind, nobody
 * waits for: it is cleared away at {@link #start}.
 */
public final class RequestLink implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(RequestLink.class);
    private static final Duration SWEEP = Duration.ofMillis(500);

    private final EventQueue queue;
    private final StateTopic topic;
    private final StateWriter writer;
    private final LongSupplier nowMs;
    private final String ofNode;
    private final String ofLife;
    private final AtomicLong number = new AtomicLong();

    /** The rest is confined to the queue. */
    private final Map<RecordKey.Request, Waiting> waiting = new HashMap<>();

    private List<StateRecord> outbox = new ArrayList<>();
    private boolean closed;

    private record Waiting(RecordValue.Request request, CompletableFuture<RecordValue.Outcome> outcome) {}

    /**
     * A request that its caller writes, together with other records.
     *
     * @param record to be written
     * @param outcome as of {@link #ask}
     */
    public record Prepared(StateRecord record, CompletableFuture<RecordValue.Outcome> outcome) {}

    /**
     * Makes a link.
     *
     * @param nodeId of the local node
     * @param nowMs wall clock, which expiry is measured by
     */
    public RequestLink(EventQueue queue, StateTopic topic, StateWriter writer, int nodeId, LongSupplier nowMs) {
        this.queue = queue;
        this.topic = topic;
        this.writer = writer;
        this.nowMs = nowMs;
        this.ofNode = nodeId + ".";
        this.ofLife = ofNode + nowMs.getAsLong() + ".";
    }

    /** Follows the state topic. To be called once, before anything is asked. */
    public void start() {
        topic.listen(new StateTopic.Listener() {
            @Override
            public void changed(StateView view, List<StateRecord> records) {
                List<StateRecord> outcomes = records.stream()
                        .filter(record -> record.key() instanceof RecordKey.RequestOutcome key
                                && record.value() != null
                                && key.requestId().startsWith(ofLife))
                        .toList();
                if (!outcomes.isEmpty()) {
                    queue.post(() -> outcomes.forEach(RequestLink.this::arrived));
                }
            }

            @Override
            public void health(Health health) {
                // Nothing arrives meanwhile; what is asked expires.
            }
        });
        queue.post(this::sweep);
        queue.then(topic.readToEnd(this::leftOver), (tombstones, problem) -> {
            if (tombstones != null) {
                outbox.addAll(tombstones);
                flush();
            } else {
                LOG.warn(
                        "requests of an earlier run cannot be read and stay until they expire: {}",
                        problem == null ? "" : problem.getMessage());
            }
        });
    }

    private List<StateRecord> leftOver(StateView view) {
        return view.records().stream()
                .map(StateRecord::key)
                .filter(key -> key instanceof RecordKey.Request request
                        && request.requestId().startsWith(ofNode)
                        && !request.requestId().startsWith(ofLife))
                .map(key -> new StateRecord(key, null))
                .toList();
    }

    /**
     * Asks.
     *
     * @return the outcome, done or refused; fails with {@link RequestExpiredException}, or with {@link StateTopicException}
     *     if it cannot be written, CLOSED once this is closed
     */
    public CompletableFuture<RecordValue.Outcome> ask(String mirror, RecordValue.Request request) {
        Prepared prepared = prepare(mirror, request);
        post(prepared, () -> {
            outbox.add(prepared.record());
            if (outbox.size() == 1) {
                // Behind whatever is in the queue now, and so behind what this tick still asks.
                queue.post(this::flush);
            }
        });
        return prepared.outcome();
    }

    /** As {@link #ask}, but the caller writes {@link Prepared#record}; if it does not, the outcome fails at expiry. */
    public Prepared expect(String mirror, RecordValue.Request request) {
        Prepared prepared = prepare(mirror, request);
        post(prepared, () -> {});
        return prepared;
    }

    private Prepared prepare(String mirror, RecordValue.Request request) {
        RecordKey.Request key = new RecordKey.Request(mirror, ofLife + number.incrementAndGet());
        return new Prepared(new StateRecord(key, request), new CompletableFuture<>());
    }

    private void post(Prepared prepared, Runnable then) {
        RecordKey.Request key = (RecordKey.Request) prepared.record().key();
        boolean posted = queue.post(() -> {
            if (closed) {
                prepared.outcome().completeExceptionally(closedException(key));
            } else if (prepared.record().value() instanceof RecordValue.Request request) {
                waiting.put(key, new Waiting(request, prepared.outcome()));
                then.run();
            }
        });
        if (!posted) {
            prepared.outcome().completeExceptionally(closedException(key));
        }
    }

    private static StateTopicException closedException(RecordKey.Request key) {
        return new StateTopicException(
                StateTopicException.Reason.CLOSED, "request " + key.requestId() + " was not waited for: closed");
    }

    private void flush() {
        if (outbox.isEmpty() || closed) {
            return;
        }
        List<StateRecord> batch = outbox;
        outbox = new ArrayList<>();
        queue.then(writer.write(batch), (done, problem) -> {
            if (problem != null) {
                failed(batch, problem);
            }
        });
    }

    private void failed(List<StateRecord> batch, Throwable problem) {
        LOG.warn("{} requests and tombstones were not written: {}", batch.size(), problem.getMessage());
        for (StateRecord record : batch) {
            Waiting lost = record.value() == null ? null : waiting.remove(record.key());
            if (lost != null) {
                lost.outcome().completeExceptionally(problem);
            }
        }
    }

    private void arrived(StateRecord record) {
        RecordKey.RequestOutcome key = (RecordKey.RequestOutcome) record.key();
        RecordKey.Request asked = new RecordKey.Request(key.mirror(), key.requestId());
        Waiting answered = waiting.remove(asked);
        if (answered != null && record.value() instanceof RecordValue.Outcome outcome) {
            clear(asked);
            answered.outcome().complete(outcome);
        }
    }

    private void clear(RecordKey.Request key) {
        outbox.add(new StateRecord(key, null));
        if (outbox.size() == 1) {
            queue.post(this::flush);
        }
    }

    private void sweep() {
        if (closed) {
            return;
        }
        long now = nowMs.getAsLong();
        for (Iterator<Map.Entry<RecordKey.Request, Waiting>> it =
                        waiting.entrySet().iterator();
                it.hasNext(); ) {
            Map.Entry<RecordKey.Request, Waiting> entry = it.next();
            RecordValue.Request request = entry.getValue().request();
            if (request.expiresMs() <= now) {
                it.remove();
                clear(entry.getKey());
                entry.getValue()
                        .outcome()
                        .completeExceptionally(new RequestExpiredException("no daemon answered in time: " + request
                                + "; check that a daemon runs beside the active controller and that"
                                + " its storage bridge is linked"));
            }
        }
        queue.schedule(this::sweep, SWEEP);
    }

    /** Fails what is waited for with CLOSED. Idempotent; does not block. */
    @Override
    public void close() {
        queue.post(() -> {
            closed = true;
            waiting.forEach((key, lost) -> lost.outcome().completeExceptionally(closedException(key)));
            waiting.clear();
        });
    }
}
