// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.daemon.duty.mirror;

import io.kmirrord.bridge.wire.ControllerResign;
import io.kmirrord.daemon.duty.ids.DrainReport;
import io.kmirrord.daemon.duty.ids.ProducerIdDrain;
import io.kmirrord.protocol.Endpoint;
import io.kmirrord.statetopic.kafka.Answers;
import io.kmirrord.statetopic.kafka.Topics;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.stream.Collectors;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AlterConfigOp;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.apache.kafka.clients.admin.DescribeClusterOptions;
import org.apache.kafka.clients.admin.NewPartitionReassignment;
import org.apache.kafka.clients.admin.NewPartitions;
import org.apache.kafka.clients.admin.QuorumInfo;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.common.ElectionType;
import org.apache.kafka.common.Node;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.TopicPartitionInfo;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.errors.ElectionNotNeededException;

/**
 * The destination by Kafka's Admin client, which belongs to the caller. Thread-safe; futures complete on Admin's thread or
 * the drain's.
 */
public final class AdminDestination implements Destination {
    private final Admin admin;
    private final ProducerIdDrain drain;

    /**
     * Makes the destination.
     *
     * @param drain belongs to the caller too
     */
    public AdminDestination(Admin admin, ProducerIdDrain drain) {
        this.admin = admin;
        this.drain = drain;
    }

    @Override
    public CompletableFuture<Nodes> nodes() {
        CompletableFuture<Collection<Node>> brokers =
                Answers.future(admin.describeCluster(new DescribeClusterOptions().includeFencedBrokers(true))
                        .nodes());
        return brokers.thenCombine(
                quorum(),
                (nodes, quorum) -> new Nodes(
                        nodes.stream()
                                .collect(Collectors.toMap(Node::id, node -> new Endpoint(node.host(), node.port()))),
                        quorum.voters()));
    }

    @Override
    public CompletableFuture<Quorum> quorum() {
        return Answers.future(admin.describeMetadataQuorum().quorumInfo())
                .thenApply(info -> new Quorum(
                        info.leaderId(),
                        Math.toIntExact(info.leaderEpoch()),
                        info.voters().stream()
                                .map(QuorumInfo.ReplicaState::replicaId)
                                .collect(Collectors.toSet())));
    }

    @Override
    public CompletableFuture<Void> askToResign(int broker, ControllerResign resign) {
        return alter(broker, resign.text(), AlterConfigOp.OpType.SET);
    }

    @Override
    public CompletableFuture<Void> forgetResign(int broker) {
        return alter(broker, "", AlterConfigOp.OpType.DELETE);
    }

    private CompletableFuture<Void> alter(int broker, String value, AlterConfigOp.OpType type) {
        ConfigResource resource = new ConfigResource(ConfigResource.Type.BROKER, Integer.toString(broker));
        AlterConfigOp change = new AlterConfigOp(new ConfigEntry(ControllerResign.CONFIG_KEY, value), type);
        return Answers.future(
                admin.incrementalAlterConfigs(Map.of(resource, List.of(change))).all());
    }

    @Override
    public CompletableFuture<DrainReport> drainProducerIds(Nodes nodes, long least, Duration within) {
        return drain.drain(nodes.addresses(), least, within);
    }

    @Override
    public CompletableFuture<Map<String, Topic>> topics(Set<String> names) {
        if (names.isEmpty()) {
            return CompletableFuture.completedFuture(Map.of());
        }
        return Topics.describe(admin, names).thenApply(found -> {
            Map<String, Topic> topics = new HashMap<>();
            found.forEach((name, told) -> topics.put(name, topic(told)));
            return topics;
        });
    }

    private static Topic topic(TopicDescription told) {
        List<Partition> partitions =
                told.partitions().stream().map(AdminDestination::partition).toList();
        return new Topic(told.name(), Topics.id(told.topicId()), partitions);
    }

    private static Partition partition(TopicPartitionInfo told) {
        Node leader = told.leader();
        return new Partition(
                told.partition(),
                leader == null ? -1 : leader.id(),
                told.replicas().stream().map(Node::id).toList(),
                told.isr().stream().map(Node::id).toList());
    }

    @Override
    public CompletableFuture<Void> createPartitions(String topic, int total) {
        return Answers.future(admin.createPartitions(Map.of(topic, NewPartitions.increaseTo(total)))
                .all());
    }

    @Override
    public CompletableFuture<Void> prefer(Map<TopicPartition, List<Integer>> replicas) {
        // A new order would take the place of a reassignment that an operator has under way.
        return Answers.future(
                        admin.listPartitionReassignments(replicas.keySet()).reassignments())
                .thenCompose(underWay -> {
                    Map<TopicPartition, List<Integer>> free = new HashMap<>(replicas);
                    free.keySet().removeAll(underWay.keySet());
                    return free.isEmpty() ? CompletableFuture.completedFuture(null) : order(free);
                });
    }

    private CompletableFuture<Void> order(Map<TopicPartition, List<Integer>> replicas) {
        Map<TopicPartition, Optional<NewPartitionReassignment>> orders = new HashMap<>();
        replicas.forEach((partition, order) -> orders.put(partition, Optional.of(new NewPartitionReassignment(order))));
        return Answers.future(admin.alterPartitionReassignments(orders).all())
                .thenCompose(done -> elect(replicas.keySet()));
    }

    private CompletableFuture<Void> elect(Set<TopicPartition> partitions) {
        return Answers.future(
                        admin.electLeaders(ElectionType.PREFERRED, partitions).partitions())
                .thenAccept(outcomes -> outcomes.forEach((partition, problem) -> {
                    if (problem.isPresent() && !(problem.get() instanceof ElectionNotNeededException)) {
                        throw new CompletionException(problem.get());
                    }
                }));
    }
}
