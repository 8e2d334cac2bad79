// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.it.bridge.hooks;

import static org.assertj.core.api.Assertions.assertThat;

import io.kmirrord.bridge.wire.Phase;
import io.kmirrord.bridge.wire.Request;
import io.kmirrord.bridge.wire.Response;
import io.kmirrord.bridge.wire.TopicIdPartition;
import io.kmirrord.testkit.cluster.KafkaCluster;
import io.kmirrord.testkit.cluster.KafkaNode;
import io.kmirrord.testkit.junit.Clusters;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.common.protocol.Errors;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Thousands of partitions of one broker whose fences change at once. */
final class ManyPartitionsIT {
    private static final int NODE = 1;
    private static final int TOPICS = 3;
    private static final int PARTITIONS = 800;
    /** Far more than the changes log, far less than one line for each partition. */
    private static final int MAX_LINES = PARTITIONS / 4;

    @RegisterExtension
    static final Clusters CLUSTERS = new Clusters();

    @Test
    @DisplayName("F5: 2400 partitions are fenced in one go: none takes a record once the view is there, others go on")
    void f5ManyFencesChangeAtOnce() throws Exception {
        HookCluster cluster = HookCluster.start(
                CLUSTERS,
                "many",
                KafkaCluster.builder()
                        .eachNode((node, options) -> options.property("log.index.size.max.bytes", "65536")),
                768);
        KafkaNode node = cluster.kafka().node(NODE);
        Map<String, UUID> topics = create(cluster);
        List<Hammer> hammers = new ArrayList<>();
        try (Bystander bystander = new Bystander(cluster.kafka().bootstrapServers())) {
            for (String topic : topics.keySet()) {
                hammers.add(new Hammer(node, topic, () -> PARTITIONS));
            }
            HookCluster.until(
                    "writes before the fence", () -> hammers.stream().allMatch(h -> h.count(Errors.NONE) > 300));
            long lines = lines(node);
            long othersBefore = bystander.sent();
            for (Phase phase : new Phase[] {Phase.PREPARING, Phase.MIRRORING, Phase.STOPPING}) {
                putAtOnce(cluster, topics, phase);
                Map<TopicIdPartition, Long> ends = ends(cluster, topics);
                assertThat(ends).hasSize(TOPICS * PARTITIONS);
                assertThat(ends.values().stream().mapToLong(Long::longValue).sum())
                        .isPositive();
                Errors refusal = phase == Phase.STOPPING ? Errors.NOT_ENOUGH_REPLICAS : Errors.POLICY_VIOLATION;
                List<Long> before = hammers.stream().map(h -> h.count(refusal)).toList();
                HookCluster.until("every partition was tried in " + phase, () -> {
                    for (int i = 0; i < TOPICS; i++) {
                        if (hammers.get(i).count(refusal) < before.get(i) + PARTITIONS) {
                            return false;
                        }
                    }
                    return true;
                });
                assertThat(ends(cluster, topics)).as("after " + phase).isEqualTo(ends);
            }
            HookCluster.until("others wrote all the while", () -> bystander.sent() > othersBefore + 100);
            assertThat(bystander.failure()).isNull();
            assertThat(lines(node) - lines).as("lines logged by the broker").isLessThan(MAX_LINES);
        } finally {
            hammers.forEach(Hammer::close);
        }
    }

    private static Map<String, UUID> create(HookCluster cluster) throws Exception {
        List<NewTopic> wanted = new ArrayList<>();
        wanted.add(new NewTopic("open", 1, (short) 1));
        for (int i = 0; i < TOPICS; i++) {
            wanted.add(new NewTopic("wide-" + i, PARTITIONS, (short) 1));
        }
        Map<String, UUID> topics = new HashMap<>();
        var created = cluster.admin().createTopics(wanted);
        created.all().get(60, TimeUnit.SECONDS);
        for (NewTopic topic : wanted.subList(1, wanted.size())) {
            Uuid id = created.topicId(topic.name()).get();
            topics.put(topic.name(), new UUID(id.getMostSignificantBits(), id.getLeastSignificantBits()));
        }
        HookCluster.until("all partitions are led", () -> ends(cluster, topics).size() == TOPICS * PARTITIONS);
        return topics;
    }

    /** Sends the fences of all topics before it waits for the first. */
    private static void putAtOnce(HookCluster cluster, Map<String, UUID> topics, Phase phase) throws Exception {
        List<Thread> writers = new ArrayList<>();
        AtomicLong offset = new AtomicLong();
        AtomicReference<Exception> failure = new AtomicReference<>();
        for (UUID id : topics.values()) {
            Request put = new Request.PutFence(id, HookCluster.fence(1, phase, -1, Map.of()));
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

    private static Map<TopicIdPartition, Long> ends(HookCluster cluster, Map<String, UUID> topics) throws Exception {
        Map<TopicIdPartition, Long> ends = new HashMap<>();
        for (UUID id : topics.values()) {
            List<TopicIdPartition> all = new ArrayList<>();
            for (int i = 0; i < PARTITIONS; i++) {
                all.add(new TopicIdPartition(id, i));
            }
            cluster.call(NODE, new Request.Describe(all), Response.Description.class)
                    .partitions()
                    .forEach(partition -> ends.put(partition.partition(), partition.logEndOffset()));
        }
        return ends;
    }

    private static long lines(KafkaNode node) throws Exception {
        try (var lines = Files.lines(node.logFile())) {
            return lines.count();
        }
    }

    /** Writes to another topic without a retry: the first error is kept, and ends it. */
    private static final class Bystander implements AutoCloseable {
        private final AtomicBoolean running = new AtomicBoolean(true);
        private final AtomicLong sent = new AtomicLong();
        private final AtomicReference<Exception> failure = new AtomicReference<>();
        private final Thread thread;

        Bystander(String bootstrap) {
            this.thread = new Thread(() -> run(bootstrap), "bystander");
            thread.setDaemon(true);
            thread.start();
        }

        private void run(String bootstrap) {
            try (Producer<String, String> producer =
                    Clients.producer(bootstrap, "acks", "all", "retries", 0, "enable.idempotence", false)) {
                while (running.get()) {
                    Clients.send(producer, "open", 0, "x");
                    sent.incrementAndGet();
                }
            } catch (Exception e) {
                failure.set(e);
            }
        }

        long sent() {
            return sent.get();
        }

        @org.jspecify.annotations.Nullable
        Exception failure() {
            return failure.get();
        }

        @Override
        public void close() {
            running.set(false);
            try {
                thread.join(60_000);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
