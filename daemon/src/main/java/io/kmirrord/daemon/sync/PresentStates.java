// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.daemon.sync;

import io.kmirrord.statemachine.PartitionId;
import io.kmirrord.statemachine.StateName;
import io.kmirrord.statemachine.view.StateView;
import io.kmirrord.statemachine.view.StateView.TopicWish;
import java.util.HashMap;
import java.util.Map;
import java.util.UUID;
import org.apache.kafka.common.TopicPartition;

/** Where the partitions of a mirror are. Pure. */
public final class PresentStates {
    private PresentStates() {}

    /**
     * Returns the states of partitions in their topic's present generation; those without one are left out.
     *
     * @param wishes newest ones of the mirror, by topic
     */
    public static Map<TopicPartition, StateName> of(StateView view, String mirror, Map<String, TopicWish> wishes) {
        Map<UUID, TopicWish> byId = new HashMap<>();
        wishes.values().forEach(wish -> {
            if (wish.topicId() != null) {
                byId.put(wish.topicId(), wish);
            }
        });
        Map<TopicPartition, StateName> states = new HashMap<>();
        for (PartitionId id : view.partitions()) {
            TopicWish wish = id.mirror().equals(mirror) ? byId.get(id.topicId()) : null;
            if (wish != null) {
                view.partition(id)
                        .filter(recorded ->
                                recorded.id().generation() == wish.wish().generation())
                        .ifPresent(recorded ->
                                states.put(new TopicPartition(wish.topic(), id.partition()), recorded.state()));
            }
        }
        return states;
    }
}
