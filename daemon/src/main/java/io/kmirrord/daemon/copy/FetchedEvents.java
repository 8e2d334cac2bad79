// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.daemon.copy;

import io.kmirrord.protocol.BatchHeader;
import io.kmirrord.protocol.EpochEnd;
import io.kmirrord.protocol.ErrorCategory;
import io.kmirrord.protocol.FetchedPartition;
import io.kmirrord.protocol.RecordBatches;
import io.kmirrord.protocol.WireException;
import java.util.List;
import org.apache.kafka.common.protocol.Errors;

/** Says in an event what a fetch brought, without touching its records. Pure. */
final class FetchedEvents {
    private FetchedEvents() {}

    static CopyEvent of(long attempt, FetchedPartition answer) {
        if (answer.error() != Errors.NONE) {
            return new CopyEvent.SourceFailed(
                    attempt,
                    answer.error(),
                    answer.error() + " when fetching at offset "
                            + answer.position().fetchOffset());
        }
        EpochEnd diverging = answer.divergingEpoch();
        if (diverging != null) {
            return new CopyEvent.Diverged(attempt, diverging.leaderEpoch(), diverging.endOffset());
        }
        if (!answer.records().isReadable()) {
            return new CopyEvent.Fetched(attempt, null, answer.highWatermark(), answer.logStartOffset());
        }
        try {
            List<BatchHeader> headers = RecordBatches.headers(answer.records());
            if (!rising(headers)) {
                return new CopyEvent.Unreadable(attempt, false, "the offsets of its batches do not rise");
            }
            BatchRange range = range(headers, answer.records().readableBytes());
            if (range.nextOffset() > answer.highWatermark()
                    && jumps(headers, answer.position().fetchOffset())) {
                return new CopyEvent.Unreadable(
                        attempt,
                        false,
                        "its batches jump up to offset " + range.nextOffset() + ", above the high watermark "
                                + answer.highWatermark() + "; no checksum covers the offset");
            }
            // A broker notes the high watermark before it reads: what became readable between lies above it.
            long highWatermark = Math.max(answer.highWatermark(), range.nextOffset());
            return new CopyEvent.Fetched(attempt, range, highWatermark, answer.logStartOffset());
        } catch (WireException e) {
            return new CopyEvent.Unreadable(
                    attempt, e.category() == ErrorCategory.FATAL, String.valueOf(e.getMessage()));
        }
    }

    private static boolean rising(List<BatchHeader> headers) {
        long next = Long.MIN_VALUE;
        for (BatchHeader header : headers) {
            if (header.baseOffset() < Math.max(next, 0) || header.lastOffsetDelta() < 0) {
                return false;
            }
            next = header.nextOffset();
        }
        return true;
    }

    /** Whether a batch does not begin where the one before it ends: right only where the source has compacted. */
    private static boolean jumps(List<BatchHeader> headers, long fetchOffset) {
        long next = fetchOffset;
        for (BatchHeader header : headers) {
            if (header.baseOffset() > next) {
                return true;
            }
            next = header.nextOffset();
        }
        return false;
    }

    private static BatchRange range(List<BatchHeader> headers, int bytes) {
        int highestEpoch = -1;
        for (BatchHeader header : headers) {
            highestEpoch = Math.max(highestEpoch, header.leaderEpoch());
        }
        BatchHeader last = headers.get(headers.size() - 1);
        return new BatchRange(
                headers.get(0).baseOffset(),
                headers.get(0).lastOffset(),
                last.nextOffset(),
                highestEpoch,
                last.leaderEpoch(),
                bytes,
                headers.size());
    }
}
