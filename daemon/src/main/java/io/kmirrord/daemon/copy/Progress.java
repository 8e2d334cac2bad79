// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.daemon.copy;

import java.util.ArrayList;
import java.util.List;

/**
 * How far a copy is.
 *
 * @param log the local log, its end including what is being appended
 * @param ahead chunks appended, or being appended, above the high watermark, oldest first
 * @param appendsInFlight of this attempt
 * @param fetching a fetch is under way or wanted
 * @param sourceHighWatermark -1 until the first answer
 * @param sourceLogStart -1 until the first answer
 * @param logStartPending a SET_LOG_START is under way
 * @param skipTo first offset to fetch if it is above the end of the log, else -1
 */
public record Progress(
        LogEnd log,
        List<Chunk> ahead,
        int appendsInFlight,
        boolean fetching,
        long sourceHighWatermark,
        long sourceLogStart,
        boolean logStartPending,
        long skipTo) {

    /** Chunks kept at most: neighbours are merged beyond, so that small appends do not grow the list. */
    private static final int MAX_CHUNKS = 64;

    /** Bytes up to an offset. */
    public record Chunk(long endOffset, long bytes) {}

    public Progress {
        ahead = List.copyOf(ahead);
    }

    static Progress start(LogEnd log, long skipTo) {
        return new Progress(log, List.of(), 0, true, -1, -1, false, skipTo);
    }

    /** Bytes above the high watermark. */
    long bytesAhead() {
        long bytes = 0;
        for (Chunk chunk : ahead) {
            bytes += chunk.bytes();
        }
        return bytes;
    }

    /** The high watermark must be asked for: something waits for it, and no append in flight will tell it. */
    public boolean wantsHighWatermark() {
        return appendsInFlight == 0 && log.highWatermark() < log.end();
    }

    /** Where the copy stands: its high watermark, or the end of a gap behind which nothing came yet. */
    public long reached() {
        return skipTo > log.end() && log.highWatermark() == log.end() ? skipTo : log.highWatermark();
    }

    boolean logStartBehind() {
        return !logStartPending && sourceLogStart > log.start() && sourceLogStart <= log.highWatermark();
    }

    Progress appending(BatchRange batches) {
        List<Chunk> chunks = new ArrayList<>(ahead);
        if (chunks.size() >= MAX_CHUNKS) {
            Chunk last = chunks.remove(chunks.size() - 1);
            chunks.add(new Chunk(batches.nextOffset(), last.bytes() + batches.bytes()));
        } else {
            chunks.add(new Chunk(batches.nextOffset(), batches.bytes()));
        }
        // An empty log that starts inside a batch takes the whole batch, and starts at its base until it is told again.
        long start = Math.min(log.start(), batches.baseOffset());
        LogEnd end = new LogEnd(log.token(), start, batches.nextOffset(), log.highWatermark(), batches.lastEpoch());
        return new Progress(
                end, chunks, appendsInFlight + 1, false, sourceHighWatermark, sourceLogStart, logStartPending, skipTo);
    }

    Progress appended(long highWatermark) {
        Progress replicated = replicated(highWatermark);
        return new Progress(
                replicated.log,
                replicated.ahead,
                appendsInFlight - 1,
                fetching,
                sourceHighWatermark,
                sourceLogStart,
                logStartPending,
                skipTo);
    }

    Progress replicated(long highWatermark) {
        if (highWatermark <= log.highWatermark()) {
            return this;
        }
        List<Chunk> chunks = ahead.stream()
                .filter(chunk -> chunk.endOffset() > highWatermark)
                .toList();
        LogEnd end = new LogEnd(log.token(), log.start(), log.end(), highWatermark, log.lastEpoch());
        return new Progress(
                end, chunks, appendsInFlight, fetching, sourceHighWatermark, sourceLogStart, logStartPending, skipTo);
    }

    Progress sourceAt(long highWatermark, long logStart) {
        return new Progress(log, ahead, appendsInFlight, fetching, highWatermark, logStart, logStartPending, skipTo);
    }

    Progress withFetching(boolean now) {
        return new Progress(
                log, ahead, appendsInFlight, now, sourceHighWatermark, sourceLogStart, logStartPending, skipTo);
    }

    Progress settingLogStart() {
        return new Progress(log, ahead, appendsInFlight, fetching, sourceHighWatermark, sourceLogStart, true, skipTo);
    }

    Progress logStartSet(long start) {
        LogEnd end = new LogEnd(log.token(), start, log.end(), log.highWatermark(), log.lastEpoch());
        return new Progress(end, ahead, appendsInFlight, fetching, sourceHighWatermark, sourceLogStart, false, skipTo);
    }
}
