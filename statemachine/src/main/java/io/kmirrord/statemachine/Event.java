// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.statemachine;

import io.kmirrord.statemachine.decision.Failure;
import io.kmirrord.statemachine.decision.LocalLog;
import org.jspecify.annotations.Nullable;

/** Something that happened to a partition. A value; immutable. */
public sealed interface Event {

    <R> R accept(EventHandler<R> handler);

    /** A result, or a report of an effect that goes on. Dropped unless its identity is the one that is waited for. */
    sealed interface Result extends Event {
        EffectId id();
    }

    /**
     * The broker beside this daemon leads the partition, at a new leader epoch. Sent after a read to the end of the
     * state topic, so that nothing acknowledged before is missing.
     *
     * @param wish newest wish of the topic, null if there is none
     * @param recorded the winner of the view, null if there is none
     * @param fence of the partition in the metadata log, null if there is none
     */
    record LeadershipGained(
            int leaderEpoch,
            @Nullable Wish wish,
            Settings settings,
            @Nullable Recorded recorded,
            @Nullable FenceSeen fence)
            implements Event {
        @Override
        public <R> R accept(EventHandler<R> handler) {
            return handler.leadershipGained(this);
        }
    }

    /** The leader is elsewhere, or the bridge is gone. */
    record LeadershipLost() implements Event {
        @Override
        public <R> R accept(EventHandler<R> handler) {
            return handler.leadershipLost(this);
        }
    }

    /** The view shows another wish or other settings. A newer wish is how an operator recovers a FAILED partition. */
    record WishChanged(Wish wish, Settings settings) implements Event {
        @Override
        public <R> R accept(EventHandler<R> handler) {
            return handler.wishChanged(this);
        }
    }

    record RetryDue(EffectId id) implements Result {
        @Override
        public <R> R accept(EventHandler<R> handler) {
            return handler.retryDue(this);
        }
    }

    /**
     * The source answered.
     *
     * @param sourceClusterId of the cluster that answered
     * @param sourceLeaderEpoch by its metadata
     * @param sourceLogStart first offset it holds
     */
    record PositionRead(
            EffectId id, SourcePosition position, String sourceClusterId, int sourceLeaderEpoch, long sourceLogStart)
            implements Result {
        @Override
        public <R> R accept(EventHandler<R> handler) {
            return handler.positionRead(this);
        }
    }

    /** The fence is in force here. {@code stopEpoch} is -1 unless it was to be decided. */
    record FencePut(EffectId id, int stopEpoch) implements Result {
        @Override
        public <R> R accept(EventHandler<R> handler) {
            return handler.fencePut(this);
        }
    }

    record LogDescribed(EffectId id, LocalLog log) implements Result {
        @Override
        public <R> R accept(EventHandler<R> handler) {
            return handler.logDescribed(this);
        }
    }

    /** Largest epoch of the source not above the one asked and where it ends; (-1, -1) if it has none. */
    record EpochAnswered(EffectId id, int epoch, long endOffset) implements Result {
        @Override
        public <R> R accept(EventHandler<R> handler) {
            return handler.epochAnswered(this);
        }
    }

    /**
     * A cut was measured.
     *
     * @param bytes that it removes
     * @param nextEpoch epoch of the first source batch at or above the cut; without one, the source leader epoch
     */
    record CutMeasured(EffectId id, long bytes, int nextEpoch) implements Result {
        @Override
        public <R> R accept(EventHandler<R> handler) {
            return handler.cutMeasured(this);
        }
    }

    /**
     * What a cut removes is safe.
     *
     * @param savedTo up to which offset
     * @param records that were saved, markers of transactions included
     * @param bytes that were saved; 0 if there was nothing
     */
    record Salvaged(EffectId id, long savedTo, long records, long bytes) implements Result {
        @Override
        public <R> R accept(EventHandler<R> handler) {
            return handler.salvaged(this);
        }
    }

    record CutDone(EffectId id, long leo) implements Result {
        @Override
        public <R> R accept(EventHandler<R> handler) {
            return handler.cutDone(this);
        }
    }

    record BarrierReached(EffectId id) implements Result {
        @Override
        public <R> R accept(EventHandler<R> handler) {
            return handler.barrierReached(this);
        }
    }

    record TailCompared(EffectId id, Tail tail) implements Result {
        @Override
        public <R> R accept(EventHandler<R> handler) {
            return handler.tailCompared(this);
        }
    }

    /** The controller wrote the epoch; the leadership that it makes comes as {@link LeadershipGained}. */
    record EpochRaised(EffectId id) implements Result {
        @Override
        public <R> R accept(EventHandler<R> handler) {
            return handler.epochRaised(this);
        }
    }

    record FetcherStopped(EffectId id) implements Result {
        @Override
        public <R> R accept(EventHandler<R> handler) {
            return handler.fetcherStopped(this);
        }
    }

    /** HW = LEO. {@code lastEpoch} is the newest of the epoch cache, -1 if it is empty. */
    record HighWatermarkReached(EffectId id, long leo, int lastEpoch) implements Result {
        @Override
        public <R> R accept(EventHandler<R> handler) {
            return handler.highWatermarkReached(this);
        }
    }

    record OpenAborted(EffectId id) implements Result {
        @Override
        public <R> R accept(EventHandler<R> handler) {
            return handler.openAborted(this);
        }
    }

    record MarkPut(EffectId id, long offset) implements Result {
        @Override
        public <R> R accept(EventHandler<R> handler) {
            return handler.markPut(this);
        }
    }

    record PartitionOpened(EffectId id) implements Result {
        @Override
        public <R> R accept(EventHandler<R> handler) {
            return handler.partitionOpened(this);
        }
    }

    record EffectFailed(EffectId id, Failure failure) implements Result {
        @Override
        public <R> R accept(EventHandler<R> handler) {
            return handler.effectFailed(this);
        }
    }

    /** Batches were appended, or the source said that there is nothing new. */
    record FetchProgressed(EffectId id, long leo) implements Result {
        @Override
        public <R> R accept(EventHandler<R> handler) {
            return handler.fetchProgressed(this);
        }
    }

    /** Source metadata shows a leader epoch. An epoch that only a batch shows is EffectFailed CORRUPT_EPOCH (F18). */
    record SourceEpochSeen(EffectId id, int sourceLeaderEpoch) implements Result {
        @Override
        public <R> R accept(EventHandler<R> handler) {
            return handler.sourceEpochSeen(this);
        }
    }

    record SourceDiverged(EffectId id, Divergence divergence, String detail) implements Result {
        @Override
        public <R> R accept(EventHandler<R> handler) {
            return handler.sourceDiverged(this);
        }
    }

    /** The source begins above our end: retention or DeleteRecords overtook the mirror. */
    record GapFound(EffectId id, long leo, long sourceLogStart) implements Result {
        @Override
        public <R> R accept(EventHandler<R> handler) {
            return handler.gapFound(this);
        }
    }
}
