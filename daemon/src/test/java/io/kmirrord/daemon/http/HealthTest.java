// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.daemon.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.kmirrord.daemon.metrics.DaemonSnapshot;
import io.kmirrord.daemon.metrics.DaemonSnapshot.BridgeHealth;
import io.kmirrord.daemon.metrics.DaemonSnapshot.StateTopicHealth;
import io.kmirrord.daemon.metrics.SnapshotCache.Reading;
import io.kmirrord.daemon.shard.EventQueue;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

final class HealthTest {
    private static final BridgeHealth LINKED = new BridgeHealth(true, true, "");
    private static final StateTopicHealth HEALTHY = new StateTopicHealth(true, "", 0);

    private static Reading reading(BridgeHealth bridge, StateTopicHealth stateTopic, Duration age) {
        DaemonSnapshot none = DaemonSnapshot.NONE;
        return new Reading(
                new DaemonSnapshot(none.partitions(), none.ownership(), none.fetchMemory(), bridge, stateTopic), age);
    }

    @Test
    void aDaemonIsReadyWhenBridgeAndStateTopicAre() {
        assertThat(Health.readiness(reading(LINKED, HEALTHY, Duration.ofSeconds(30))))
                .isEmpty();
    }

    @Test
    void everyReasonAgainstReadinessIsNamed() {
        assertThat(Health.readiness(reading(
                        new BridgeHealth(false, false, "no socket at /run/x"),
                        new StateTopicHealth(false, "another format", 0),
                        Duration.ofSeconds(31))))
                .containsExactly(
                        "bridge not connected: no socket at /run/x",
                        "state topic not healthy: another format",
                        "the daemon has not reported its state for 31 s");
        assertThat(Health.readiness(
                        reading(new BridgeHealth(true, false, "Log.append is missing"), HEALTHY, Duration.ZERO)))
                .containsExactly("bridge not linked: Log.append is missing");
    }

    @Test
    void aDaemonThatHasNotReportedYetIsNotReady() {
        assertThat(Health.readiness(new Reading(DaemonSnapshot.NONE, Duration.ZERO)))
                .hasSize(2)
                .allMatch(problem -> problem.contains("has not reported its state yet"));
    }

    @Test
    void aQueueThatStandsStillIsNamedAndGetsNoSecondEvent() throws InterruptedException {
        CountDownLatch entered = new CountDownLatch(1);
        CountDownLatch release = new CountDownLatch(1);
        try (EventQueue moving = new EventQueue("q-moving");
                EventQueue stuck = new EventQueue("q-stuck")) {
            stuck.post(() -> {
                entered.countDown();
                awaitRelease(release);
            });
            assertThat(entered.await(30, TimeUnit.SECONDS)).isTrue();
            List<Runnable> posted = new ArrayList<>();
            QueueProbe counted = new QueueProbe("q-stuck", event -> {
                posted.add(event);
                return stuck.post(event);
            });
            List<QueueProbe> probes = List.of(new QueueProbe("q-moving", moving::post), counted);
            for (int i = 0; i < 3; i++) {
                assertThat(Health.liveness(probes, Duration.ofMillis(200)))
                        .containsExactly("queue q-stuck has not moved for 200 ms");
            }
            assertThat(posted).hasSize(1);
            release.countDown();
            assertThat(Health.liveness(probes, Duration.ofSeconds(30))).isEmpty();
        }
    }

    @Test
    void aClosedQueueIsNoReasonToRestart() {
        QueueProbe closed = new QueueProbe("q", event -> false);
        assertThat(Health.liveness(List.of(closed), Duration.ofSeconds(30))).isEmpty();
    }

    private static void awaitRelease(CountDownLatch release) {
        try {
            release.await(30, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
