// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.daemon.partition;

/** What a step wants done. Each outcome comes back as an {@link Event.Outcome} of the same attempt. */
public sealed interface Effect {

    /** Opens the leadership. Outcome: Begun, Refused, Unanswered. */
    record Begin(long attempt, int leaderEpoch, int sourceLeaderEpoch) implements Effect {}

    /** Asks the source for the end of an epoch. Outcome: TailChecked, SourceFailed. */
    record CheckTail(long attempt, int sourceLeaderEpoch, int epoch) implements Effect {}

    /** Asks the source for its first and last offset. Outcome: OffsetsListed, SourceFailed. */
    record ListOffsets(long attempt, int sourceLeaderEpoch) implements Effect {}

    /**
     * Fetches from an offset on until data or an error comes. Outcome: Fetched, Diverged, SourceFailed, Unreadable.
     *
     * @param lastEpoch epoch of the batch before the offset, -1 for none
     */
    record Fetch(long attempt, SourceLeader from, long offset, int lastEpoch) implements Effect {}

    /** Fetches no more. */
    record StopFetch() implements Effect {}

    /** Appends the records of the present event. Outcome: Appended, Refused, Unanswered. */
    record Append(long attempt, long token, long expectedEnd) implements Effect {}

    /**
     * Starts the empty log at an offset. Outcome: Restarted, Refused, Unanswered.
     *
     * @param expectedEnd log end that BEGIN told: with another, somebody appended since, and nothing is removed
     */
    record RestartAt(long attempt, int leaderEpoch, long offset, long expectedEnd) implements Effect {}

    /** Outcome: LogStartSet, Refused, Unanswered. */
    record SetLogStart(long attempt, int leaderEpoch, long offset) implements Effect {}

    /** Asks for source metadata soon; what changed comes as Surrounded. */
    record RefreshSource() implements Effect {}

    /** Outcome: TimerFired. */
    record Schedule(long attempt, long delayMs) implements Effect {}
}
