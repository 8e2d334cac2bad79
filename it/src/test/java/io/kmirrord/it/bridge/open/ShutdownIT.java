// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.it.bridge.open;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.kmirrord.bridge.client.BridgeClient;
import io.kmirrord.bridge.wire.BridgeException;
import io.kmirrord.bridge.wire.Request;
import io.kmirrord.bridge.wire.Response;
import io.kmirrord.it.bridge.ops.Batches;
import io.kmirrord.it.bridge.ops.MirrorTopic;
import io.kmirrord.it.fixture.BridgeCluster;
import io.kmirrord.testkit.cluster.KafkaCluster;
import io.kmirrord.testkit.cluster.KafkaNode;
import io.kmirrord.testkit.junit.Clusters;
import java.io.IOException;
import java.nio.file.Files;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.kafka.clients.admin.Admin;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** SIGTERM to a broker whose bridge is busy. */
final class ShutdownIT {
    /** What systemd and people wait without worry; a broker held by its bridge would need a SIGKILL. */
    private static final Duration BOUND = Duration.ofSeconds(20);

    @RegisterExtension
    static final Clusters CLUSTERS = new Clusters();

    @Test
    @DisplayName("R-P: appends, an AWAIT and a WATCH do not hold up a broker's end, and go on after its restart")
    void aBusyBridgeDoesNotDelayTheEndOfItsBroker() throws Exception {
        BridgeCluster bridges = BridgeCluster.start(
                CLUSTERS, "three", KafkaCluster.builder().brokers(3).version("4.4.0"));
        MirrorTopic topic = MirrorTopic.create(bridges, "orders");
        topic.awaitInSync(3);
        topic.begin();
        int leader = topic.awaitLeader();
        KafkaNode node = bridges.kafka().node(leader);

        CountDownLatch watched = new CountDownLatch(1);
        CountDownLatch disconnected = new CountDownLatch(1);
        watch(bridges.client(leader), watched, disconnected);
        assertThat(watched.await(30, TimeUnit.SECONDS)).isTrue();
        CompletableFuture<Response.Awaited> waiting = bridges.client(leader)
                .send(
                        new Request.Await(
                                topic.partition(), topic.describe(leader).leaderEpoch(), Long.MAX_VALUE, 600_000),
                        Response.Awaited.class);
        AtomicLong acknowledged = new AtomicLong();
        CompletableFuture<Throwable> appends = appendUntilRefused(bridges.client(leader), topic, acknowledged);
        BridgeCluster.until("appends under way", () -> acknowledged.get() > 100);
        BridgeCluster.until("followers under way", () -> topic.describe(leader).highWatermark() > 100);
        long replicated = topic.describe(leader).highWatermark();
        assertThat(waiting).as("AWAIT is pending").isNotDone();

        assertThat(node.process().stop(BOUND))
                .as("the broker ends by itself within " + BOUND)
                .isTrue();
        assertThat(disconnected.await(10, TimeUnit.SECONDS)).isTrue();
        assertThatThrownBy(() -> waiting.get(10, TimeUnit.SECONDS))
                .isInstanceOf(ExecutionException.class)
                .cause()
                .isInstanceOfAny(BridgeException.class, IOException.class);
        assertThat(appends.get(10, TimeUnit.SECONDS)).isInstanceOfAny(BridgeException.class, IOException.class);
        assertThat(Files.readString(node.logFile()))
                .contains("shut down completed")
                .doesNotContain("Halting");

        topic.begin();
        long end = topic.leaderState().logEndOffset();
        assertThat(end).as("nothing below the high watermark is lost").isGreaterThanOrEqualTo(replicated);
        // As a source would: the same batch again at the same offset, which the old leader may hold already.
        topic.append(end, Batches.plain(end, 2, 3, "busy"));
        node.start();
        topic.awaitInSync(3);
        try (Admin admin = bridges.kafka().admin()) {
            Steps.moveLeader(bridges, admin, topic.name(), leader);
        }
        BridgeCluster.until("the socket answers", () -> topic.describe(leader).leader());
        topic.begin();
        topic.append(end + 2, Batches.plain(end + 2, 1, 3, "again"));
        topic.awaitHighWatermark(end + 3);
        topic.assertReplicasEqual();
    }

    private static void watch(BridgeClient client, CountDownLatch watched, CountDownLatch disconnected) {
        client.watch(new BridgeClient.WatchListener() {
            @Override
            public void onUpdate(Response.WatchUpdate update) {
                watched.countDown();
            }

            @Override
            public void onDisconnected() {
                disconnected.countDown();
            }
        });
    }

    /**
     * Appends one batch after the other at the node until one fails, and returns with what; counts up to the last end
     * acknowledged.
     */
    private static CompletableFuture<Throwable> appendUntilRefused(
            BridgeClient client, MirrorTopic topic, AtomicLong acknowledged) {
        CompletableFuture<Throwable> ended = new CompletableFuture<>();
        Thread thread = new Thread(() -> {
            long end = 0;
            try {
                while (true) {
                    end = client.send(
                                    topic.appendRequest(end, Batches.plain(end, 2, 3, "busy")), Response.Appended.class)
                            .get(60, TimeUnit.SECONDS)
                            .logEndOffset();
                    acknowledged.set(end);
                }
            } catch (ExecutionException e) {
                ended.complete(e.getCause());
            } catch (InterruptedException | TimeoutException e) {
                ended.complete(e);
            }
        });
        thread.setDaemon(true);
        thread.start();
        return ended;
    }
}
