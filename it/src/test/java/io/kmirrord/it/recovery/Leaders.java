// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.it.recovery;

import static org.assertj.core.api.Assertions.assertThat;

import io.kmirrord.it.fixture.MirrorFixture;
import io.kmirrord.testkit.process.Poll;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
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

/** Moves leadership at the destination the way operators do: another preferred replica, then an election. */
final class Leaders {
    private static final Duration SOON = Duration.ofSeconds(60);

    private final MirrorFixture fixture;

    Leaders(MirrorFixture fixture) {
        this.fixture = fixture;
    }

    /** Moves the leadership of a partition to the next replica that is in sync. Returns the new leader. */
    int moveOn(TopicPartition partition) {
        Admin admin = fixture.destinationOffsets().admin();
        int before = describe(admin, partition).leader().id();
        assertThat(Poll.until(SOON, () -> elect(admin, partition, before)))
                .as("leadership of %s moved away from %s", partition, before)
                .isTrue();
        return describe(admin, partition).leader().id();
    }

    /** Moves the leadership of a partition on until a broker has it. */
    void moveTo(TopicPartition partition, int wanted) {
        int now = fixture.destinationLeader(partition).id();
        while (now != wanted) {
            now = moveOn(partition);
        }
    }

    /** Moves the leadership of each of some partitions to the next replica, all at a time. */
    void moveOn(Set<TopicPartition> partitions) {
        Admin admin = fixture.destinationOffsets().admin();
        Map<TopicPartition, Optional<NewPartitionReassignment>> orders = new HashMap<>();
        for (TopicPartition partition : partitions) {
            List<Integer> replicas = new ArrayList<>();
            describe(admin, partition).replicas().forEach(node -> replicas.add(node.id()));
            Collections.rotate(replicas, -1);
            orders.put(partition, Optional.of(new NewPartitionReassignment(replicas)));
        }
        Set<TopicPartition> waiting = new HashSet<>(partitions);
        answer(admin.alterPartitionReassignments(orders).all());
        assertThat(Poll.until(SOON, () -> {
                    waiting.removeAll(elected(admin, waiting));
                    return waiting.isEmpty();
                }))
                .as("leaderships of %s moved", waiting)
                .isTrue();
    }

    /** Those whose preferred replica leads by now. */
    private static Set<TopicPartition> elected(Admin admin, Set<TopicPartition> partitions) {
        Set<TopicPartition> done = new HashSet<>();
        answer(admin.electLeaders(ElectionType.PREFERRED, partitions).partitions())
                .forEach((partition, problem) -> {
                    if (problem.isEmpty() || problem.get() instanceof ElectionNotNeededException) {
                        done.add(partition);
                    }
                });
        return done;
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

    private static boolean elect(Admin admin, TopicPartition partition, int before) {
        TopicPartitionInfo info = describe(admin, partition);
        if (info.leader() != null
                && info.leader().id() != before
                && info.leader().id() >= 0) {
            return true;
        }
        List<Integer> replicas = new ArrayList<>();
        info.replicas().forEach(node -> replicas.add(node.id()));
        Collections.rotate(replicas, -1);
        boolean ready = info.isr().stream().anyMatch(node -> node.id() == replicas.get(0));
        if (!ready) {
            return false;
        }
        try {
            admin.alterPartitionReassignments(Map.of(partition, Optional.of(new NewPartitionReassignment(replicas))))
                    .all()
                    .get();
            admin.electLeaders(ElectionType.PREFERRED, Set.of(partition)).all().get();
        } catch (ExecutionException e) {
            return false;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError(e);
        }
        return describe(admin, partition).leader().id() != before;
    }

    private static TopicPartitionInfo describe(Admin admin, TopicPartition partition) {
        return Objects.requireNonNull(
                        answer(admin.describeTopics(List.of(partition.topic())).allTopicNames())
                                .get(partition.topic()))
                .partitions()
                .get(partition.partition());
    }
}
