// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.statetopic;

import static io.kmirrord.statetopic.Waiting.get;
import static org.assertj.core.api.Assertions.assertThat;

import io.kmirrord.statemachine.view.StateRecord;
import io.kmirrord.statemachine.view.StateView;
import io.kmirrord.testkit.cluster.KafkaNode;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.kafka.clients.admin.NewPartitionReassignment;
import org.apache.kafka.common.ElectionType;
import org.apache.kafka.common.Node;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The view: whole after a read to the end, whatever happens to the topic. */
@Tag("long")
final class ReadingIT {
    private static final int BARRIERS = 25;
    private static final int NODES = 50;
    private static final int BEATS = 8;

    @RegisterExtension
    static final SharedCluster SHARED = new SharedCluster();

    private static Set<StateRecord> records(StateTopic topic) {
        return get(topic.readToEnd(view -> new HashSet<>(view.records())));
    }

    /** The commit is acknowledged before its markers are in the log: an end taken from the LSO would miss it. */
    @Test
    void aReadToTheEndHasWhatWasAcknowledgedBefore() {
        StateTopicConfig config = SHARED.config("barrier");
        try (StateTopic topic = SHARED.open(config);
                StateTopic other = SHARED.open(config);
                StateWriter writer = StateWriter.transactional(config, topic, 1)) {
            for (int i = 0; i < BARRIERS; i++) {
                StateRecord operation = Samples.operation("west-" + i, "op-" + i);
                get(writer.write(List.of(operation, Samples.beat(i % 50, i))));
                boolean seen =
                        get(other.readToEnd(view -> view.get(operation.key()).isPresent()));
                assertThat(seen).as("operation %d", i).isTrue();
            }
        }
    }

    @Test
    void nothingIsLostWhileLeadersChangeUnderWriting() {
        StateTopicConfig config = SHARED.config("leaders");
        Set<StateRecord> told = ConcurrentHashMap.newKeySet();
        List<Health> healths = new CopyOnWriteArrayList<>();
        try (StateTopic topic = SHARED.open(config);
                StateWriter writer = StateWriter.transactional(config, topic, 1)) {
            topic.listen(new StateTopic.Listener() {
                @Override
                public void changed(StateView view, List<StateRecord> records) {
                    told.addAll(records);
                }

                @Override
                public void health(Health health) {
                    healths.add(health);
                }
            });
            AtomicBoolean enough = new AtomicBoolean();
            CompletableFuture<Set<StateRecord>> written = CompletableFuture.supplyAsync(() -> write(writer, enough));
            KafkaNode victim = SHARED.cluster().node(2);
            rotateLeaders(config.stateTopic(), 1);
            victim.kill();
            victim.start();
            rotateLeaders(config.stateTopic(), 1);
            enough.set(true);
            Set<StateRecord> all = get(written);
            assertThat(records(topic)).containsAll(all);
            assertThat(told).containsAll(all);
            assertThat(healths).noneMatch(health -> health.state() == Health.State.LOST);
            Waiting.until("healthy again", () -> topic.health().isHealthy());
        }
    }

    private static Set<StateRecord> write(StateWriter writer, AtomicBoolean enough) {
        Set<StateRecord> written = new HashSet<>();
        List<CompletableFuture<Void>> futures = new ArrayList<>();
        for (int i = 0; !enough.get(); i++) {
            StateRecord record = Samples.operation("west-" + i, "op-" + i);
            written.add(record);
            futures.add(writer.write(List.of(record)));
            if (futures.size() == 20) {
                futures.forEach(Waiting::get);
                futures.clear();
            }
        }
        futures.forEach(Waiting::get);
        return written;
    }

    /** Puts another replica first and has it elected. */
    private static void rotateLeaders(String topic, int by) {
        Map<TopicPartition, Optional<NewPartitionReassignment>> orders = SHARED.describe(topic).partitions().stream()
                .collect(Collectors.toMap(partition -> new TopicPartition(topic, partition.partition()), partition -> {
                    List<Integer> replicas =
                            partition.replicas().stream().map(Node::id).toList();
                    return Optional.of(new NewPartitionReassignment(IntStream.range(0, replicas.size())
                            .mapToObj(i -> replicas.get((i + by) % replicas.size()))
                            .toList()));
                }));
        SharedCluster.answer(SHARED.admin().alterPartitionReassignments(orders).all());
        var elected = SharedCluster.answer(SHARED.admin()
                .electLeaders(ElectionType.PREFERRED, orders.keySet())
                .partitions());
        assertThat(elected)
                .as("some leaders moved")
                .anySatisfy((partition, error) -> assertThat(error).isEmpty());
    }

    @Test
    void f1ForcedCompactionChangesNothing() {
        StateTopicConfig config = SHARED.config("compacted");
        SHARED.create(
                config.stateTopic(),
                50,
                3,
                Map.of(
                        "cleanup.policy", "compact",
                        "segment.ms", "50",
                        "min.cleanable.dirty.ratio", "0.001",
                        "max.compaction.lag.ms", "50",
                        "delete.retention.ms", "0",
                        "min.insync.replicas", "2"));
        try (RawRecords raw = new RawRecords(config)) {
            raw.writeMagic();
        }
        try (StateTopic live = SHARED.open(config);
                StateWriter writer = StateWriter.transactional(config, live, 1)) {
            StateRecord gone = Samples.mirror("gone", 1);
            get(writer.write(List.of(gone, Samples.mirror("west", 1), Samples.mirror("west", 2))));
            get(writer.write(List.of(new StateRecord(gone.key(), null))));
            AtomicLong beat = new AtomicLong();
            Waiting.until("the cleaner has removed most records", () -> {
                beatEverywhere(writer, beat);
                Set<StateRecord> view = records(live);
                try (StateTopic late = get(StateTopic.open(config, false))) {
                    assertThat(records(late)).as("the view of who begins now").isEqualTo(view);
                    return late.stats().recordsRead() < live.stats().recordsRead() / 3;
                }
            });
            assertThat(records(live)).doesNotContain(gone).contains(Samples.mirror("west", 2));
        }
    }

    /** One transaction after the other, so that each begins a segment and leaves the one before to the cleaner. */
    private static void beatEverywhere(StateWriter writer, AtomicLong beat) {
        for (int i = 0; i < BEATS; i++) {
            get(writer.write(IntStream.range(0, NODES)
                    .mapToObj(node -> Samples.beat(node, beat.getAndIncrement()))
                    .toList()));
        }
    }
}
