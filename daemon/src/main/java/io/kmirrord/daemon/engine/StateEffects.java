// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.daemon.engine;

import io.kmirrord.statemachine.Effect;
import io.kmirrord.statemachine.Event;
import io.kmirrord.statemachine.PartitionId;
import io.kmirrord.statemachine.Recorded;
import io.kmirrord.statemachine.view.RecordKey;
import io.kmirrord.statemachine.view.RecordValue;
import io.kmirrord.statemachine.view.StateRecord;
import io.kmirrord.statetopic.StateTopic;
import io.kmirrord.statetopic.StateTopicException;
import io.kmirrord.statetopic.StateWriter;
import io.kmirrord.statetopic.kafka.Problems;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Writes states. Thread-safe. */
final class StateEffects {
    private static final Logger LOG = LoggerFactory.getLogger(StateEffects.class);
    /** Long enough for the view to have read what was just written. */
    private static final long TIDY_AFTER_MS = 1_000;

    private static final long RETRY_MS = 1_000;

    private final StateTopic topic;
    private final StateWriter writer;

    StateEffects(StateTopic topic, StateWriter writer) {
        this.topic = topic;
        this.writer = writer;
    }

    /**
     * Writes a state until it is acknowledged. Never completes when that cannot be any more (fenced, lost, closed): the daemon
     * stops acting then, and what waits here is abandoned.
     */
    CompletableFuture<Optional<Event>> persist(Place place, Effect.PersistState effect) {
        Recorded recorded = effect.recorded();
        RecordKey key = new RecordKey.MirrorPartitionState(
                place.id().mirror(),
                place.id().topicId(),
                place.id().partition(),
                recorded.id().generation(),
                recorded.id().leaderEpoch());
        StateRecord record = new StateRecord(key, new RecordValue.MirrorPartitionState(place.topic(), recorded));
        CompletableFuture<Optional<Event>> done = new CompletableFuture<>();
        write(place, record, recorded, done);
        return done;
    }

    private void write(Place place, StateRecord record, Recorded recorded, CompletableFuture<Optional<Event>> done) {
        CompletableFuture<?> unused = writer.write(List.of(record)).whenComplete((nothing, problem) -> {
            if (problem == null) {
                later(TIDY_AFTER_MS, () -> tidy(place.id(), recorded));
                done.complete(Optional.empty());
            } else if (isFinal(problem)) {
                LOG.warn("{}: the state cannot be written any more: {}", place, problem.getMessage());
            } else {
                LOG.warn("{}: the state was not written, tries again: {}", place, problem.getMessage());
                later(RETRY_MS, () -> write(place, record, recorded, done));
            }
        });
    }

    private static void later(long delayMs, Runnable task) {
        CompletableFuture.delayedExecutor(delayMs, TimeUnit.MILLISECONDS).execute(task);
    }

    /** Tombstones what this state beat, once everybody can see that it did. */
    private void tidy(PartitionId id, Recorded recorded) {
        CompletableFuture<?> unused = topic.read(view -> view.partition(id)
                        .filter(winner -> winner.id().generation()
                                        == recorded.id().generation()
                                && winner.id().leaderEpoch() == recorded.id().leaderEpoch())
                        .map(winner -> view.beaten(id))
                        .orElse(List.of()))
                .thenCompose(beaten -> beaten.isEmpty()
                        ? CompletableFuture.<Void>completedFuture(null)
                        : writer.write(beaten.stream()
                                .map(key -> new StateRecord(key, null))
                                .toList()))
                .whenComplete((nothing, problem) -> {
                    if (problem != null && !isFinal(problem)) {
                        // The next state of this partition tries again.
                        LOG.debug("{}: older states were not tombstoned: {}", id, problem.getMessage());
                    }
                });
    }

    /** Whether a failure never passes. */
    private static boolean isFinal(Throwable problem) {
        return Problems.unwrap(problem) instanceof StateTopicException known
                && switch (known.reason()) {
                    case FENCED, LOST, CLOSED, INVALID -> true;
                    default -> false;
                };
    }
}
