// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.daemon.fake;

import io.kmirrord.statemachine.view.RecordKey;
import io.kmirrord.statemachine.view.RecordValue;
import io.kmirrord.statemachine.view.StateRecord;
import io.kmirrord.statemachine.view.StateView;
import io.kmirrord.statetopic.Health;
import io.kmirrord.statetopic.StateStats;
import io.kmirrord.statetopic.StateTopic;
import io.kmirrord.statetopic.StateWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.function.Function;
import org.apache.kafka.common.Uuid;
import org.jspecify.annotations.Nullable;

/** A state topic in memory, and its writer: what is written is read at once, on the writing thread. Thread-safe by one lock. */
public final class FakeStateTopic implements StateTopic, StateWriter {
    /** Of the cluster that the topic lies in. */
    public static final String CLUSTER_ID = "destination";

    private final StateView view = new StateView();
    private final List<Listener> listeners = new ArrayList<>();
    private final List<List<StateRecord>> writes = new ArrayList<>();
    private @Nullable RuntimeException refusal;
    private int refused;
    private Consumer<List<StateRecord>> written = records -> {};
    private Health health = Health.HEALTHY;
    private long unreadable;

    /** What every write fails with from now on; null: none. */
    public synchronized void refuse(@Nullable RuntimeException reason) {
        refusal = reason;
    }

    /** Who is told of each batch right after it was written, on the writing thread, as somebody who writes at the same time. */
    public synchronized void afterWrite(Consumer<List<StateRecord>> listener) {
        written = listener;
    }

    /** How many writes were refused. */
    public synchronized int refused() {
        return refused;
    }

    /** Tells the listeners of another health. */
    public synchronized void health(Health now) {
        health = now;
        listeners.forEach(listener -> listener.health(now));
    }

    /** A record that cannot be read. */
    public synchronized void putUnreadable() {
        unreadable++;
    }

    /** The batches written so far, in order. */
    public synchronized List<List<StateRecord>> writes() {
        return List.copyOf(writes);
    }

    /** Writes a record as somebody else does. */
    public void put(RecordKey key, @Nullable RecordValue value) {
        apply(List.of(new StateRecord(key, value)));
    }

    /** Asks the view. */
    public synchronized <T> T ask(Function<StateView, T> question) {
        return question.apply(view);
    }

    private synchronized void apply(List<StateRecord> records) {
        records.forEach(view::apply);
        listeners.forEach(listener -> listener.changed(view, records));
    }

    @Override
    public synchronized CompletableFuture<Void> write(List<StateRecord> records) {
        if (refusal != null) {
            refused++;
            return CompletableFuture.failedFuture(refusal);
        }
        writes.add(List.copyOf(records));
        apply(records);
        written.accept(records);
        return CompletableFuture.completedFuture(null);
    }

    @Override
    public synchronized <T> CompletableFuture<T> read(Function<StateView, T> question) {
        return CompletableFuture.completedFuture(question.apply(view));
    }

    @Override
    public <T> CompletableFuture<T> readToEnd(Function<StateView, T> question) {
        return read(question);
    }

    @Override
    public <T> CompletableFuture<T> readToEnd(Set<Integer> statePartitions, Function<StateView, T> question) {
        return read(question);
    }

    @Override
    public synchronized void listen(Listener listener) {
        listeners.add(listener);
        listener.changed(view, List.of());
        listener.health(health);
    }

    @Override
    public synchronized Health health() {
        return health;
    }

    @Override
    public Uuid topicId() {
        return new Uuid(7, 7);
    }

    @Override
    public String clusterId() {
        return CLUSTER_ID;
    }

    @Override
    public CompletableFuture<Map<Integer, Integer>> leaders() {
        return CompletableFuture.completedFuture(Map.of());
    }

    @Override
    public synchronized StateStats stats() {
        return new StateStats(unreadable, unreadable, "", Map.of(), List.of());
    }

    @Override
    public boolean isFenced() {
        return false;
    }

    @Override
    public void close() {
        // Nothing is held.
    }
}
