// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.cli.facts;

import io.kmirrord.cli.cluster.TopicFacts;
import io.kmirrord.statemachine.Recorded;
import io.kmirrord.statemachine.StateName;
import io.kmirrord.statemachine.view.StateView;
import org.jspecify.annotations.Nullable;

/** Why a partition is not where it was wished, as far as can be told from outside. Pure. */
public final class Reason {
    public static final String DELETED = "deleted at the destination";

    private Reason() {}

    /** Returns why none of a topic's partitions can be served at the destination, empty if it is there. */
    public static String ofTopic(StateView.TopicWish wish, boolean hadStates, @Nullable TopicFacts topic) {
        if (topic == null) {
            return hadStates ? DELETED : "not created at the destination yet";
        }
        return wish.topicId() == null || wish.topicId().equals(topic.topicId())
                ? ""
                : DELETED + "; another topic has its name";
    }

    /**
     * Returns the reason, empty if there is nothing to say.
     *
     * @param state newest record, null if there is none
     * @param topic null if the destination has no such topic, which {@link #ofTopic} explains
     */
    public static String ofPartition(
            StateView.TopicWish wish,
            int partition,
            @Nullable Recorded state,
            @Nullable TopicFacts topic,
            Signs signs) {
        if (topic == null) {
            return ofTopic(wish, state != null, null);
        }
        var other = ofTopic(wish, state != null, topic);
        if (!other.isEmpty()) {
            return other;
        }
        var leader = partition < topic.leaders().size() ? topic.leaders().get(partition) : TopicFacts.NO_LEADER;
        if (leader == TopicFacts.NO_LEADER) {
            return "has no leader";
        }
        if (state == null || state.id().generation() < wish.wish().generation()) {
            var silent = signs.problem(leader);
            return silent.isEmpty() ? "no state of this generation yet" : silent;
        }
        var failure = state.failure();
        var failed =
                state.state() == StateName.FAILED && failure != null ? failure.code() + ": " + failure.detail() : "";
        // STOPPED needs no daemon any more.
        var silent = state.state() == StateName.STOPPED ? "" : signs.problem(leader);
        return failed.isEmpty() || silent.isEmpty() ? failed + silent : failed + "; " + silent;
    }
}
