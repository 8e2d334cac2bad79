// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.statetopic.topic;

import io.kmirrord.statetopic.StateTopicException;
import io.kmirrord.statetopic.kafka.Answers;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AlterConfigOp;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.apache.kafka.clients.admin.NewPartitionReassignment;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.common.Node;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.config.ConfigResource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Gives a topic that was created on a smaller cluster the replicas that it can have now (F11). Several may do it at once:
 * the last plan wins, and each is good.
 */
final class ReplicaRaise {
    private static final Logger LOG = LoggerFactory.getLogger(ReplicaRaise.class);

    private final Admin admin;
    private final Answers answers;

    ReplicaRaise(Admin admin, Answers answers) {
        this.admin = admin;
        this.answers = answers;
    }

    void raise(TopicDescription topic, TopicFacts facts, Collection<Node> registered) {
        List<Integer> running = registered.stream()
                .filter(node -> !node.isFenced())
                .map(Node::id)
                .toList();
        Map<Integer, List<Integer>> present = new HashMap<>();
        topic.partitions()
                .forEach(partition -> present.put(
                        partition.partition(),
                        partition.replicas().stream().map(Node::id).toList()));
        int replicas = TopicSettings.replicas(running.size());
        Map<Integer, List<Integer>> plan = MoreReplicas.plan(present, running, replicas);
        if (plan.isEmpty()) {
            return;
        }
        try {
            carryOut(topic.name(), plan, replicas, facts);
        } catch (StateTopicException e) {
            LOG.warn("Topic {} stays with fewer than {} replicas", topic.name(), replicas, e);
        }
    }

    private void carryOut(String topic, Map<Integer, List<Integer>> plan, int replicas, TopicFacts facts) {
        Map<TopicPartition, Optional<NewPartitionReassignment>> reassignments = new HashMap<>();
        plan.forEach((partition, wanted) -> reassignments.put(
                new TopicPartition(topic, partition), Optional.of(new NewPartitionReassignment(wanted))));
        answers.get(admin.alterPartitionReassignments(reassignments).all(), "adding replicas to topic " + topic);
        LOG.info("Topic {} gets {} replicas in {} partitions", topic, replicas, plan.size());
        int minIsr = TopicSettings.minIsr(replicas);
        if (facts.config(TopicSettings.MIN_ISR).equals("1") && minIsr > 1) {
            setMinIsr(topic, minIsr);
        }
    }

    private void setMinIsr(String topic, int minIsr) {
        AlterConfigOp set = new AlterConfigOp(
                new ConfigEntry(TopicSettings.MIN_ISR, Integer.toString(minIsr)), AlterConfigOp.OpType.SET);
        answers.get(
                admin.incrementalAlterConfigs(
                                Map.of(new ConfigResource(ConfigResource.Type.TOPIC, topic), List.of(set)))
                        .all(),
                "setting " + TopicSettings.MIN_ISR + " of topic " + topic);
        LOG.info("Topic {} has {}={} now", topic, TopicSettings.MIN_ISR, minIsr);
    }
}
