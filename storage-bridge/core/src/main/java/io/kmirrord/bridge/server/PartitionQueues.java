// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.bridge.server;

import io.kmirrord.bridge.wire.TopicIdPartition;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Runs jobs of one partition one after another in the order of {@link #submit}, those of different partitions at the
 * same time. Each job names the executor that it runs on, so a job that blocks holds back its partition but none of the
 * threads of the others. Thread-safe.
 */
final class PartitionQueues {
    /** A job. {@code run} throws nothing. */
    record Job(Executor executor, Runnable run, Consumer<Throwable> onNotStarted) {}

    /** Jobs behind the one that runs; no entry for a partition where none runs. Guarded by this. */
    private final Map<TopicIdPartition, Deque<Job>> waiting = new HashMap<>();

    /**
     * Hands in a job.
     *
     * @param partition null: no order
     */
    void submit(@Nullable TopicIdPartition partition, Job job) {
        if (partition == null) {
            start(null, job);
            return;
        }
        synchronized (this) {
            Deque<Job> behind = waiting.get(partition);
            if (behind != null) {
                behind.add(job);
                return;
            }
            waiting.put(partition, new ArrayDeque<>());
        }
        start(partition, job);
    }

    private void start(@Nullable TopicIdPartition partition, Job first) {
        Job job = first;
        while (job != null) {
            Job starting = job;
            try {
                starting.executor.execute(() -> {
                    starting.run.run();
                    Job next = next(partition);
                    if (next != null) {
                        start(partition, next);
                    }
                });
                return;
            } catch (Throwable e) {
                // No thread could be made, or the bridge closes. The partition must not stay blocked behind a job that
                // never runs.
                starting.onNotStarted.accept(e);
                job = next(partition);
            }
        }
    }

    private synchronized @Nullable Job next(@Nullable TopicIdPartition partition) {
        if (partition == null) {
            return null;
        }
        Deque<Job> behind = waiting.get(partition);
        Job next = behind == null ? null : behind.poll();
        if (next == null) {
            waiting.remove(partition);
        }
        return next;
    }
}
