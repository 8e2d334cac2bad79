// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.daemon.copy;

import io.kmirrord.bridge.wire.ErrorCode;
import io.kmirrord.statemachine.Tail;
import org.apache.kafka.common.protocol.Errors;
import org.jspecify.annotations.Nullable;

/** What happens to a copy. */
public sealed interface CopyEvent {

    /** Leadership at the source, or an obstacle of the topic, changed. */
    record Surrounded(Surroundings around) implements CopyEvent {}

    /** The outcome of an effect, or of a fetch, of one attempt. */
    sealed interface Outcome extends CopyEvent {
        long attempt();
    }

    /** BEGIN was answered; values as in {@link io.kmirrord.bridge.wire.Response.Begun}. */
    record Begun(long attempt, long token, long logStart, long logEnd, long highWatermark, int lastEpoch)
            implements Outcome {}

    /** The bridge refused. */
    record Refused(long attempt, Operation operation, ErrorCode code, long value, String message) implements Outcome {}

    /** The connection to the bridge broke, or there was no answer: whether it was done is not known. */
    record Unanswered(long attempt, Operation operation, String message) implements Outcome {}

    /**
     * OffsetsForLeaderEpoch was answered: largest epoch not above the one asked (-1: none), and its end.
     *
     * @param tail of the last batch here and the source's, compared where the source has no topic ids; else {@link Tail#ABSENT}
     */
    record TailChecked(long attempt, int epoch, long endOffset, Tail tail) implements Outcome {}

    /** The source's log start and its high watermark. */
    record OffsetsListed(long attempt, long earliest, long latest) implements Outcome {}

    /**
     * Data of the source, or news of it without data.
     *
     * @param batches null when there are none; the fetch then goes on by itself
     */
    record Fetched(long attempt, @Nullable BatchRange batches, long sourceHighWatermark, long sourceLogStart)
            implements Outcome {}

    /** The source's log differs from ours: it ends the epoch asked for, or a lower one, below our end. */
    record Diverged(long attempt, int epoch, long endOffset) implements Outcome {}

    /** The source refused, with a code, or could not be asked ({@link Errors#NONE}). */
    record SourceFailed(long attempt, Errors error, String message) implements Outcome {}

    /** Fetched bytes that are no record batches. */
    record Unreadable(long attempt, boolean oldFormat, String message) implements Outcome {}

    record Appended(long attempt, long logEnd, long highWatermark) implements Outcome {}

    record LogStartSet(long attempt, long logStart) implements Outcome {}

    /** The high watermark here, asked for because {@link Progress#wantsHighWatermark}. */
    record HighWatermark(long attempt, long offset) implements Outcome {}

    /** The delay of {@link CopyEffect.Schedule} is over. */
    record TimerFired(long attempt) implements Outcome {}
}
