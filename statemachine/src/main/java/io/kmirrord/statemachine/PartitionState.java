// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.statemachine;

import io.kmirrord.statemachine.decision.Failure;
import org.jspecify.annotations.Nullable;

/** State of a mirror partition at one daemon. Data only; immutable, comparable, printable. */
public sealed interface PartitionState {

    StateName name();

    PartitionId partition();

    <R> R accept(Visitor<R> visitor);

    /** One method per state, so that a new one does not compile until everybody has decided. */
    interface Visitor<R> {
        R unknown(Unknown state);

        R preparing(Preparing state);

        R epochFencing(EpochFencing state);

        R uleRecovery(UleRecovery state);

        R mirroring(Mirroring state);

        R pausing(Pausing state);

        R paused(Paused state);

        R stopping(Stopping state);

        R stopped(Stopped state);

        R failed(Failed state);
    }

    /** A state of a partition that this daemon acts for. */
    sealed interface Led extends PartitionState {
        Core core();

        /** The same state with another core. */
        Led with(Core core);

        /** Name of the job or step that is under way, empty in a state that has none. */
        default String jobName() {
            return "";
        }

        @Override
        default PartitionId partition() {
            return core().partition();
        }
    }

    /** Nothing is recorded, or the leader is elsewhere: this daemon does not act. */
    record Unknown(PartitionId partition) implements PartitionState {
        @Override
        public StateName name() {
            return StateName.UNKNOWN;
        }

        @Override
        public <R> R accept(Visitor<R> visitor) {
            return visitor.unknown(this);
        }
    }

    /** Makes the log a prefix of the source's. */
    record Preparing(Core core, PreparingJob job) implements Led {
        @Override
        public StateName name() {
            return StateName.PREPARING;
        }

        @Override
        public Preparing with(Core other) {
            return new Preparing(other, job);
        }

        @Override
        public String jobName() {
            return (job instanceof PreparingJob.Aligning aligning ? aligning.alignment() : job)
                    .getClass()
                    .getSimpleName();
        }

        @Override
        public <R> R accept(Visitor<R> visitor) {
            return visitor.preparing(this);
        }
    }

    /** Raises the DLE above a source leader epoch. Ends with the leadership that the raise makes. */
    record EpochFencing(Core core, int sourceLeaderEpoch) implements Led {
        @Override
        public StateName name() {
            return StateName.EPOCH_FENCING;
        }

        @Override
        public EpochFencing with(Core other) {
            return new EpochFencing(other, sourceLeaderEpoch);
        }

        @Override
        public <R> R accept(Visitor<R> visitor) {
            return visitor.epochFencing(this);
        }
    }

    /** Follows a source that diverged. */
    record UleRecovery(Core core, Alignment alignment) implements Led {
        @Override
        public StateName name() {
            return StateName.ULE_RECOVERY;
        }

        @Override
        public UleRecovery with(Core other) {
            return new UleRecovery(other, alignment);
        }

        @Override
        public String jobName() {
            return alignment.getClass().getSimpleName();
        }

        @Override
        public <R> R accept(Visitor<R> visitor) {
            return visitor.uleRecovery(this);
        }
    }

    /** Fetches and appends. */
    record Mirroring(Core core) implements Led {
        @Override
        public StateName name() {
            return StateName.MIRRORING;
        }

        @Override
        public Mirroring with(Core other) {
            return new Mirroring(other);
        }

        @Override
        public <R> R accept(Visitor<R> visitor) {
            return visitor.mirroring(this);
        }
    }

    /** The fetcher is being removed. */
    record Pausing(Core core) implements Led {
        @Override
        public StateName name() {
            return StateName.PAUSING;
        }

        @Override
        public Pausing with(Core other) {
            return new Pausing(other);
        }

        @Override
        public <R> R accept(Visitor<R> visitor) {
            return visitor.pausing(this);
        }
    }

    /** No fetcher, read-only. */
    record Paused(Core core) implements Led {
        @Override
        public StateName name() {
            return StateName.PAUSED;
        }

        @Override
        public Paused with(Core other) {
            return new Paused(other);
        }

        @Override
        public <R> R accept(Visitor<R> visitor) {
            return visitor.paused(this);
        }
    }

    /**
     * Becomes writable.
     *
     * @param position LME and LMO, null until step 3; once recorded never changed in this generation
     * @param stopEpoch E, -1 until the fence told it
     * @param mark offset of the mark, -1 until step 6
     */
    record Stopping(Core core, StoppingStep step, @Nullable Position position, int stopEpoch, long mark)
            implements Led {
        @Override
        public StateName name() {
            return StateName.STOPPING;
        }

        @Override
        public Stopping with(Core other) {
            return new Stopping(other, step, position, stopEpoch, mark);
        }

        @Override
        public String jobName() {
            return step.name();
        }

        @Override
        public <R> R accept(Visitor<R> visitor) {
            return visitor.stopping(this);
        }
    }

    /** Writable. */
    record Stopped(Core core, Position position, long mark) implements Led {
        @Override
        public StateName name() {
            return StateName.STOPPED;
        }

        @Override
        public Stopped with(Core other) {
            return new Stopped(other, position, mark);
        }

        @Override
        public <R> R accept(Visitor<R> visitor) {
            return visitor.stopped(this);
        }
    }

    /**
     * Waits for its next retry, or for an operator.
     *
     * @param previous state to go back to, never itself FAILED
     * @param attempt n of at most {@code settings.retry.maxAttempts}
     * @param nextRetryMs wall clock of the next retry, -1 if none comes by itself
     */
    record Failed(Core core, Failure failure, Led previous, int attempt, long nextRetryMs) implements Led {
        @Override
        public StateName name() {
            return StateName.FAILED;
        }

        @Override
        public Failed with(Core other) {
            return new Failed(other, failure, previous, attempt, nextRetryMs);
        }

        @Override
        public <R> R accept(Visitor<R> visitor) {
            return visitor.failed(this);
        }
    }
}
