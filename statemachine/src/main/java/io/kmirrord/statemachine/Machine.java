// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.statemachine;

import io.kmirrord.statemachine.PartitionState.Led;

/** The machine of a mirror partition. Pure and thread-safe. */
public final class Machine {

    private Machine() {}

    /**
     * Takes one event.
     *
     * <p>A result whose identity is not that of the last move is late: it is ignored in every state.
     *
     * @param now wall clock and one random draw
     * @return the next state and what must be done, see {@link Effect} for the order; an event that cannot be caused
     *     by the effects of this state is rejected and changes nothing
     */
    public static Step step(PartitionState state, Event event, Moment now) {
        if (event instanceof Event.Result result && isLate(state, result)) {
            return Step.ignore(state, "late: " + result.id() + " is not waited for");
        }
        return event.accept(state.accept(new Cells(now)));
    }

    private static boolean isLate(PartitionState state, Event.Result result) {
        return !(state instanceof Led led) || !result.id().equals(led.core().effectId());
    }

    /** One handler per state: the rows of the matrix. */
    private record Cells(Moment now) implements PartitionState.Visitor<EventHandler<Step>> {
        @Override
        public EventHandler<Step> unknown(PartitionState.Unknown state) {
            return new UnknownCells(state, now);
        }

        @Override
        public EventHandler<Step> preparing(PartitionState.Preparing state) {
            return new PreparingCells(state, now);
        }

        @Override
        public EventHandler<Step> epochFencing(PartitionState.EpochFencing state) {
            return new EpochFencingCells(state, now);
        }

        @Override
        public EventHandler<Step> uleRecovery(PartitionState.UleRecovery state) {
            return new UleRecoveryCells(state, now);
        }

        @Override
        public EventHandler<Step> mirroring(PartitionState.Mirroring state) {
            return new MirroringCells(state, now);
        }

        @Override
        public EventHandler<Step> pausing(PartitionState.Pausing state) {
            return new PausingCells(state, now);
        }

        @Override
        public EventHandler<Step> paused(PartitionState.Paused state) {
            return new PausedCells(state, now);
        }

        @Override
        public EventHandler<Step> stopping(PartitionState.Stopping state) {
            return new StoppingCells(state, now);
        }

        @Override
        public EventHandler<Step> stopped(PartitionState.Stopped state) {
            return new StoppedCells(state, now);
        }

        @Override
        public EventHandler<Step> failed(PartitionState.Failed state) {
            return new FailedCells(state, now);
        }
    }
}
