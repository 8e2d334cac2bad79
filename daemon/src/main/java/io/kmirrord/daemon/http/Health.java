// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.daemon.http;

import io.kmirrord.daemon.metrics.DaemonSnapshot;
import io.kmirrord.daemon.metrics.SnapshotCache;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Decides what is wrong with a daemon. Thread-safe. */
public final class Health {
    private static final Duration STALE = Duration.ofSeconds(30);

    private Health() {}

    /**
     * Whether the daemon's queues move. That source, broker or bridge are away is no reason here: a restart of the
     * daemon would not bring them back. Blocks for the deadline at most.
     *
     * @return reasons to restart the process, one for each queue that stands still; empty if there are none
     */
    public static List<String> liveness(List<QueueProbe> queues, Duration deadline) {
        List<CompletableFuture<Void>> asked =
                queues.stream().map(QueueProbe::moved).toList();
        await(CompletableFuture.allOf(asked.toArray(CompletableFuture[]::new)), deadline);
        List<String> problems = new ArrayList<>();
        for (int i = 0; i < asked.size(); i++) {
            if (!asked.get(i).isDone()) {
                problems.add("queue " + queues.get(i).name() + " has not moved for " + deadline.toMillis() + " ms");
            }
        }
        return problems;
    }

    /** Whether the daemon can mirror: reasons against it, empty if there are none. Pure. */
    public static List<String> readiness(SnapshotCache.Reading reading) {
        DaemonSnapshot.BridgeHealth bridge = reading.snapshot().bridge();
        DaemonSnapshot.StateTopicHealth stateTopic = reading.snapshot().stateTopic();
        List<String> problems = new ArrayList<>();
        if (!bridge.connected()) {
            problems.add("bridge not connected: " + bridge.problem());
        } else if (!bridge.linked()) {
            problems.add("bridge not linked: " + bridge.problem());
        }
        if (!stateTopic.healthy()) {
            problems.add("state topic not healthy: " + stateTopic.problem());
        }
        if (reading.age().compareTo(STALE) > 0) {
            problems.add(
                    "the daemon has not reported its state for " + reading.age().toSeconds() + " s");
        }
        return problems;
    }

    private static void await(CompletableFuture<Void> all, Duration deadline) {
        try {
            all.get(deadline.toMillis(), TimeUnit.MILLISECONDS);
        } catch (TimeoutException e) {
            // Which of them did not complete is what the caller looks at.
            return;
        } catch (ExecutionException e) {
            throw new IllegalStateException("a probe of a queue never fails", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
