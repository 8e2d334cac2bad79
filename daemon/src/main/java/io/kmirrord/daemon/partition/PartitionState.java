// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.daemon.partition;

/** State of a partition mirror. */
public sealed interface PartitionState {

    /** What every state holds. */
    Head head();

    StateName name();

    /** Where every partition begins. */
    static PartitionState initial() {
        return new Unknown(new Head(Surroundings.NONE, 0, 0, 0));
    }

    /**
     * What every state holds.
     *
     * @param attempt identity of what is under way; only grows
     * @param failures of every kind, in a row, since the last append that succeeded
     * @param doubts those of them that may have been corruption
     */
    record Head(Surroundings around, long attempt, int failures, int doubts) {
        Head next() {
            return new Head(around, attempt + 1, failures, doubts);
        }

        Head failed() {
            return new Head(around, attempt + 1, failures + 1, doubts);
        }

        Head doubted() {
            return new Head(around, attempt + 1, failures + 1, doubts + 1);
        }

        Head succeeded() {
            return failures == 0 ? this : new Head(around, attempt, 0, 0);
        }

        Head with(Surroundings surroundings) {
            return new Head(surroundings, attempt, failures, doubts);
        }

        /** The leader at the source; only states that need one are built while there is one. */
        SourceLeader source() {
            SourceLeader source = around.source();
            if (source == null) {
                throw new IllegalStateException("no source leader in attempt " + attempt);
            }
            return source;
        }
    }

    /** See {@link StateName#UNKNOWN}. */
    record Unknown(Head head) implements PartitionState {
        @Override
        public StateName name() {
            return StateName.UNKNOWN;
        }
    }

    /**
     * See {@link StateName#PREPARING}.
     *
     * @param stage what is being waited for
     * @param log the local log as BEGIN found it; {@link LogEnd#UNREAD} before that
     */
    record Preparing(Head head, Stage stage, LogEnd log) implements PartitionState {
        @Override
        public StateName name() {
            return StateName.PREPARING;
        }
    }

    /** What PREPARING waits for. */
    enum Stage {
        BEGIN,
        TAIL,
        OFFSETS,
        RESTART
    }

    /** See {@link StateName#EPOCH_FENCING}. */
    record EpochFencing(Head head) implements PartitionState {
        @Override
        public StateName name() {
            return StateName.EPOCH_FENCING;
        }
    }

    /** See {@link StateName#MIRRORING}. */
    record Mirroring(Head head, Progress progress) implements PartitionState {
        @Override
        public StateName name() {
            return StateName.MIRRORING;
        }
    }

    /**
     * See {@link StateName#FAILED}.
     *
     * @param byObstacle over once the obstacle is gone, else once leadership here moves
     */
    record Failed(Head head, boolean byObstacle) implements PartitionState {
        @Override
        public StateName name() {
            return StateName.FAILED;
        }
    }
}
