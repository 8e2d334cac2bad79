// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.daemon.duty.controller;

import io.kmirrord.bridge.wire.Request;
import io.kmirrord.bridge.wire.Response;
import io.kmirrord.daemon.shard.EventQueue;
import io.kmirrord.statemachine.view.StateRecord;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One claim of the active controller, from the read to the end of the state topic on. Requests that arrive within a tick
 * are served together: one write per topic. Confined to the duty's queue.
 */
final class ControllerTerm {
    private static final Logger LOG = LoggerFactory.getLogger(ControllerTerm.class);

    static final Duration TICK = Duration.ofMillis(10);
    private static final Duration SWEEP = Duration.ofSeconds(10);
    /** Topics that are served at the same time. */
    private static final int MAX_BUSY = 64;

    private final ControllerDuty.Parts parts;
    private final RequestTable table = new RequestTable();
    private final FenceView fences = new FenceView();
    private final Map<UUID, TopicLine> lines = new HashMap<>();
    private final Outcomes outcomes;
    private final TopicServer server;
    private final ProducerIdServer producerIds;
    private List<StateRecord> early = new ArrayList<>();
    private boolean loaded;
    private boolean ended;
    private boolean working;
    private boolean looking;
    private int failures;

    ControllerTerm(ControllerDuty.Parts parts) {
        this.parts = parts;
        this.outcomes = new Outcomes(parts.writer(), parts.nodeId(), parts.nowMs(), table::answered);
        this.server = new TopicServer(this, fences, outcomes);
        this.producerIds = new ProducerIdServer(this, outcomes);
    }

    void begin() {
        then(
                parts.topic()
                        .readToEnd(view -> view.records().stream()
                                .filter(RequestTable::follows)
                                .toList()),
                (records, problem) -> {
                    if (records == null) {
                        LOG.warn(
                                "requests cannot be read, tries again: {}",
                                problem == null ? "" : problem.getMessage());
                        later(++failures, this::begin);
                        return;
                    }
                    records.forEach(table::apply);
                    // What was read beside the question may be in the answer already: applied again, it ends the same.
                    early.forEach(table::apply);
                    early = new ArrayList<>();
                    loaded = true;
                    failures = 0;
                    sweep();
                    soon();
                });
    }

    void end() {
        ended = true;
    }

    void changed(List<StateRecord> records) {
        if (!loaded) {
            early.addAll(records);
            return;
        }
        records.forEach(table::apply);
        soon();
    }

    /** Works in a tick, whatever arrives until then. */
    void soon() {
        if (!working) {
            working = true;
            parts.queue().schedule(this::work, TICK);
        }
    }

    private void work() {
        working = false;
        if (ended || !loaded) {
            return;
        }
        RequestTable.Open open = table.open(parts.nowMs().getAsLong());
        producerIds.serve(open.producerIds());
        if (!open.byTopic().isEmpty() && !fences.known()) {
            look();
        } else {
            serve(open.byTopic());
        }
        outcomes.flush();
    }

    private void serve(Map<UUID, RequestTable.TopicRequests> open) {
        long busy = lines.values().stream().filter(TopicLine::busy).count();
        for (Map.Entry<UUID, RequestTable.TopicRequests> entry : open.entrySet()) {
            if (busy >= MAX_BUSY) {
                return;
            }
            TopicLine line = lines.computeIfAbsent(entry.getKey(), id -> new TopicLine());
            if (!line.busy()) {
                server.serve(entry.getKey(), line, entry.getValue());
                busy += line.busy() ? 1 : 0;
            }
        }
    }

    private void look() {
        if (looking) {
            return;
        }
        looking = true;
        ask(new Request.Describe(List.of()), Response.Description.class, (description, problem) -> {
            looking = false;
            if (description != null && fences.read(description)) {
                failures = 0;
                soon();
                return;
            }
            if (description == null) {
                LOG.warn("fences cannot be read, tries again: {}", problem == null ? "" : problem.getMessage());
            }
            later(++failures, this::soon);
        });
    }

    private void sweep() {
        if (!ended) {
            outcomes.add(table.garbage(parts.nowMs().getAsLong()));
            outcomes.flush();
            parts.queue().schedule(this::sweep, SWEEP);
        }
    }

    /** Runs something after a back-off, unless the term is over by then. */
    void later(int attempt, Runnable event) {
        parts.queue()
                .schedule(
                        () -> {
                            if (!ended) {
                                event.run();
                            }
                        },
                        parts.backoff().delay(attempt, parts.random()));
    }

    /** Asks the bridge; the answer comes to the queue, unless the term is over by then. */
    <R extends Response> void ask(Request request, Class<R> form, EventQueue.Outcome<R> outcome) {
        then(parts.bridge().send(request, form), outcome);
    }

    private <T> void then(CompletableFuture<T> future, EventQueue.Outcome<T> outcome) {
        parts.queue().then(future, (value, problem) -> {
            if (!ended) {
                outcome.take(value, problem);
            }
        });
    }
}
