// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.statetopic.kafka;

import java.time.Duration;

/** Threads of this module. Stateless. */
public final class Threads {
    private Threads() {}

    /** Starts a daemon thread. */
    public static Thread start(String name, Runnable task) {
        Thread thread = daemon(name, task);
        thread.start();
        return thread;
    }

    /** Returns a daemon thread that is not started. */
    public static Thread daemon(String name, Runnable task) {
        Thread thread = new Thread(task, name);
        thread.setDaemon(true);
        return thread;
    }

    /** Waits for a thread to end, unless it is the caller's. Returns whether it did. Returns early when interrupted. */
    public static boolean join(Thread thread, Duration time) {
        if (Thread.currentThread() == thread) {
            return false;
        }
        try {
            thread.join(Math.max(1, time.toMillis()));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        return !thread.isAlive();
    }
}
