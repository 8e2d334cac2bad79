// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.daemon.duty.controller;

import io.kmirrord.bridge.wire.BridgeException;
import io.kmirrord.bridge.wire.ErrorCode;
import io.kmirrord.bridge.wire.Fence;
import io.kmirrord.bridge.wire.MirrorRef;
import io.kmirrord.bridge.wire.Phase;
import io.kmirrord.bridge.wire.Request;
import io.kmirrord.bridge.wire.Response;
import io.kmirrord.statemachine.decision.EpochBlocks;
import io.kmirrord.statemachine.decision.FailureCode;
import io.kmirrord.statemachine.view.RecordValue.TopicRequest;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Creates a topic with the source's id, its fence and its first leader epoch in one batch. What is there already is looked
 * at by a raise of a leader epoch to 0, which changes nothing. Confined to the duty's queue.
 */
final class TopicCreation {
    private static final Logger LOG = LoggerFactory.getLogger(TopicCreation.class);

    private final ControllerTerm term;
    private final FenceView fences;
    private final Outcomes outcomes;
    private final TopicServer server;

    TopicCreation(ControllerTerm term, FenceView fences, Outcomes outcomes, TopicServer server) {
        this.term = term;
        this.fences = fences;
        this.outcomes = outcomes;
        this.server = server;
    }

    void create(TopicLine line, Asked<TopicRequest> asked) {
        TopicRequest wanted = asked.request();
        line.busy(true);
        Fence fence = new Fence(asked.mirror(), wanted.generation(), Phase.PREPARING, -1, new TreeMap<>());
        int firstEpoch = Math.max(wanted.firstLeaderEpoch(), line.firstEpoch());
        Request.CreateTopic request = new Request.CreateTopic(
                wanted.topicId(),
                wanted.topic(),
                wanted.partitions(),
                wanted.replicationFactor(),
                firstEpoch,
                wanted.configs(),
                fence);
        term.ask(request, Response.Written.class, (written, problem) -> {
            BridgeException refusal = Verdict.refusal(problem);
            if (written != null) {
                LOG.info(
                        "{} created with {} partitions, first leader epoch {}, configs {}",
                        wanted.topic(),
                        wanted.partitions(),
                        firstEpoch,
                        wanted.configs());
                fences.wrote(wanted.topicId(), fence, written.metadataOffset());
                line.facts(line.facts().withPartitions(wanted.partitions()));
                outcomes.done(asked, "created", TopicServer.created(written.metadataOffset(), false));
                server.succeeded(line);
            } else if (refusal != null && refusal.code() == ErrorCode.EXISTS) {
                look(line, asked, refusal);
            } else if (refusal != null && refusal.code() == ErrorCode.NOT_MONOTONIC) {
                refuse(line, asked, FailureCode.GENERATION_OVERTAKEN, refusal);
            } else if (refusal != null && refusal.code() == ErrorCode.INVALID_REQUEST && refusal.value() > firstEpoch) {
                higher(line, asked, refusal);
            } else {
                server.failed(line, List.of(asked), Verdict.of(problem, wanted.generation()));
            }
        });
    }

    /** The id was used before: the new life begins with the lowest epoch that the bridge accepts (F16). */
    private void higher(TopicLine line, Asked<TopicRequest> asked, BridgeException refusal) {
        long lowest = refusal.value();
        if (lowest > EpochBlocks.MAX_EPOCH) {
            String limit = "leader epoch " + lowest + " is above the limit of " + EpochBlocks.MAX_EPOCH;
            server.failed(
                    line,
                    List.of(asked),
                    new Verdict.Refuse(FailureCode.EPOCH_LIMIT, limit + "; " + refusal.getMessage()));
        } else {
            line.firstEpoch((int) lowest);
            line.busy(false);
            term.soon();
        }
    }

    private void look(TopicLine line, Asked<TopicRequest> asked, BridgeException exists) {
        TopicRequest wanted = asked.request();
        Request.EnsureEpoch nothing = new Request.EnsureEpoch(
                new MirrorRef(asked.mirror(), wanted.generation()), wanted.topicId(), Map.of(0, 0));
        term.ask(nothing, Response.Written.class, (written, problem) -> {
            BridgeException refusal = Verdict.refusal(problem);
            if (written != null) {
                outcomes.done(asked, "was created before", TopicServer.created(written.metadataOffset(), true));
                server.succeeded(line);
            } else if (refusal == null) {
                server.failed(line, List.of(asked), Verdict.of(problem, wanted.generation()));
            } else if (refusal.code() == ErrorCode.UNKNOWN_PARTITION) {
                refuse(line, asked, FailureCode.BRIDGE_REFUSED, exists);
            } else if (refusal.code() == ErrorCode.FENCE_MISMATCH && refusal.value() > wanted.generation()) {
                refuse(line, asked, FailureCode.GENERATION_OVERTAKEN, refusal);
            } else if (refusal.code() == ErrorCode.NOT_FENCED || refusal.code() == ErrorCode.FENCE_MISMATCH) {
                // The topic of this id is there, from an earlier life: its partitions put the fence as they prepare.
                outcomes.done(asked, "exists with the source's topic id", TopicServer.created(-1, true));
                server.succeeded(line);
            } else {
                server.failed(line, List.of(asked), Verdict.of(problem, wanted.generation()));
            }
        });
    }

    private void refuse(TopicLine line, Asked<TopicRequest> asked, FailureCode code, BridgeException refusal) {
        String advice = refusal.code() == ErrorCode.EXISTS
                ? ". Nothing was touched: delete or rename the topic at the destination, or exclude '"
                        + asked.request().topic() + "' from the mirror"
                : "";
        server.failed(
                line, List.of(asked), new Verdict.Refuse(code, refusal.code() + ", " + refusal.getMessage() + advice));
    }
}
