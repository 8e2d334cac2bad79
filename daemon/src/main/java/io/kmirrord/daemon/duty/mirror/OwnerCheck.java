// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.daemon.duty.mirror;

import io.kmirrord.statemachine.PartitionId;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;

/** Finds partitions without an actor. Pure; how long it lasts is judged by {@link Lasting}. */
final class OwnerCheck {
    private OwnerCheck() {}

    /**
     * Finds them.
     *
     * @param destination the topics of {@code facts} that exist
     * @param health of the daemon beside a node
     */
    static List<Unowned> of(
            WatchFacts facts, Map<String, Destination.Topic> destination, IntFunction<NodeHealth> health) {
        List<Unowned> found = new ArrayList<>();
        for (WatchFacts.Wished wished : facts.wished()) {
            Destination.Topic topic = destination.get(wished.topic());
            if (topic == null || !topic.id().equals(wished.topicId())) {
                if (!wished.stop() && !facts.lived(wished)) {
                    found.add(new Unowned(
                            wished.mirror(),
                            wished.topic(),
                            -1,
                            -1,
                            Unowned.Reason.NOT_CREATED,
                            "the topic is not at the destination yet"));
                }
                continue;
            }
            for (Destination.Partition partition : topic.partitions()) {
                Unowned one = check(facts, wished, topic, partition, health);
                if (one != null) {
                    found.add(one);
                }
            }
        }
        return found;
    }

    private static @Nullable Unowned check(
            WatchFacts facts,
            WatchFacts.Wished wished,
            Destination.Topic topic,
            Destination.Partition partition,
            IntFunction<NodeHealth> health) {
        PartitionId id = new PartitionId(wished.mirror(), topic.id(), partition.number());
        if (facts.isStopped(wished, id)) {
            return null;
        }
        int leader = partition.leader();
        if (leader < 0) {
            return found(
                    wished,
                    partition,
                    Unowned.Reason.NO_LEADER,
                    "it has no leader; its replicas are " + partition.replicas() + ", in sync " + partition.inSync());
        }
        NodeHealth state = health.apply(leader);
        if (state.kind() == NodeHealth.Kind.SILENT) {
            return found(
                    wished,
                    partition,
                    Unowned.Reason.DAEMON_SILENT,
                    "node " + leader + " leads it and " + state.text());
        }
        if (state.kind() == NodeHealth.Kind.NOT_LINKED) {
            return found(
                    wished,
                    partition,
                    Unowned.Reason.BRIDGE_NOT_LINKED,
                    "node " + leader + " leads it and " + state.text());
        }
        Long generation = facts.generations().get(id);
        if (generation == null || generation < wished.generation()) {
            return found(
                    wished,
                    partition,
                    Unowned.Reason.NOT_TAKEN_UP,
                    "node " + leader + " leads it and its daemon has recorded no state of generation "
                            + wished.generation() + "; read that daemon's log");
        }
        return null;
    }

    private static Unowned found(
            WatchFacts.Wished wished, Destination.Partition partition, Unowned.Reason reason, String text) {
        return new Unowned(wished.mirror(), wished.topic(), partition.number(), partition.leader(), reason, text);
    }
}
