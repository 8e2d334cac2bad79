// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.daemon.copy;

/** State of a copy. */
public sealed interface CopyState {

    /** What every state holds. */
    Head head();

    CopyPhase phase();

    /**
     * Where every copy begins.
     *
     * @param leaderEpoch DLE of the leadership that it runs under; it never outlives that
     * @param skipTo first offset to fetch if it is above the end of the log, else -1
     */
    static CopyState initial(int leaderEpoch, long skipTo) {
        return new Waiting(new Head(leaderEpoch, skipTo, Surroundings.NONE, 0, 0, 0));
    }

    /**
     * What every state holds.
     *
     * @param attempt identity of what is under way; only grows
     * @param failures of every kind, in a row, since the last append that succeeded
     * @param doubts those of them that are reported after some in a row
     */
    record Head(int leaderEpoch, long skipTo, Surroundings around, long attempt, int failures, int doubts) {
        Head next() {
            return new Head(leaderEpoch, skipTo, around, attempt + 1, failures, doubts);
        }

        Head failed() {
            return new Head(leaderEpoch, skipTo, around, attempt + 1, failures + 1, doubts);
        }

        Head doubted() {
            return new Head(leaderEpoch, skipTo, around, attempt + 1, failures + 1, doubts + 1);
        }

        Head succeeded() {
            return failures == 0 ? this : new Head(leaderEpoch, skipTo, around, attempt, 0, 0);
        }

        Head with(Surroundings surroundings) {
            return new Head(leaderEpoch, skipTo, surroundings, attempt, failures, doubts);
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

    /** See {@link CopyPhase#WAITING}. */
    record Waiting(Head head) implements CopyState {
        @Override
        public CopyPhase phase() {
            return CopyPhase.WAITING;
        }
    }

    /**
     * See {@link CopyPhase#BEGINNING}.
     *
     * @param stage what is being waited for
     * @param log the local log as BEGIN found it; {@link LogEnd#UNREAD} before that
     */
    record Beginning(Head head, Stage stage, LogEnd log) implements CopyState {
        @Override
        public CopyPhase phase() {
            return CopyPhase.BEGINNING;
        }
    }

    /** What BEGINNING waits for. */
    enum Stage {
        BEGIN,
        TAIL,
        OFFSETS
    }

    /** See {@link CopyPhase#COPYING}. */
    record Copying(Head head, Progress progress) implements CopyState {
        @Override
        public CopyPhase phase() {
            return CopyPhase.COPYING;
        }
    }

    /** See {@link CopyPhase#ENDED}. */
    record Ended(Head head) implements CopyState {
        @Override
        public CopyPhase phase() {
            return CopyPhase.ENDED;
        }
    }
}
