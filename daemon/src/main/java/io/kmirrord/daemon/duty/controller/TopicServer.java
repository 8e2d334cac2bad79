// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.daemon.duty.controller;

import io.kmirrord.bridge.wire.BridgeException;
import io.kmirrord.bridge.wire.ErrorCode;
import io.kmirrord.bridge.wire.Fence;
import io.kmirrord.bridge.wire.Request;
import io.kmirrord.bridge.wire.Response;
import io.kmirrord.statemachine.decision.FailureCode;
import io.kmirrord.statemachine.view.RecordValue.EpochRequest;
import io.kmirrord.statemachine.view.RecordValue.FenceRequest;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Carries out what was planned for one topic, one call of the bridge at a time. Confined to the duty's queue. */
final class TopicServer {
    private static final Logger LOG = LoggerFactory.getLogger(TopicServer.class);

    private final ControllerTerm term;
    private final FenceView fences;
    private final Outcomes outcomes;
    private final TopicCreation creation;

    TopicServer(ControllerTerm term, FenceView fences, Outcomes outcomes) {
        this.term = term;
        this.fences = fences;
        this.outcomes = outcomes;
        this.creation = new TopicCreation(term, fences, outcomes, this);
    }

    /** Begins the next call for a topic that is not busy. */
    void serve(UUID topicId, TopicLine line, RequestTable.TopicRequests requests) {
        if (!requests.creates().isEmpty()) {
            creation.create(line, requests.creates().get(0));
        } else if (!requests.fences().isEmpty()) {
            moveFence(topicId, line, requests.fences());
        } else if (!requests.epochs().isEmpty()) {
            raise(topicId, line, requests.epochs());
        }
    }

    private void moveFence(UUID topicId, TopicLine line, List<Asked<FenceRequest>> requests) {
        requests.forEach(asked -> asked.request()
                .partitions()
                .forEach(partition -> line.facts(line.facts().including(partition))));
        FencePlan plan = FencePlan.of(fences.of(topicId), line.facts(), requests);
        plan.refused().forEach(outcomes::refuse);
        Fence put = plan.put();
        if (put == null) {
            return;
        }
        line.busy(true);
        Request.MoveFence request =
                new Request.MoveFence(topicId, put, line.facts().partitions());
        term.ask(request, Response.Written.class, (written, problem) -> {
            if (written != null) {
                fences.wrote(topicId, put, written.metadataOffset());
                plan.served()
                        .forEach(asked ->
                                outcomes.done(asked, "fence " + put.toText(), details(put, asked.request(), written)));
                succeeded(line);
            } else {
                if (learned(line, Verdict.refusal(problem))) {
                    line.busy(false);
                    term.soon();
                    return;
                }
                List<Asked<FenceRequest>> meant = plan.served().isEmpty() ? requests : plan.served();
                failed(line, meant, Verdict.of(problem, put.generation()));
            }
        });
    }

    private static Map<String, String> details(Fence fence, FenceRequest request, Response.Written written) {
        return Map.of(
                "metadataOffset", Long.toString(written.metadataOffset()),
                "stopEpoch", Integer.toString(fence.stopEpoch()),
                "phase", FenceMoves.reached(fence, request).name());
    }

    /** Returns whether the refusal told something new of the topic, with which the plan comes out otherwise. */
    private static boolean learned(TopicLine line, @Nullable BridgeException refusal) {
        TopicFacts before = line.facts();
        if (refusal != null && refusal.code() == ErrorCode.PARTITION_COUNT) {
            line.facts(before.withPartitions((int) refusal.value()));
        } else if (refusal != null && refusal.code() == ErrorCode.STOP_EPOCH_TOO_LOW) {
            line.facts(before.withHighestLeaderEpoch((int) refusal.value()));
        }
        return !line.facts().equals(before);
    }

    private void raise(UUID topicId, TopicLine line, List<Asked<EpochRequest>> requests) {
        EpochPlan plan = EpochPlan.of(requests, !line.apart()).get(0);
        line.busy(true);
        Request.EnsureEpoch request = new Request.EnsureEpoch(plan.ref(), topicId, plan.minEpochs());
        term.ask(request, Response.Written.class, (written, problem) -> {
            if (written != null) {
                plan.served()
                        .forEach(asked -> outcomes.done(
                                asked,
                                "leader epochs are at least " + asked.request().minEpochs(),
                                Map.of("metadataOffset", Long.toString(written.metadataOffset()))));
                line.apart(line.apart() && requests.size() > 1);
                succeeded(line);
                return;
            }
            Verdict verdict = Verdict.of(problem, plan.ref().generation());
            if (verdict instanceof Verdict.Refuse && plan.served().size() > 1) {
                line.apart(true);
                succeeded(line);
            } else {
                failed(line, plan.served(), verdict);
            }
        });
    }

    void succeeded(TopicLine line) {
        line.succeeded();
        line.busy(false);
        outcomes.flush();
        term.soon();
    }

    /** Tells who asked, or tries again until that has expired. */
    void failed(TopicLine line, List<? extends Asked<?>> asked, Verdict verdict) {
        if (verdict instanceof Verdict.Refuse refuse) {
            asked.forEach(each -> outcomes.refuse(each, refuse));
            succeeded(line);
        } else if (verdict instanceof Verdict.LookAgain look) {
            lookAgain(line, asked, look);
        } else if (verdict instanceof Verdict.Again again) {
            int attempt = line.failed();
            if (attempt == 1) {
                LOG.warn("{} waits: {}", asked.get(0), again.why());
            }
            term.later(attempt, () -> {
                line.busy(false);
                term.soon();
            });
        }
    }

    private void lookAgain(TopicLine line, List<? extends Asked<?>> asked, Verdict.LookAgain look) {
        if (!line.mayLookAgain()) {
            asked.forEach(each -> outcomes.refuse(each, new Verdict.Refuse(FailureCode.FENCE_REFUSED, look.why())));
            succeeded(line);
            return;
        }
        fences.doubt();
        term.later(line.failed(), () -> {
            line.busy(false);
            term.soon();
        });
    }

    /** Details of a creation. */
    static Map<String, String> created(long metadataOffset, boolean existed) {
        Map<String, String> details = new HashMap<>();
        details.put("metadataOffset", Long.toString(metadataOffset));
        details.put("existed", Boolean.toString(existed));
        return details;
    }
}
