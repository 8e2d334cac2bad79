// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.statetopic.reader;

import java.time.Duration;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** Tasks for the view's thread. Thread-safe to fill; emptied by that thread alone. */
final class Inbox {
    private final BlockingQueue<Runnable> tasks = new LinkedBlockingQueue<>();

    void add(Runnable task) {
        tasks.add(task);
    }

    /** Runs what is there. */
    void drain() {
        for (Runnable task = tasks.poll(); task != null; task = tasks.poll()) {
            task.run();
        }
    }

    /** Waits until there is something, for a time at most, and runs what is there. Returns at once when interrupted. */
    void await(Duration time) {
        @Nullable Runnable first;
        try {
            first = tasks.poll(time.toNanos(), TimeUnit.NANOSECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return;
        }
        if (first != null) {
            first.run();
            drain();
        }
    }
}
