// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.cli.plan;

import io.kmirrord.cli.CliError;
import io.kmirrord.cli.facts.MirrorFacts;
import io.kmirrord.statemachine.Desired;
import io.kmirrord.statemachine.Recorded;
import io.kmirrord.statemachine.StateName;
import io.kmirrord.statemachine.view.RecordKey;
import io.kmirrord.statemachine.view.RecordValue;
import io.kmirrord.statemachine.view.StateRecord;
import io.kmirrord.statemachine.view.StateView;
import io.kmirrord.statetopic.TopicPatterns;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Wishes to revise.
 *
 * @param patterns which topics; empty: all of the mirror
 */
public record WishPlan(WishVerb verb, String mirror, TopicPatterns patterns) {

    /**
     * Decides.
     *
     * @throws io.kmirrord.cli.CliException UNKNOWN_MIRROR, NO_TOPIC_MATCHES, TOPIC_STOPPED
     */
    public Plan decide(StateView view, Stamp stamp) {
        var facts = MirrorFacts.of(view, mirror);
        var wishes = matching(facts, patterns);
        var steps = new ArrayList<String>();
        var writes = new ArrayList<StateRecord>();
        var goals = new ArrayList<Goal>();
        var notes = new ArrayList<String>();
        for (var wish : wishes) {
            var skipped = skipped(facts, wish);
            if (!skipped.isEmpty()) {
                notes.add(skipped);
                continue;
            }
            var desired = desired(wish);
            var generation = wish.wish().generation();
            if (desired == wish.wish().desired() && verb != WishVerb.RECOVER) {
                goals.add(Goal.standing(wish.topic(), generation, desired));
                continue;
            }
            steps.add(verb + " " + wish.topic() + ", wished " + wish.wish().desired());
            writes.add(revision(
                    wish, desired, wish.wish().overwriteLocal(), wish.wish().confirmCut(), stamp));
            goals.add(Goal.fresh(wish.topic(), generation, desired, facts.statesOf(wish.topicId())));
        }
        if (verb.stops() && patterns.isEmpty()) {
            var withdrawn = OpenRequests.withdrawn(view, mirror, stamp.nowMs());
            if (!withdrawn.isEmpty()) {
                steps.add("withdraw " + withdrawn.size() + " requests to start that no daemon has answered");
                writes.addAll(withdrawn);
            }
        }
        if (wishes.isEmpty()) {
            notes.add("mirror " + mirror + " has no topics yet");
        }
        if (!writes.isEmpty()) {
            writes.add(
                    0,
                    stamp.operation(
                            mirror,
                            verb.toString(),
                            goals.stream().map(Goal::topic).toList()));
        }
        return new Plan(steps, writes, goals, notes);
    }

    /** Returns the wishes for the topics that patterns match, each of which must match one; all for none. */
    public static List<StateView.TopicWish> matching(MirrorFacts facts, TopicPatterns patterns) {
        Map<String, StateView.TopicWish> topics = facts.topics();
        var unmatched = patterns.unmatchedBy(topics.keySet());
        if (!unmatched.isEmpty()) {
            throw CliError.NO_TOPIC_MATCHES.with(
                    facts.mirror(), String.join(", ", unmatched), Texts.some(topics.keySet()));
        }
        return topics.values().stream()
                .filter(wish -> patterns.isEmpty() || patterns.matches(wish.topic()))
                .toList();
    }

    /** Returns why a topic is left alone, empty if it is not; naming a topic that cannot be meant is an error. */
    private String skipped(MirrorFacts facts, StateView.TopicWish wish) {
        if (verb == WishVerb.RECOVER) {
            return facts.statesOf(wish.topicId()).values().stream().anyMatch(state -> isFailed(wish, state))
                    ? ""
                    : wish.topic() + " has no FAILED partition";
        }
        if (verb.stops() || wish.wish().desired() != Desired.STOPPED) {
            return "";
        }
        if (patterns.literals().contains(wish.topic())) {
            throw CliError.TOPIC_STOPPED.with(wish.topic(), mirror);
        }
        return wish.topic() + " is stopped and stays so";
    }

    static boolean isFailed(StateView.TopicWish wish, Recorded state) {
        return state.state() == StateName.FAILED
                && state.id().generation() == wish.wish().generation();
    }

    private Desired desired(StateView.TopicWish wish) {
        return switch (verb) {
            case STOP, FAILOVER, PROMOTE -> Desired.STOPPED;
            case PAUSE -> Desired.PAUSED;
            case RESUME -> Desired.MIRRORING;
            case RECOVER -> wish.wish().desired();
        };
    }

    static StateRecord revision(
            StateView.TopicWish wish, Desired desired, boolean overwriteLocal, boolean confirmCut, Stamp stamp) {
        return new StateRecord(
                new RecordKey.MirrorTopic(
                        wish.mirror(),
                        wish.topic(),
                        wish.wish().generation(),
                        wish.wish().revision() + 1,
                        stamp.operationId()),
                new RecordValue.MirrorTopic(wish.topicId(), desired, overwriteLocal, confirmCut, stamp.nowMs()));
    }
}
