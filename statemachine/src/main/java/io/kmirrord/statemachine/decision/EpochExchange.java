// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.statemachine.decision;

/**
 * Kafka's OffsetsForLeaderEpoch exchange (F15): from a candidate offset downwards until the epoch before it and the end
 * of that epoch agree on both sides. Every question asks for a smaller epoch than the one before, so it ends.
 */
public final class EpochExchange {

    /** What is known after an answer. */
    public sealed interface Progress {}

    /** Ask the source where an epoch ends. */
    public record Ask(int epoch, long candidate) implements Progress {}

    /** The logs agree up to an offset; nothing below it is known to differ. */
    public record Agreed(long offset) implements Progress {}

    private EpochExchange() {}

    /** Begins with a candidate: an offset above which nothing is known to be the source's. */
    public static Progress begin(LocalLog log, long candidate) {
        long bounded = Math.max(log.logStart(), Math.min(candidate, log.leo()));
        int epoch = log.epochBefore(bounded);
        return epoch < 0 ? new Agreed(bounded) : new Ask(epoch, bounded);
    }

    /**
     * Takes an answer of the source.
     *
     * @param epoch largest epoch of the source not above the one asked; -1 if all of the source's are lower, or it has
     *     none: then nothing of the epoch asked is common
     * @param endOffset where that epoch ends at the source
     */
    public static Progress answer(LocalLog log, Ask asked, int epoch, long endOffset) {
        if (epoch < 0) {
            return begin(log, log.startOfEpoch(asked.epoch()));
        }
        if (epoch == asked.epoch()) {
            long common = Math.min(asked.candidate(), endOffset);
            if (log.epochBefore(common) == epoch || common == asked.candidate()) {
                return new Agreed(Math.max(common, log.logStart()));
            }
            return begin(log, common);
        }
        return begin(log, Math.min(Math.min(asked.candidate(), endOffset), log.endOfEpoch(epoch)));
    }
}
