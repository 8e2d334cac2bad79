// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.cli.fake;

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
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.function.Function;
import org.apache.kafka.common.Uuid;

/**
 * A state topic that is read the moment it is written. Every write is handed to a reaction, which plays the daemons: what
 * it returns is written next. Confined to one thread.
 */
public final class FakeStateTopic implements StateTopic, StateWriter {
    private final StateView view = new StateView();
    private final List<StateRecord> written = new ArrayList<>();
    private final List<Listener> listeners = new ArrayList<>();
    private final Map<Integer, Integer> leaders = new TreeMap<>();
    private Function<StateRecord, List<StateRecord>> reaction = record -> List.of();
    private Consumer<StateView> beforeRead = current -> {};
    private Health health = Health.HEALTHY;

    /** What is there before the command runs; no reaction to it. */
    public void seed(StateRecord... records) {
        for (var record : records) {
            view.apply(record);
        }
    }

    public void react(Function<StateRecord, List<StateRecord>> value) {
        reaction = value;
    }

    /** Called before each question to the view. */
    public void beforeRead(Consumer<StateView> value) {
        beforeRead = value;
    }

    public void lead(int partition, int node) {
        leaders.put(partition, node);
    }

    public void health(Health value) {
        health = value;
    }

    /** Returns what commands wrote, in order; what the daemons wrote is left out. */
    public List<StateRecord> written() {
        return List.copyOf(written);
    }

    public StateView view() {
        return view;
    }

    @Override
    public CompletableFuture<Void> write(List<StateRecord> records) {
        for (var record : records) {
            written.add(record);
            apply(record);
            reaction.apply(record).forEach(this::apply);
        }
        return CompletableFuture.completedFuture(null);
    }

    private void apply(StateRecord record) {
        view.apply(record);
        listeners.forEach(listener -> listener.changed(view, List.of(record)));
    }

    @Override
    public boolean isFenced() {
        return false;
    }

    @Override
    public <T> CompletableFuture<T> read(Function<StateView, T> question) {
        beforeRead.accept(view);
        try {
            return CompletableFuture.completedFuture(question.apply(view));
        } catch (RuntimeException e) {
            return CompletableFuture.failedFuture(e);
        }
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
    public void listen(Listener listener) {
        listeners.add(listener);
        listener.changed(view, List.of());
    }

    @Override
    public Health health() {
        return health;
    }

    @Override
    public Uuid topicId() {
        return new Uuid(1, 2);
    }

    @Override
    public String clusterId() {
        return "destination-cluster";
    }

    @Override
    public CompletableFuture<Map<Integer, Integer>> leaders() {
        return CompletableFuture.completedFuture(Map.copyOf(leaders));
    }

    @Override
    public StateStats stats() {
        return new StateStats(0, 0, "", Map.of(), List.of());
    }

    @Override
    public void close() {}
}
