// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.daemon.duty.mirror;

import io.kmirrord.daemon.sync.PresentStates;
import io.kmirrord.statemachine.Desired;
import io.kmirrord.statemachine.StateName;
import io.kmirrord.statemachine.view.StateView;
import io.kmirrord.statemachine.view.StateView.TopicWish;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.apache.kafka.common.TopicPartition;

/**
 * What the state topic says of topics that are to be promoted. Immutable.
 *
 * @param topics that are meant and are wished to be mirrored
 * @param otherwise what other topics that were named are wished to be, empty if they are not the mirror's
 * @param states of the partitions of {@code topics}, of their present generation
 */
record PromotionFacts(Set<String> topics, Map<String, String> otherwise, Map<TopicPartition, StateName> states) {
    PromotionFacts {
        topics = Set.copyOf(topics);
        otherwise = Map.copyOf(otherwise);
        states = Map.copyOf(states);
    }

    /**
     * Reads a view, on its thread; empty if the mirror does not exist.
     *
     * @param named topics; empty: all of the mirror that are wished to be mirrored
     */
    static Optional<PromotionFacts> read(StateView view, String mirror, List<String> named) {
        return view.mirror(mirror).map(definition -> {
            Map<String, TopicWish> wishes = view.topics(mirror);
            Set<String> topics = new TreeSet<>();
            Map<String, String> otherwise = new HashMap<>();
            for (String topic : named.isEmpty() ? wishes.keySet() : named) {
                TopicWish wish = wishes.get(topic);
                if (wish != null && wish.wish().desired() == Desired.MIRRORING) {
                    topics.add(topic);
                } else if (!named.isEmpty()) {
                    otherwise.put(
                            topic, wish == null ? "" : wish.wish().desired().name());
                }
            }
            Map<TopicPartition, StateName> states = PresentStates.of(view, mirror, wishes);
            states.keySet().removeIf(partition -> !topics.contains(partition.topic()));
            return new PromotionFacts(topics, otherwise, states);
        });
    }
}
