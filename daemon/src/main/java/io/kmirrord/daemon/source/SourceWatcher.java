// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.daemon.source;

import io.kmirrord.daemon.copy.Failures;
import io.kmirrord.daemon.shard.EventQueue;
import io.kmirrord.protocol.ClusterMetadata;
import io.kmirrord.protocol.ErrorCategory;
import io.kmirrord.protocol.TopicSelection;
import io.kmirrord.protocol.WireClient;
import io.kmirrord.protocol.WireException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Asks the source for its topics about once a second, sooner when told to, one request at a time. Confined to its queue,
 * but for {@link #refresh} and {@link #answer}.
 */
public final class SourceWatcher {
    private static final Logger LOG = LoggerFactory.getLogger(SourceWatcher.class);
    /** A refresh that is asked for comes at least this long after the last answer. */
    private static final Duration REFRESH_PAUSE = Duration.ofMillis(100);

    private final EventQueue queue;
    private final WireClient source;
    private final Supplier<Set<String>> topics;
    private final Duration interval;
    private final Consumer<SourceView> listener;
    private SourceView view = SourceView.NONE;
    private @Nullable String lastProblem;
    /** Wait for the answer to a question that is yet to be asked, and to the one under way. */
    private List<CompletableFuture<Void>> waiting = new ArrayList<>();

    private List<CompletableFuture<Void>> asked = new ArrayList<>();
    private long turn;
    private boolean asking;
    private boolean soon;
    private boolean stopped;

    /**
     * Makes a watcher.
     *
     * @param topics to ask for; called on the queue
     * @param listener told of each view that differs from the one before, on the queue
     */
    public SourceWatcher(
            EventQueue queue,
            WireClient source,
            Supplier<Set<String>> topics,
            Duration interval,
            Consumer<SourceView> listener) {
        this.queue = queue;
        this.source = source;
        this.topics = topics;
        this.interval = interval;
        this.listener = listener;
    }

    /** Asks no more. */
    public void stop() {
        queue.post(() -> stopped = true);
    }

    /** Starts to ask. To be called once. */
    public void start() {
        queue.post(this::ask);
    }

    /** Asks soon. Thread-safe; many calls together cost one request. */
    public void refresh() {
        queue.post(() -> {
            if (!soon) {
                soon = true;
                if (!asking) {
                    next(REFRESH_PAUSE);
                }
            }
        });
    }

    /**
     * Asks soon. Thread-safe.
     *
     * @return completes on the queue once the source has answered a question that was asked after this call, after the
     *     listener was told of what that changed; also if it refused for good, never while it cannot be reached
     */
    public CompletableFuture<Void> answer() {
        CompletableFuture<Void> answered = new CompletableFuture<>();
        queue.post(() -> waiting.add(answered));
        refresh();
        return answered;
    }

    private void next(Duration delay) {
        long mine = ++turn;
        queue.schedule(
                () -> {
                    if (mine == turn) {
                        ask();
                    }
                },
                delay);
    }

    private void ask() {
        if (stopped) {
            return;
        }
        asking = true;
        soon = false;
        asked.addAll(waiting);
        waiting = new ArrayList<>();
        queue.then(source.metadata(new TopicSelection.Names(topics.get())), this::answered);
    }

    private void answered(@Nullable ClusterMetadata answer, @Nullable Throwable problem) {
        asking = false;
        SourceView before = view;
        if (answer != null) {
            if (lastProblem != null) {
                LOG.info("source metadata is back");
                lastProblem = null;
            }
            view = SourceViews.after(view, answer, System.nanoTime() / 1_000_000);
        } else {
            failed(problem);
        }
        if (!view.equals(before)) {
            listener.accept(view);
        }
        if (answer != null || isFinal(problem)) {
            List<CompletableFuture<Void>> served = asked;
            asked = new ArrayList<>();
            served.forEach(one -> one.complete(null));
        }
        next(soon ? REFRESH_PAUSE : interval);
    }

    private void failed(@Nullable Throwable problem) {
        String text = String.valueOf(problem == null ? null : problem.getMessage());
        if (!text.equals(lastProblem)) {
            LOG.warn("source metadata cannot be had, asks again each {} ms: {}", interval.toMillis(), text);
            lastProblem = text;
        }
        if (problem instanceof WireException wire && isFinal(wire)) {
            view = new SourceView(
                    view.topics(), view.unavailable(), view.denied(), Failures.ofSource(wire), view.clusterId());
        }
    }

    private static boolean isFinal(@Nullable Throwable problem) {
        return problem instanceof WireException wire && wire.category() == ErrorCategory.FATAL;
    }
}
