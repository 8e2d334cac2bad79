// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.it.bridge.hooks;

import static org.assertj.core.api.Assertions.assertThat;

import io.kmirrord.bridge.wire.BridgeException;
import io.kmirrord.bridge.wire.Phase;
import io.kmirrord.bridge.wire.Request;
import io.kmirrord.bridge.wire.Response;
import io.kmirrord.bridge.wire.TopicIdPartition;
import io.kmirrord.it.fixture.BridgeCluster;
import io.kmirrord.it.fixture.Bystander;
import io.kmirrord.it.fixture.Fences;
import io.kmirrord.testkit.cluster.KafkaCluster;
import io.kmirrord.testkit.cluster.KafkaNode;
import io.kmirrord.testkit.junit.Clusters;
import io.kmirrord.testkit.process.Poll;
import java.nio.file.Files;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.kafka.clients.admin.NewPartitions;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.common.protocol.Errors;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Thousands of partitions of one broker whose fences change at once. */
final class ManyPartitionsIT {
    private static final int NODE = 1;
    /** Far more than the changes log, far less than one line for each partition. */
    private static final int MAX_LINES = 200;
    /** What the controller takes in one request, with room for the topic's own records. */
    private static final int MAX_PARTITIONS_AT_ONCE = 5_000;
    /** A log costs the broker several flushes, which are slow on a busy disk. */
    private static final Duration CREATION = Duration.ofMinutes(10);
    /** Enough for a 99th percentile that is not the longest. */
    private static final int LATENCY_RECORDS = 300;

    @RegisterExtension
    static final Clusters CLUSTERS = new Clusters();

    @Test
    @DisplayName("F5: 2400 partitions are fenced in one go: none takes a record once the view is there, others go on")
    void f5ManyFencesChangeAtOnce() throws Exception {
        changeAtOnce(3, 800, 768);
    }

    @Test
    @Tag("long")
    @DisplayName("F5: 10,000 partitions of one image: none takes a record once the view is there, others go on")
    void f5TenThousandFencesChangeInOneImage() throws Exception {
        changeAtOnce(1, 10_000, 1536);
    }

    private static void changeAtOnce(int topicCount, int partitions, int heapMb) throws Exception {
        BridgeCluster cluster = BridgeCluster.start(
                CLUSTERS,
                "many-" + topicCount * partitions,
                KafkaCluster.builder()
                        .property("log.index.size.max.bytes", "4096")
                        .heapMb(heapMb));
        KafkaNode node = cluster.kafka().node(NODE);
        Wide wide = Wide.create(cluster, topicCount, partitions);
        List<Hammer> hammers = new ArrayList<>();
        try (Bystander bystander = new Bystander(cluster.kafka().bootstrapServers(), "open")) {
            for (String topic : wide.topics.keySet()) {
                hammers.add(new Hammer(node, topic, () -> partitions));
            }
            BridgeCluster.until(
                    "writes before the fence",
                    () -> hammers.stream().allMatch(h -> h.count(Errors.NONE) > LATENCY_RECORDS)
                            && bystander.sent() > 2 * LATENCY_RECORDS);
            long lines = lines(node);
            for (Phase phase : new Phase[] {Phase.PREPARING, Phase.MIRRORING, Phase.STOPPING}) {
                measure(bystander, wide, phase);
                Map<TopicIdPartition, Long> ends = wide.ends();
                assertThat(ends).hasSize(topicCount * partitions);
                assertThat(ends.values().stream().mapToLong(Long::longValue).sum())
                        .isPositive();
                awaitAllTried(hammers, partitions, phase);
                assertThat(wide.ends()).as("after " + phase).isEqualTo(ends);
            }
            int since = bystander.sent();
            BridgeCluster.until("others write on", () -> bystander.sent() > since + 100);
            assertThat(bystander.failure()).isNull();
            assertThat(lines(node) - lines).as("lines logged by the broker").isLessThan(MAX_LINES);
        } finally {
            hammers.forEach(Hammer::close);
        }
        node.kill();
    }

    /** Prints how long the change took until it was in force, and what writers of another topic felt of it. */
    private static void measure(Bystander bystander, Wide wide, Phase phase) throws Exception {
        int begin = bystander.sent();
        Bystander.Latency before = bystander.latency(begin - LATENCY_RECORDS, begin);
        long startNanos = System.nanoTime();
        wide.putAtOnce(phase);
        long tookMs = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - startNanos);
        int end = bystander.sent() + 1; // with the record under way
        BridgeCluster.until("the record under way is written", () -> bystander.sent() >= end);
        System.out.printf(
                "%d partitions to %s: in force after %d ms; another topic: %s%n",
                wide.ends().size(), phase, tookMs, bystander.latency(begin, end).comparedTo(before));
    }

    private static void awaitAllTried(List<Hammer> hammers, int partitions, Phase phase) {
        Errors refusal = phase == Phase.STOPPING ? Errors.NOT_ENOUGH_REPLICAS : Errors.POLICY_VIOLATION;
        List<Long> before = hammers.stream().map(h -> h.count(refusal)).toList();
        BridgeCluster.until("every partition was tried in " + phase, () -> {
            for (int i = 0; i < hammers.size(); i++) {
                if (hammers.get(i).count(refusal) < before.get(i) + partitions) {
                    return false;
                }
            }
            return true;
        });
    }

    private static long lines(KafkaNode node) throws Exception {
        try (var lines = Files.lines(node.logFile())) {
            return lines.count();
        }
    }

    /** Topics of many partitions, all on one broker. */
    private record Wide(BridgeCluster cluster, Map<String, UUID> topics, int partitions) {

        static Wide create(BridgeCluster cluster, int count, int partitions) throws Exception {
            create(cluster, "open", 1);
            Map<String, UUID> topics = new HashMap<>();
            for (int i = 0; i < count; i++) {
                String name = "wide-" + i;
                int first = Math.min(partitions, MAX_PARTITIONS_AT_ONCE);
                topics.put(name, create(cluster, name, first));
                new Wide(cluster, Map.of(name, topics.get(name)), first).awaitLed();
                if (first < partitions) {
                    cluster.admin()
                            .createPartitions(Map.of(name, NewPartitions.increaseTo(partitions)))
                            .all()
                            .get(60, TimeUnit.SECONDS);
                }
            }
            Wide wide = new Wide(cluster, topics, partitions);
            wide.awaitLed();
            return wide;
        }

        private static UUID create(BridgeCluster cluster, String name, int partitions) throws Exception {
            Uuid id = cluster.admin()
                    .createTopics(List.of(new NewTopic(name, partitions, (short) 1)))
                    .topicId(name)
                    .get(60, TimeUnit.SECONDS);
            return new UUID(id.getMostSignificantBits(), id.getLeastSignificantBits());
        }

        private void awaitLed() {
            assertThat(Poll.until(CREATION, () -> ends().size() == topics.size() * partitions))
                    .as("all partitions are led")
                    .isTrue();
        }

        Map<TopicIdPartition, Long> ends() {
            Map<TopicIdPartition, Long> ends = new HashMap<>();
            for (UUID id : topics.values()) {
                List<TopicIdPartition> all = new ArrayList<>();
                for (int i = 0; i < partitions; i++) {
                    all.add(new TopicIdPartition(id, i));
                }
                describe(all).forEach(partition -> ends.put(partition.partition(), partition.logEndOffset()));
            }
            return ends;
        }

        private List<Response.PartitionDescription> describe(List<TopicIdPartition> all) {
            try {
                return cluster.call(NODE, new Request.Describe(all), Response.Description.class)
                        .partitions();
            } catch (BridgeException e) {
                throw new AssertionError(e);
            }
        }

        /** Sends the fences of all topics before it waits for the first. */
        void putAtOnce(Phase phase) throws Exception {
            List<Thread> writers = new ArrayList<>();
            AtomicLong offset = new AtomicLong();
            AtomicReference<Exception> failure = new AtomicReference<>();
            for (UUID id : topics.values()) {
                Request put = new Request.PutFence(id, Fences.in(phase));
                Thread writer = new Thread(() -> {
                    try {
                        long written =
                                cluster.call(NODE, put, Response.Written.class).metadataOffset();
                        offset.accumulateAndGet(written, Math::max);
                    } catch (Exception e) {
                        failure.set(e);
                    }
                });
                writers.add(writer);
                writer.start();
            }
            for (Thread writer : writers) {
                writer.join();
            }
            assertThat(failure.get()).isNull();
            cluster.awaitView(NODE, offset.get());
        }
    }
}
