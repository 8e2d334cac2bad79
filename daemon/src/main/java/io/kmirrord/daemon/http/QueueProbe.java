// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.daemon.http;

import java.util.concurrent.CompletableFuture;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Finds out whether an event queue moves. A queue that does not is never given a second event. Thread-safe.
 */
public final class QueueProbe {
    private final String name;
    private final Predicate<Runnable> post;
    private @Nullable CompletableFuture<Void> pending;

    /**
     * Asks nothing yet.
     *
     * @param name for messages, that of the queue's thread
     * @param post adds an event; false when the queue is closed. Must not block
     */
    public QueueProbe(String name, Predicate<Runnable> post) {
        this.name = name;
        this.post = post;
    }

    String name() {
        return name;
    }

    /** Completes when the queue has run what was in it; a closed queue counts as moving, as its daemon is stopping. */
    synchronized CompletableFuture<Void> moved() {
        CompletableFuture<Void> asked = pending;
        if (asked != null && !asked.isDone()) {
            return asked;
        }
        CompletableFuture<Void> fresh = new CompletableFuture<>();
        pending = fresh;
        if (!post.test(() -> fresh.complete(null))) {
            fresh.complete(null);
        }
        return fresh;
    }
}
