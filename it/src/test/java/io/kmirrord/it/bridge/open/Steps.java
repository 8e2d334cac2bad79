// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.it.bridge.open;

import io.kmirrord.bridge.wire.Phase;
import io.kmirrord.bridge.wire.Request;
import io.kmirrord.bridge.wire.Response;
import io.kmirrord.it.bridge.ops.MirrorTopic;
import io.kmirrord.it.fixture.BridgeCluster;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewPartitionReassignment;
import org.apache.kafka.common.ElectionType;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.TopicPartitionInfo;

/** What operators and daemons do, in one call each. Stateless. */
final class Steps {
    static final int BLOCK = 1 << 20;

    private Steps() {}

    /** Stops partition 0 as the daemon does: block, mark, open. Returns the offset of the mark. */
    static long stop(BridgeCluster bridges, MirrorTopic topic) throws Exception {
        topic.phase(Phase.STOPPING, -1);
        topic.ensureEpoch(BLOCK);
        Response.PartitionDescription leader = topic.leaderState();
        long mark = bridges.call(
                        topic.awaitLeader(),
                        new Request.ResetMark(topic.ref(), topic.partition(), leader.leaderEpoch()),
                        Response.Marked.class)
                .offset();
        topic.awaitHighWatermark(mark + 1);
        topic.phase(Phase.STOPPED, BLOCK);
        return mark;
    }

    /** Asks the cluster, not the bridges: a node may run without one. */
    static void awaitInSync(Admin admin, String topic, int replicas) {
        BridgeCluster.until(
                replicas + " replicas of " + topic + " in sync",
                () -> partition(admin, topic).isr().size() == replicas);
    }

    static int leader(Admin admin, String topic) throws Exception {
        return partition(admin, topic).leader().id();
    }

    private static TopicPartitionInfo partition(Admin admin, String topic) throws Exception {
        return Objects.requireNonNull(
                        admin.describeTopics(List.of(topic)).topicNameValues().get(topic))
                .get(30, TimeUnit.SECONDS)
                .partitions()
                .get(0);
    }

    /** Makes a node the preferred leader of partition 0 and elects it; all nodes keep a replica. */
    static void moveLeader(BridgeCluster bridges, Admin admin, String topic, int to) throws Exception {
        List<Integer> order = new ArrayList<>(List.of(to));
        bridges.kafka().brokers().stream()
                .map(node -> node.id())
                .filter(id -> id != to)
                .forEach(order::add);
        TopicPartition partition = new TopicPartition(topic, 0);
        admin.alterPartitionReassignments(Map.of(partition, Optional.of(new NewPartitionReassignment(order))))
                .all()
                .get(30, TimeUnit.SECONDS);
        BridgeCluster.until("node " + to + " leads " + topic, () -> {
            if (leader(admin, topic) == to) {
                return true;
            }
            admin.electLeaders(ElectionType.PREFERRED, Set.of(partition))
                    .partitions()
                    .get(30, TimeUnit.SECONDS);
            return false;
        });
    }
}
