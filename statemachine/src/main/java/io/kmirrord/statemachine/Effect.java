// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.statemachine;

import io.kmirrord.statemachine.decision.Failure;

/**
 * Something to be done outside of the machine. A value; immutable.
 *
 * <p><b>Ordering contract.</b> The effects of one step are done in the order of their list:
 * <ol>
 *   <li>An effect begins when the one before it was acknowledged. So a state is durable before anything that it
 *       allows is done, what a cut removes is saved before the cut, writing has ended before a position is recorded,
 *       and everything is durable before a partition is reported writable.
 *   <li>The effects of a later step begin when those of the step before have ended, were refused, or are abandoned
 *       because leadership was lost. At most one append per partition is under way.
 *   <li>Only the last effect of a list that has a result answers with an event; any of them may answer with
 *       {@link Event.EffectFailed}, after which the rest of the list is dropped.
 *   <li>{@link PersistState} is repeated until acknowledged; it is given up only when leadership is lost.
 * </ol>
 * Each is idempotent: after a crash between any two the state that was persisted last is entered again and asks for
 * the same.
 */
public sealed interface Effect {

    /** Identity that the result carries. */
    EffectId id();

    /** Writes the state record, read back through the view by everybody. Lower keys are tombstoned after the ack. */
    record PersistState(EffectId id, PartitionId partition, Recorded recorded) implements Effect {}

    /**
     * Loop, reverse mirror and position at the source, read from the source's state topic; its leader epoch and log
     * start. Answer: {@link Event.PositionRead}.
     */
    record ReadSourcePosition(EffectId id) implements Effect {}

    /**
     *
     * Brings the partition into at least a phase of the topic's fence and waits until it is in force on this broker. A
     * later phase of the same generation stays: a sleeper of an older leadership may have put it. STOPPED in this
     * generation is ALREADY_OPEN, a later generation is GENERATION_OVERTAKEN.
     *
     *
     * @param decideStop the topic's stop epoch E is decided, once per topic and generation, by the first who asks
     *     ({@link io.kmirrord.statemachine.decision.EpochBlocks#stopEpoch} over all its partitions). Answer:
     *     {@link Event.FencePut}
     */
    record PutFence(EffectId id, FencePhase phase, boolean decideStop) implements Effect {}

    /** Describes the leader's log. Answer: {@link Event.LogDescribed}. */
    record DescribeLog(EffectId id) implements Effect {}

    /** OffsetsForLeaderEpoch at the source's leader. Answer: {@link Event.EpochAnswered}. */
    record AskSourceEpoch(EffectId id, int epoch) implements Effect {}

    /** Size of the local log from an offset on, and the epoch that follows there. Answer: {@link Event.CutMeasured}. */
    record MeasureCut(EffectId id, long fromOffset) implements Effect {}

    /**
     * Saves the local log from an offset on, manifest last and synced. Answer: {@link Event.Salvaged}.
     *
     * @param bytes size of it as measured, for a check of the free space before anything is written
     */
    record Salvage(EffectId id, long fromOffset, long bytes, SalvageReason reason) implements Effect {}

    /**
     * TRUNCATE. Nothing to remove where the log ends there already, but its barrier begins. Answer: {@link
     * Event.CutDone}.
     *
     * @param savedTo end of what was saved: if the log ends elsewhere by now, as a transaction marker may have been
     *     appended, nothing is cut and the answer is LOG_MOVED
     */
    record Truncate(EffectId id, long offset, long savedTo, int nextEpoch) implements Effect {}

    /** RESTART_AT, with the same rule for {@code savedTo}. Answer: {@link Event.CutDone}. */
    record RestartAt(EffectId id, long offset, long savedTo) implements Effect {}

    /**
     * The barrier of the last cut.
     *
     * @param allReplicas every assigned replica must end at or below the offset, else those in the ISR
     *     Answer: {@link Event.BarrierReached}
     */
    record AwaitBarrier(EffectId id, long offset, boolean allReplicas) implements Effect {}

    /** Compares the last local batch with the source's at the same offset. Answer: {@link Event.TailCompared}. */
    record CompareTail(EffectId id) implements Effect {}

    /** ENSURE_EPOCH. Answer: {@link Event.EpochRaised}; the machine goes on with the leadership that it makes. */
    record RaiseEpoch(EffectId id, int minEpoch) implements Effect {}

    /**
     * BEGIN, then fetches at LEO and appends until stopped. Reports {@link Event.FetchProgressed},
     * {@link Event.SourceEpochSeen}, {@link Event.SourceDiverged}, {@link Event.GapFound}.
     *
     * @param skipTo first offset to fetch if it is above LEO, else -1
     */
    record StartFetcher(EffectId id, long skipTo) implements Effect {}

    /** Removes the fetcher and waits for an append under way. Answer: {@link Event.FetcherStopped}. */
    record StopFetcher(EffectId id) implements Effect {}

    /** Waits until HW = LEO. Answer: {@link Event.HighWatermarkReached}. */
    record AwaitHighWatermark(EffectId id) implements Effect {}

    /** ABORT markers, acknowledged when HW is above them. Answer: {@link Event.OpenAborted}. */
    record AbortOpen(EffectId id) implements Effect {}

    /** The mark, acknowledged when HW is above it. Answer: {@link Event.MarkPut}. */
    record PutMark(EffectId id) implements Effect {}

    /** Phase STOPPED of the partition in the fence. Answer: {@link Event.PartitionOpened}. */
    record OpenPartition(EffectId id, int stopEpoch) implements Effect {}

    /** Sends {@link Event.RetryDue} at a time. */
    record ScheduleRetry(EffectId id, long atMs) implements Effect {}

    /** Counts, logs and shows a failure. */
    record ReportFailure(EffectId id, Failure failure) implements Effect {}

    /** Records, counts and alarms a gap of the source: offsets that were never copied. */
    record ReportGap(EffectId id, long fromOffset, long toOffset) implements Effect {}
}
