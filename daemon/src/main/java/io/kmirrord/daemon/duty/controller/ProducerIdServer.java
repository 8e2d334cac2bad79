// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.daemon.duty.controller;

import io.kmirrord.bridge.wire.BridgeException;
import io.kmirrord.bridge.wire.ErrorCode;
import io.kmirrord.bridge.wire.Request;
import io.kmirrord.bridge.wire.Response;
import io.kmirrord.statemachine.view.RecordValue.ProducerIdRequest;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Serves requests for producer ids one after the other, in the order of asking. Confined to the duty's queue. */
final class ProducerIdServer {
    private static final Logger LOG = LoggerFactory.getLogger(ProducerIdServer.class);

    private final ControllerTerm term;
    private final Outcomes outcomes;
    private boolean busy;
    private int failures;

    ProducerIdServer(ControllerTerm term, Outcomes outcomes) {
        this.term = term;
        this.outcomes = outcomes;
    }

    /** Begins the next call, unless one is under way. */
    void serve(List<Asked<ProducerIdRequest>> open) {
        if (busy || open.isEmpty()) {
            return;
        }
        busy = true;
        Asked<ProducerIdRequest> asked = open.get(0);
        long wanted = asked.request().nextProducerId();
        term.ask(new Request.ReserveProducerIds(wanted), Response.Written.class, (written, problem) -> {
            OptionalLong next = next(wanted, written, problem);
            if (next.isPresent()) {
                outcomes.done(
                        asked,
                        "new blocks of producer ids begin at " + next.getAsLong() + " or above",
                        Map.of("nextProducerId", Long.toString(next.getAsLong())));
                answered();
            } else {
                failed(asked, Verdict.of(problem, -1));
            }
        });
    }

    /** Returns from which id on the controller gives blocks; empty if the call did not come to that. Pure. */
    static OptionalLong next(long wanted, Response.@Nullable Written written, @Nullable Throwable problem) {
        if (written != null) {
            return OptionalLong.of(wanted);
        }
        BridgeException refusal = Verdict.refusal(problem);
        // Further on already: by an earlier request, whose answer was lost, or against another source.
        return refusal != null && refusal.code() == ErrorCode.NOT_MONOTONIC && refusal.value() >= wanted
                ? OptionalLong.of(refusal.value())
                : OptionalLong.empty();
    }

    private void failed(Asked<ProducerIdRequest> asked, Verdict verdict) {
        if (verdict instanceof Verdict.Refuse refuse) {
            outcomes.refuse(asked, refuse);
            answered();
            return;
        }
        failures++;
        if (failures == 1) {
            LOG.warn("{} waits: {}", asked, verdict);
        }
        term.later(failures, () -> {
            busy = false;
            term.soon();
        });
    }

    private void answered() {
        failures = 0;
        busy = false;
        outcomes.flush();
        term.soon();
    }
}
