// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.testkit.simulation;

import java.util.List;

/**
 * The log of a stock broker in the hands of the bridge. The broker does what it is told, also what fails the thread
 * that asked, or its followers for good; that the bridge lets such a thing through is a violation of I10. A batch has
 * one record here, so a cut inside of one cannot be told.
 */
final class StockLog {

    private StockLog() {}

    /**
     * Appends as a follower does. Below the log end it throws UnexpectedAppendOffsetException (bridge.md, hazard 5 and
     * section 2; above it is a legal gap, hazard 10). A batch above the partition's leader epoch is skipped by every
     * follower, in a loop without a pause (hazard 1). One below the newest epoch of the log takes entries out of the
     * leader-epoch cache, so that replicas that part no longer find where (hazards.md, F14).
     */
    static void append(SimLog log, Batch batch, int leaderEpoch) {
        Violation.unless(
                batch.offset >= log.end(), "I10", () -> "append of " + batch + " below the end of the log " + log);
        Violation.unless(
                batch.epoch <= leaderEpoch,
                "I10",
                () -> "append of " + batch + " above leader epoch " + leaderEpoch + ": " + log);
        Violation.unless(
                batch.epoch >= log.lastEpoch(), "I10", () -> "append of " + batch + " in a falling epoch: " + log);
        log.append(batch);
    }

    /**
     * Cuts. At or below the log start, or where no epoch is left, the broker silently empties the log and its cache:
     * the fetches of followers then fail before the leader notes them, and the barrier never passes (hazards.md, F17).
     * Returns what was removed.
     */
    static List<Batch> truncate(SimLog log, long offset) {
        Violation.unless(keepsAnEpoch(log, offset), "I10", () -> "cut at " + offset + " empties the cache of " + log);
        return log.truncate(offset);
    }

    /** Returns whether a cut is none, or leaves an epoch to tell the log by. */
    static boolean keepsAnEpoch(SimLog log, long offset) {
        return offset >= log.end()
                || (offset > log.start() && log.epochs().stream().anyMatch(entry -> entry.startOffset() < offset));
    }

    /** Moves the first offset. Above the high watermark it throws OffsetOutOfRangeException (bridge.md, section 8). */
    static void setLogStart(SimLog log, long highWatermark, long offset) {
        Violation.unless(
                offset <= highWatermark,
                "I10",
                () -> "log start " + offset + " above the high watermark " + highWatermark + ": " + log);
        log.deleteBefore(offset);
    }
}
