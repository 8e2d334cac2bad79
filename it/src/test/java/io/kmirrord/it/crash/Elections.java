// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.it.crash;

import io.kmirrord.testkit.process.Poll;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewPartitionReassignment;
import org.apache.kafka.common.ElectionType;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.TopicPartitionInfo;
import org.apache.kafka.common.errors.ElectionNotNeededException;

/** Leader elections of one cluster, by another order of the replicas. Each raises the leader epoch. Stateless but for its client. */
record Elections(Admin admin) {
    private static final Duration SOON = Duration.ofMinutes(2);

    /** Lets the replica behind the first of a partition lead it, as soon as it is in sync. */
    void moveOn(TopicPartition partition) {
        List<Integer> replicas = new ArrayList<>();
        describe(partition).replicas().forEach(node -> replicas.add(node.id()));
        Collections.rotate(replicas, -1);
        answer(admin.alterPartitionReassignments(Map.of(partition, Optional.of(new NewPartitionReassignment(replicas))))
                .all());
        if (!Poll.until(SOON, () -> elect(partition))) {
            throw new AssertionError(partition + " was not moved to " + replicas.get(0) + ": " + describe(partition));
        }
    }

    private boolean elect(TopicPartition partition) {
        Optional<Throwable> problem =
                Objects.requireNonNull(answer(admin.electLeaders(ElectionType.PREFERRED, Set.of(partition))
                                .partitions())
                        .get(partition));
        return problem.isEmpty() || problem.get() instanceof ElectionNotNeededException;
    }

    private TopicPartitionInfo describe(TopicPartition partition) {
        return Objects.requireNonNull(
                        answer(admin.describeTopics(List.of(partition.topic())).allTopicNames())
                                .get(partition.topic()))
                .partitions()
                .get(partition.partition());
    }

    private static <T> T answer(KafkaFuture<T> future) {
        try {
            return future.get();
        } catch (ExecutionException e) {
            throw new AssertionError("Refused", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError(e);
        }
    }
}
