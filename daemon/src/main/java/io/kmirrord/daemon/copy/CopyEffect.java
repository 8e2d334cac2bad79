// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.daemon.copy;

/** What a step wants done. Each outcome comes back as an {@link CopyEvent.Outcome} of the same attempt. */
public sealed interface CopyEffect {

    /** Opens the leadership. Outcome: Begun, Refused, Unanswered. */
    record Begin(long attempt, int leaderEpoch, int sourceLeaderEpoch) implements CopyEffect {}

    /**
     * Asks the source for the end of an epoch, and compares the last batch where the source has no topic ids: a topic that was
     * deleted and created anew there has the same name and may have the same epochs. Outcome: TailChecked, SourceFailed.
     */
    record CheckTail(long attempt, int sourceLeaderEpoch, int epoch) implements CopyEffect {}

    /** Asks the source for its first and last offset. Outcome: OffsetsListed, SourceFailed. */
    record ListOffsets(long attempt, int sourceLeaderEpoch) implements CopyEffect {}

    /**
     * Fetches from an offset on until data or an error comes. Outcome: Fetched, Diverged, SourceFailed, Unreadable.
     *
     * @param lastEpoch epoch of the batch before the offset, -1 for none
     */
    record Fetch(long attempt, SourceLeader from, long offset, int lastEpoch) implements CopyEffect {}

    /** Fetches no more. */
    record StopFetch() implements CopyEffect {}

    /** Appends the records of the present event. Outcome: Appended, Refused, Unanswered. */
    record Append(long attempt, long token, long expectedEnd) implements CopyEffect {}

    /** Outcome: LogStartSet, Refused, Unanswered. */
    record SetLogStart(long attempt, int leaderEpoch, long offset) implements CopyEffect {}

    /** Tells the machine of the partition. No outcome. */
    record Report(CopyReport report) implements CopyEffect {}

    /** Asks for source metadata soon; what changed comes as Surrounded. */
    record RefreshSource() implements CopyEffect {}

    /** Outcome: TimerFired. */
    record Schedule(long attempt, long delayMs) implements CopyEffect {}
}
