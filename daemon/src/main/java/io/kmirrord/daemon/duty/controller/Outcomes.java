// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.daemon.duty.controller;

import io.kmirrord.statemachine.view.RecordKey;
import io.kmirrord.statemachine.view.RecordValue;
import io.kmirrord.statemachine.view.StateRecord;
import io.kmirrord.statetopic.StateWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The outcomes of a turn, written together. Confined to the duty's queue. */
final class Outcomes {
    private static final Logger LOG = LoggerFactory.getLogger(Outcomes.class);

    private final StateWriter writer;
    private final int nodeId;
    private final LongSupplier nowMs;
    private final Consumer<RecordKey.Request> answered;
    private List<StateRecord> records = new ArrayList<>();

    /**
     * Makes the outbox.
     *
     * @param answered told of each request that gets its outcome
     */
    Outcomes(StateWriter writer, int nodeId, LongSupplier nowMs, Consumer<RecordKey.Request> answered) {
        this.writer = writer;
        this.nodeId = nodeId;
        this.nowMs = nowMs;
        this.answered = answered;
    }

    void done(Asked<?> asked, String message, Map<String, String> details) {
        add(asked, true, message, details);
    }

    void refuse(Asked<?> asked, Verdict.Refuse refusal) {
        LOG.warn("{} refused: {}, {}", asked, refusal.code(), refusal.why());
        add(asked, false, refusal.why(), Map.of("code", refusal.code().name()));
    }

    private void add(Asked<?> asked, boolean done, String message, Map<String, String> details) {
        answered.accept(asked.key());
        records.add(new StateRecord(
                new RecordKey.RequestOutcome(asked.key().mirror(), asked.key().requestId()),
                new RecordValue.Outcome(done, message, nodeId, nowMs.getAsLong(), details)));
    }

    void add(List<StateRecord> tombstones) {
        records.addAll(tombstones);
    }

    /** Hands in what was added. The writer repeats what may pass; what it gives up, nobody here can write either. */
    void flush() {
        if (records.isEmpty()) {
            return;
        }
        List<StateRecord> batch = records;
        records = new ArrayList<>();
        var unused = writer.write(batch).whenComplete((done, problem) -> {
            if (problem != null) {
                LOG.error("{} outcomes and tombstones were not written: {}", batch.size(), problem.getMessage());
            }
        });
    }
}
