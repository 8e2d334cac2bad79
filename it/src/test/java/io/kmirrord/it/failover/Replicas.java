// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.it.failover;

import static org.assertj.core.api.Assertions.assertThat;

import io.kmirrord.it.fixture.Leaders;
import io.kmirrord.it.fixture.MirrorFixture;
import io.kmirrord.testkit.cluster.KafkaNode;
import io.kmirrord.testkit.process.Poll;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewPartitionReassignment;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.TopicPartitionInfo;
import org.apache.kafka.common.TopicPartitionReplica;

/** Replicas of the destination, taken away, built anew and moved. Stateless. */
record Replicas(MirrorFixture fixture) {
    private static final Duration SOON = Duration.ofMinutes(2);

    private Admin admin() {
        return fixture.destinationOffsets().admin();
    }

    /** Whether all replicas of topics are in sync. */
    boolean inSync(Collection<String> topics) {
        return describe(topics).values().stream()
                .flatMap(topic -> topic.partitions().stream())
                .allMatch(partition ->
                        partition.isr().size() == partition.replicas().size());
    }

    private Map<String, TopicDescription> describe(Collection<String> topics) {
        return admin().describeTopics(topics)
                .allTopicNames()
                .toCompletionStage()
                .toCompletableFuture()
                .join();
    }

    /** Takes the last replica of each partition away and gives it back, empty; then that one leads. */
    void rebuild(List<TopicPartition> partitions) throws Exception {
        Map<TopicPartition, List<Integer>> all = new HashMap<>();
        for (TopicPartition partition : partitions) {
            TopicPartitionInfo info = Objects.requireNonNull(
                            describe(List.of(partition.topic())).get(partition.topic()))
                    .partitions()
                    .get(partition.partition());
            all.put(partition, info.replicas().stream().map(node -> node.id()).toList());
        }
        Map<TopicPartition, List<Integer>> fewer = new HashMap<>();
        all.forEach((partition, replicas) -> fewer.put(partition, replicas.subList(0, replicas.size() - 1)));
        reassign(fewer);
        reassign(all);
        Leaders leaders = new Leaders(admin());
        for (TopicPartition partition : partitions) {
            List<Integer> replicas = Objects.requireNonNull(all.get(partition));
            leaders.moveTo(partition, replicas.get(replicas.size() - 1));
        }
    }

    private void reassign(Map<TopicPartition, List<Integer>> wanted) throws Exception {
        Map<TopicPartition, Optional<NewPartitionReassignment>> orders = new HashMap<>();
        wanted.forEach(
                (partition, replicas) -> orders.put(partition, Optional.of(new NewPartitionReassignment(replicas))));
        admin().alterPartitionReassignments(orders).all().get();
        Set<String> topics = Set.of(wanted.keySet().iterator().next().topic());
        assertThat(Poll.until(SOON, () -> {
                    try {
                        return admin().listPartitionReassignments(wanted.keySet())
                                        .reassignments()
                                        .get()
                                        .isEmpty()
                                && inSync(topics);
                    } catch (InterruptedException | ExecutionException e) {
                        throw new AssertionError(e);
                    }
                }))
                .isTrue();
    }

    /** Moves the leaders' replicas to the other log dir of their broker. */
    void moveToOtherDisks(List<TopicPartition> partitions) throws Exception {
        for (TopicPartition partition : partitions) {
            KafkaNode leader = fixture.destinationLeader(partition);
            List<Path> dirs = leader.logDirs();
            int now = Files.isDirectory(dirs.get(0).resolve(partition.toString())) ? 0 : 1;
            Path there = dirs.get(1 - now).resolve(partition.toString());
            admin().alterReplicaLogDirs(Map.of(
                            new TopicPartitionReplica(partition.topic(), partition.partition(), leader.id()),
                            dirs.get(1 - now).toString()))
                    .all()
                    .get();
            assertThat(Poll.until(
                            SOON,
                            () -> Files.isDirectory(there)
                                    && !Files.isDirectory(dirs.get(now).resolve(partition.toString()))))
                    .as("%s moved to %s", partition, there)
                    .isTrue();
        }
    }
}
