// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.cli.plan;

import io.kmirrord.cli.CliError;
import io.kmirrord.cli.facts.MirrorFacts;
import io.kmirrord.statemachine.Desired;
import io.kmirrord.statemachine.decision.Failure;
import io.kmirrord.statemachine.decision.FailureCode;
import io.kmirrord.statemachine.view.RecordKey;
import io.kmirrord.statemachine.view.RecordValue;
import io.kmirrord.statemachine.view.StateRecord;
import io.kmirrord.statemachine.view.StateView;
import io.kmirrord.statetopic.TopicPatterns;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Topics to start, or consents to give to started ones that FAILED for want of them.
 *
 * @param includes empty: the patterns that the mirror has
 * @param expiresMs until when a daemon may act on the request, wall clock
 */
public record StartPlan(
        String mirror,
        TopicPatterns includes,
        TopicPatterns excludes,
        boolean overwriteLocal,
        boolean confirmCut,
        long expiresMs) {
    /** Failures whose remedy is --overwrite-local. */
    private static final Set<FailureCode> EMPTIED_BY_CONSENT = EnumSet.of(
            FailureCode.CUT_TO_EMPTY,
            FailureCode.SOURCE_LOST_DATA,
            FailureCode.SOURCE_UNSTABLE,
            FailureCode.TAIL_DIFFERS);

    /**
     * What is to be written.
     *
     * @param request to wait for, empty if there is none
     * @param generation of the topics that start
     */
    public record Decision(Plan plan, Optional<RecordKey.Request> request, long generation) {}

    /**
     * Decides. Which topics there are at the source, and whether all nodes are ready, is for the daemon to find out.
     *
     * @throws io.kmirrord.cli.CliException UNKNOWN_MIRROR, NO_PATTERNS, TOPIC_IN_OTHER_MIRROR, ALREADY_STARTED
     */
    public Decision decide(StateView view, Stamp stamp) {
        var facts = MirrorFacts.of(view, mirror);
        if (includes.isEmpty() && facts.definition().includes().isEmpty()) {
            throw CliError.NO_PATTERNS.with(mirror);
        }
        refuseTopicsOfOthers(view);
        var consents = consents(facts);
        refuseSecondStart(facts, consents);
        var steps = new ArrayList<String>();
        var writes = new ArrayList<StateRecord>();
        var goals = new ArrayList<Goal>();
        for (var wish : consents) {
            steps.add("start " + wish.topic() + " again with" + consentText());
            writes.add(WishPlan.revision(
                    wish,
                    wish.wish().desired(),
                    overwriteLocal || wish.wish().overwriteLocal(),
                    confirmCut || wish.wish().confirmCut(),
                    stamp));
            goals.add(Goal.fresh(
                    wish.topic(), wish.wish().generation(), wish.wish().desired(), facts.statesOf(wish.topicId())));
        }
        var generation = Math.max(stamp.nowMs(), view.highestGeneration(mirror) + 1);
        var asked = asked(consents);
        Optional<RecordKey.Request> request = Optional.empty();
        if (consents.isEmpty() || !asked.isEmpty()) {
            var key = new RecordKey.Request(mirror, stamp.operationId());
            request = Optional.of(key);
            steps.add(
                    "ask the daemons to start " + (asked.isEmpty() ? "the patterns of the mirror" : Texts.some(asked)));
            writes.add(new StateRecord(
                    key,
                    new RecordValue.StartRequest(
                            asked, excludes.texts(), generation, overwriteLocal, confirmCut, expiresMs)));
        }
        writes.addAll(OpenRequests.forgotten(view, mirror, stamp.nowMs()));
        writes.add(0, stamp.operation(mirror, "start", includes.texts()));
        return new Decision(new Plan(steps, writes, goals, List.of()), request, generation);
    }

    private String consentText() {
        return (overwriteLocal ? " --overwrite-local" : "") + (confirmCut ? " --confirm-cut" : "");
    }

    /** Patterns are for the daemon: they may match topics that this cluster does not know yet. */
    private void refuseTopicsOfOthers(StateView view) {
        for (var topic : includes.literals()) {
            for (var wish : view.wishesFor(topic)) {
                if (!wish.mirror().equals(mirror) && wish.wish().desired() != Desired.STOPPED) {
                    throw CliError.TOPIC_IN_OTHER_MIRROR.withRemedy(
                            "mirrorctl stop " + wish.mirror() + " --topics " + topic
                                    + ": a topic has one source at a time",
                            topic,
                            wish.mirror(),
                            wish.wish().desired());
                }
            }
        }
    }

    /**
     * Returns the started topics whose FAILED partitions may go on with what the operator agrees to now. Only topics that
     * are named or matched by what is named: nobody agrees to the loss of logs that he did not think of.
     */
    private List<StateView.TopicWish> consents(MirrorFacts facts) {
        return facts.topics().values().stream()
                .filter(wish -> wish.wish().desired() != Desired.STOPPED)
                .filter(wish -> includes.matches(wish.topic()) && !excludes.matches(wish.topic()))
                .filter(wish -> facts.statesOf(wish.topicId()).values().stream()
                        .anyMatch(state -> WishPlan.isFailed(wish, state) && consented(state.failure())))
                .toList();
    }

    private boolean consented(@Nullable Failure failure) {
        return failure != null
                && ((confirmCut && failure.code() == FailureCode.CUT_OVER_LIMIT)
                        || (overwriteLocal && EMPTIED_BY_CONSENT.contains(failure.code())));
    }

    private void refuseSecondStart(MirrorFacts facts, List<StateView.TopicWish> consents) {
        var started = includes.literals().stream()
                .filter(topic -> {
                    var wish = facts.topics().get(topic);
                    return wish != null && wish.wish().desired() != Desired.STOPPED && !consents.contains(wish);
                })
                .toList();
        if (!started.isEmpty()) {
            throw CliError.ALREADY_STARTED.with(mirror, Texts.some(started));
        }
    }

    /** Returns what is left to ask for: beside consents only topics that are named, since the rest is started. */
    private List<String> asked(List<StateView.TopicWish> consents) {
        if (consents.isEmpty()) {
            return includes.texts();
        }
        return includes.literals().stream()
                .filter(topic ->
                        consents.stream().noneMatch(wish -> wish.topic().equals(topic)))
                .toList();
    }
}
