// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.daemon.duty.mirror;

import io.kmirrord.daemon.source.SourceTopic;
import io.kmirrord.statemachine.Desired;
import io.kmirrord.statemachine.settings.MirrorSettings;
import io.kmirrord.statemachine.view.StateView.TopicWish;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * What the source and the destination look like beside the wishes. A value; {@link #of} is pure.
 *
 * @param start topics that match and have no wish at all; none unless some topic of the mirror is mirrored, or a start
 *     matched none yet, so that nothing starts by itself where everything was stopped or paused
 * @param create topics with a wish that the destination lacks and that never had a state
 * @param grow topics with fewer partitions here than at the source, with the source's number
 * @param stop topics that are gone at the source and, all partitions, FAILED by it, where the mirror's settings say that
 *     such topics are stopped
 * @param deleted topics with a wish that had a state and are gone at the destination: never created again (N10)
 * @param refused topics that are not as the source has them, and why
 */
record DiscoveryPlan(
        List<SourceTopic> start,
        List<SourceTopic> create,
        Map<String, Integer> grow,
        List<TopicWish> stop,
        List<String> deleted,
        Map<String, Refusal> refused) {

    DiscoveryPlan {
        start = List.copyOf(start);
        create = List.copyOf(create);
        grow = Map.copyOf(grow);
        stop = List.copyOf(stop);
        deleted = List.copyOf(deleted);
        refused = Map.copyOf(refused);
    }

    static DiscoveryPlan of(
            MirrorFacts facts,
            MirrorSettings settings,
            StartScope scope,
            SourceTopics source,
            Map<String, Destination.Topic> destination) {
        List<SourceTopic> start = new ArrayList<>();
        List<SourceTopic> create = new ArrayList<>();
        Map<String, Integer> grow = new TreeMap<>();
        List<TopicWish> stop = new ArrayList<>();
        List<String> deleted = new ArrayList<>();
        Map<String, Refusal> refused = new TreeMap<>();
        facts.own().forEach((name, own) -> {
            SourceTopic topic = source.topics().get(name);
            Destination.Topic there = destination.get(name);
            if (own.wish().desired() == Desired.STOPPED) {
                return;
            }
            boolean lived = own.topicId() != null && facts.withState().contains(own.topicId());
            // Another topic of that name at the source is for the partitions to report; nothing is made from it.
            boolean same = topic != null && topic.id().equals(own.topicId());
            if (there != null && !there.id().equals(own.topicId())) {
                refused.put(name, anotherTopic(name));
            } else if (there == null && lived) {
                deleted.add(name);
                refused.put(name, deletedHere(name));
            } else if (topic == null && stops(facts, settings, source, own, there)) {
                stop.add(own);
            } else if (topic == null
                    && own.wish().desired() == Desired.MIRRORING
                    && !source.unavailable().containsKey(name)) {
                refused.put(name, notListed(name));
            } else if (topic == null || !same) {
                return;
            } else if (there == null && topic.highestEpoch() >= 0) {
                create.add(topic);
            } else if (there != null
                    && own.wish().desired() == Desired.MIRRORING
                    && topic.partitions().size() > there.partitions().size()) {
                grow.put(name, topic.partitions().size());
            }
        });
        scope.missing(source).forEach((name, refusal) -> {
            if (!facts.own().containsKey(name)) {
                refused.put(name, refusal);
            }
        });
        if (mirrors(facts)) {
            for (SourceTopic topic : scope.topics(source)) {
                if (facts.own().containsKey(topic.name())) {
                    continue;
                }
                Destination.Topic there = destination.get(topic.name());
                Refusal refusal = TopicCheck.of(topic, facts.elsewhere().get(topic.name()), there);
                if (refusal != null) {
                    refused.put(topic.name(), refusal);
                } else if (there != null) {
                    refused.put(topic.name(), existsHere(topic.name()));
                } else {
                    start.add(topic);
                }
            }
        }
        return new DiscoveryPlan(start, create, grow, stop, deleted, refused);
    }

    /** A start that matched nothing yet left no wish, but the source's id in the definition. */
    private static boolean mirrors(MirrorFacts facts) {
        return awaitsFirst(facts)
                || facts.own().values().stream()
                        .map(TopicWish::wish)
                        .anyMatch(wish -> wish.desired() == Desired.MIRRORING);
    }

    /** Whether topics were asked for, and none has matched yet. */
    static boolean awaitsFirst(MirrorFacts facts) {
        return facts.own().isEmpty() && facts.definition().sourceClusterId() != null;
    }

    /** One look that does not find it is not enough: each partition's own leader must have been told for a while. */
    private static boolean stops(
            MirrorFacts facts,
            MirrorSettings settings,
            SourceTopics source,
            TopicWish own,
            Destination.@Nullable Topic there) {
        return settings.onSourceDelete() == MirrorSettings.OnSourceDelete.STOP
                && own.wish().desired() == Desired.MIRRORING
                && !source.unavailable().containsKey(own.topic())
                && own.topicId() != null
                && there != null
                && facts.deletedAtSource().getOrDefault(own.topicId(), 0)
                        == there.partitions().size();
    }

    /** Kafka's list of topics leaves out those that may not be described. */
    private static Refusal notListed(String topic) {
        return new Refusal(
                Refusal.Code.NO_TOPIC,
                "topic '" + topic
                        + "' is not in the source's list: it was deleted there, or the mirror's principal may not"
                        + " DESCRIBE it; grant that, or stop the topic");
    }

    private static Refusal deletedHere(String topic) {
        return new Refusal(
                Refusal.Code.DELETED_AT_DESTINATION,
                "topic '" + topic
                        + "' was deleted at the destination and is not created again; stop it, and start it after that to copy it"
                        + " anew");
    }

    private static Refusal anotherTopic(String topic) {
        return new Refusal(
                Refusal.Code.EXISTS_AT_DESTINATION,
                "topic '" + topic
                        + "' was deleted at the destination, and another topic has its name; stop it here; to copy it anew,"
                        + " delete that one too, and start it then");
    }

    /** Mirroring over local data is for an operator to ask for. */
    private static Refusal existsHere(String topic) {
        return new Refusal(
                Refusal.Code.EXISTS_AT_DESTINATION,
                "topic '" + topic
                        + "' exists at the destination and was never part of the mirror; start it by name, or "
                        + "exclude it");
    }
}
