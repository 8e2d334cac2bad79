// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.cli.plan;

import io.kmirrord.cli.CliError;
import io.kmirrord.cli.cluster.TopicFacts;
import io.kmirrord.cli.facts.MirrorFacts;
import io.kmirrord.cli.facts.Reason;
import io.kmirrord.statemachine.Desired;
import io.kmirrord.statemachine.StateName;
import io.kmirrord.statemachine.view.RecordValue;
import io.kmirrord.statemachine.view.StateRecord;
import io.kmirrord.statemachine.view.StateView;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * A mirror to delete.
 *
 * @param topics what the destination has of the mirror's topics
 */
public record DeletePlan(String mirror, Map<String, TopicFacts> topics) {
    public DeletePlan {
        topics = Map.copyOf(topics);
    }

    /**
     * Decides.
     *
     * @throws io.kmirrord.cli.CliException UNKNOWN_MIRROR; MIRROR_NOT_EMPTY with the topics
     */
    public Plan decide(StateView view, Stamp stamp) {
        var facts = MirrorFacts.of(view, mirror);
        var live = facts.topics().values().stream()
                .filter(wish -> !isStopped(facts, wish))
                .map(StateView.TopicWish::topic)
                .toList();
        if (!live.isEmpty()) {
            throw CliError.MIRROR_NOT_EMPTY.withRemedy(
                    "mirrorctl stop " + mirror + " makes them ordinary topics; then delete it",
                    mirror,
                    Texts.some(live));
        }
        var present = facts.definition();
        var deleted = new RecordValue.Mirror(
                present.config(),
                present.includes(),
                present.excludes(),
                present.sourceClusterId(),
                present.sinceGeneration(),
                true,
                stamp.nowMs());
        var records = new ArrayList<StateRecord>();
        records.add(stamp.operation(mirror, "delete", List.of()));
        records.addAll(OpenRequests.withdrawn(view, mirror, stamp.nowMs()));
        records.add(MirrorEdits.revision(view, mirror, deleted, stamp));
        // The ACLs that it added stay, as its topics do: from now on they are the operator's own.
        view.aclSyncs(mirror).keySet().forEach(key -> records.add(new StateRecord(key, null)));
        return new Plan(
                List.of("delete mirror " + mirror),
                records,
                List.of(),
                List.of("its " + facts.topics().size() + " topics stay as they are at the destination"));
    }

    private boolean isStopped(MirrorFacts facts, StateView.TopicWish wish) {
        if (wish.wish().desired() != Desired.STOPPED) {
            return false;
        }
        var states = facts.statesOf(wish.topicId());
        var topic = topics.get(wish.topic());
        if (topic == null || !Reason.ofTopic(wish, !states.isEmpty(), topic).isEmpty()) {
            // Gone at the destination, so there is nothing left to stop.
            return true;
        }
        return IntStream.range(0, topic.leaders().size()).allMatch(partition -> {
            var state = states.get(partition);
            return state != null
                    && state.state() == StateName.STOPPED
                    && state.id().generation() >= wish.wish().generation();
        });
    }
}
