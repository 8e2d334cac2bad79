// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.statemachine;

import io.kmirrord.statemachine.PartitionState.Led;

/**
 * Enters a state again: after a change of leadership, at a retry, when an operator recovers. Never remembers a job: a
 * position in the log is worth nothing under another leadership.
 */
record Resume(Moment now, String reason) implements PartitionState.Visitor<Step> {

    static Step of(Led state, Moment now, String reason) {
        boolean ending = state.name() == StateName.STOPPING || state.name() == StateName.STOPPED;
        boolean endingFailed = state instanceof PartitionState.Failed failed
                && failed.previous().name() == StateName.STOPPING;
        return state.core().mustStop() && !ending && !endingFailed
                ? Entry.stopping(state.core(), now, reason + "; a stop is wished")
                : state.accept(new Resume(now, reason));
    }

    @Override
    public Step unknown(PartitionState.Unknown state) {
        return Step.ignore(state, "nothing to resume");
    }

    @Override
    public Step preparing(PartitionState.Preparing state) {
        return Entry.preparing(state.core(), now, reason);
    }

    @Override
    public Step epochFencing(PartitionState.EpochFencing state) {
        return Entry.epochFencing(state.core(), state.sourceLeaderEpoch(), now, reason);
    }

    @Override
    public Step uleRecovery(PartitionState.UleRecovery state) {
        return Entry.uleRecovery(state.core(), now, reason);
    }

    @Override
    public Step mirroring(PartitionState.Mirroring state) {
        return Entry.mirroring(state.core(), -1, now, reason);
    }

    @Override
    public Step pausing(PartitionState.Pausing state) {
        return state.core().wishesPause()
                ? Entry.pausing(state.core(), now, reason)
                : Entry.mirroring(state.core(), -1, now, reason);
    }

    /** Written anew where the pause goes on: else a leader of before that sleeps could still write what everybody sees. */
    @Override
    public Step paused(PartitionState.Paused state) {
        return state.core().wishesPause()
                ? Entry.paused(state.core(), now, reason + "; still paused")
                : Entry.unpaused(state, now, reason);
    }

    @Override
    public Step stopping(PartitionState.Stopping state) {
        return Entry.stopping(state, now, reason);
    }

    /** Writes nothing: only a later generation leaves this state, and its wish reaches this leader too. */
    @Override
    public Step stopped(PartitionState.Stopped state) {
        return state.core().wishesNextGeneration()
                ? Entry.nextGeneration(state, now)
                : Step.move(state, reason + "; still stopped");
    }

    /** A newer wish recovers, also one that was written while nobody led the partition. */
    private static boolean wishedSince(Core core) {
        int failed = core.memory().failedRevision();
        return failed >= 0
                && core.wish().generation() == core.generation()
                && core.wish().revision() > failed;
    }

    /** Keeps the count of attempts; only the clock goes on. Written anew, for the same reason as a pause. */
    @Override
    public Step failed(PartitionState.Failed state) {
        if (wishedSince(state.core())) {
            return new FailedCells(state, now).act(state);
        }
        PartitionState.Failed next = state.with(state.core().next());
        if (state.nextRetryMs() < 0) {
            return Step.move(next, reason + "; still failed", Entry.persist(next, now));
        }

        return Step.move(
                next,
                reason + "; retry stays scheduled",
                Entry.persist(next, now),
                new Effect.ScheduleRetry(next.core().effectId(), next.nextRetryMs()));
    }
}
