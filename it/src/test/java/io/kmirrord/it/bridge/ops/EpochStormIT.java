// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.it.bridge.ops;

import static org.assertj.core.api.Assertions.assertThat;

import io.kmirrord.bridge.wire.Request;
import io.kmirrord.bridge.wire.Response;
import io.kmirrord.it.fixture.BridgeCluster;
import io.kmirrord.it.fixture.Bystander;
import io.kmirrord.testkit.cluster.KafkaCluster;
import io.kmirrord.testkit.cluster.KafkaNode;
import io.kmirrord.testkit.junit.Clusters;
import io.kmirrord.testkit.process.Poll;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.apache.kafka.clients.admin.NewTopic;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Thousands of leader epochs rise at once, while brokers heartbeat to the same controller and others produce. */
final class EpochStormIT {
    private static final int CONTROLLER = 101;
    private static final int BROKERS = 3;
    private static final int TOPICS = 2;
    private static final int PARTITIONS = 2_000;
    private static final int ROUNDS = 3;
    private static final int HEARTBEAT_MS = 500;
    private static final int SESSION_MS = 9_000;
    private static final int CALM_RECORDS = 500;
    /** A log costs the broker several flushes, which are slow on a busy disk. */
    private static final Duration CREATION = Duration.ofMinutes(10);

    private static final String HEARTBEATS = "kafka.network:type=RequestMetrics,name=%s,request=BrokerHeartbeat";
    private static final String GAUGE = "kafka.controller:type=KafkaController,name=";

    @RegisterExtension
    static final Clusters CLUSTERS = new Clusters();

    @Test
    @Tag("long")
    @DisplayName("R9: 12,000 raised epochs cost no broker its session and no producer a record")
    void r9HeartbeatsAndProducersGetThrough() throws Exception {
        BridgeCluster cluster = BridgeCluster.start(
                CLUSTERS,
                "storm",
                KafkaCluster.builder()
                        .brokers(BROKERS)
                        .dedicatedControllers(1)
                        .property("broker.heartbeat.interval.ms", Integer.toString(HEARTBEAT_MS))
                        .property("broker.session.timeout.ms", Integer.toString(SESSION_MS))
                        .property("log.index.size.max.bytes", "4096")
                        .heapMb(640));
        List<MirrorTopic> topics = new ArrayList<>();
        for (int i = 0; i < TOPICS; i++) {
            topics.add(MirrorTopic.wide(cluster, "wide-" + i, PARTITIONS));
        }
        cluster.admin()
                .createTopics(List.of(new NewTopic("open", 1, (short) BROKERS)))
                .all()
                .get(30, TimeUnit.SECONDS);
        awaitEpochs(cluster, topics, Map.of());
        try (Bystander bystander = new Bystander(cluster.kafka().bootstrapServers(), "open");
                BrokerMeters meters =
                        BrokerMeters.of(cluster.kafka().node(CONTROLLER).pid())) {
            BridgeCluster.until("a calm to compare with", () -> bystander.sent() > 2 * CALM_RECORDS);
            int calm = bystander.sent();
            long registrations = registrations(cluster);
            assertThat(registrations).as("each registered, then unfenced").isGreaterThanOrEqualTo(2 * BROKERS);
            double heartbeats = meters.number(HEARTBEATS.formatted("TotalTimeMs"), "Count");
            double timedOut = meters.number(GAUGE + "TimedOutBrokerHeartbeatCount", "Value");
            long startNanos = System.nanoTime();
            for (int round = 1; round <= ROUNDS; round++) {
                raiseAll(cluster, topics, 1_000 * round);
                assertThat(meters.number(GAUGE + "FencedBrokerCount", "Value")).isZero();
                assertThat(meters.number(GAUGE + "ActiveBrokerCount", "Value")).isEqualTo(BROKERS);
            }
            long tookMs = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - startNanos);
            int end = bystander.sent();
            double answered = meters.number(HEARTBEATS.formatted("TotalTimeMs"), "Count") - heartbeats;
            double longestMs = meters.number(HEARTBEATS.formatted("TotalTimeMs"), "Max");
            System.out.printf(
                    "%d epochs raised and in force in %d ms; %.0f heartbeats answered, the longest in %.0f ms;"
                            + " another topic: %s%n",
                    ROUNDS * TOPICS * PARTITIONS,
                    tookMs,
                    answered,
                    longestMs,
                    bystander.latency(calm, end).comparedTo(bystander.latency(calm - CALM_RECORDS, calm)));

            assertThat(bystander.failure()).as("a record that failed").isNull();
            assertThat(registrations(cluster)).as("fenced or registered anew").isEqualTo(registrations);
            assertThat(meters.number(GAUGE + "TimedOutBrokerHeartbeatCount", "Value"))
                    .isEqualTo(timedOut);
            assertThat(answered)
                    .as("at least half of the heartbeats that were due in %d ms", tookMs)
                    .isGreaterThan(BROKERS * tookMs / (2.0 * HEARTBEAT_MS));
            assertThat(longestMs).isLessThan(SESSION_MS);
        }
    }

    /** Asks for the epochs of all topics at once, and waits until every leader has its own. */
    private static void raiseAll(BridgeCluster cluster, List<MirrorTopic> topics, int base) throws Exception {
        Map<Integer, Integer> epochs = new HashMap<>();
        for (int partition = 0; partition < PARTITIONS; partition++) {
            epochs.put(partition, base + partition % 7);
        }
        List<CompletableFuture<Response.Written>> answers = new ArrayList<>();
        for (MirrorTopic topic : topics) {
            answers.add(cluster.client(CONTROLLER)
                    .send(new Request.EnsureEpoch(topic.ref(), topic.id(), epochs), Response.Written.class));
        }
        for (CompletableFuture<Response.Written> answer : answers) {
            answer.get(BridgeCluster.PATIENCE.toSeconds(), TimeUnit.SECONDS);
        }
        awaitEpochs(cluster, topics, epochs);
    }

    /** Waits until every partition is led, in its wanted epoch where one is given. */
    private static void awaitEpochs(BridgeCluster cluster, List<MirrorTopic> topics, Map<Integer, Integer> wanted) {
        for (MirrorTopic topic : topics) {
            boolean reached = Poll.until(CREATION, () -> {
                Map<Integer, Integer> found = new TreeMap<>();
                for (KafkaNode broker : cluster.kafka().brokers()) {
                    found.putAll(topic.leaderEpochs(broker.id(), PARTITIONS));
                }
                return found.size() == PARTITIONS
                        && wanted.entrySet().stream()
                                .allMatch(each -> each.getValue().equals(found.get(each.getKey())));
            });
            assertThat(reached).as("epochs of " + topic.name()).isTrue();
        }
    }

    /** Counts the lines of the controller about brokers that lost their session or came back. */
    private static long registrations(BridgeCluster cluster) {
        try (Stream<String> lines = Files.lines(cluster.kafka().node(CONTROLLER).logFile())) {
            return lines.filter(line -> line.contains("Fencing broker")
                            || line.contains("BrokerRegistrationChangeRecord")
                            || line.contains("RegisterBrokerRecord"))
                    .count();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
