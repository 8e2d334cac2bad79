// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.bridge.kafka.ops;

import io.kmirrord.bridge.wire.BridgeException;
import io.kmirrord.bridge.wire.ErrorCode;
import io.kmirrord.bridge.wire.Response;
import org.apache.kafka.storage.internals.log.LogStartOffsetIncrementReason;
import org.apache.kafka.storage.internals.log.UnifiedLog;

/** Raises log starts: unlike DeleteRecords, for compacted topics too. Stateless. */
final class LogStarts {
    private LogStarts() {}

    /**
     * Raises the log start; a lower offset changes nothing. The caller holds the partition's read lock.
     *
     * @throws BridgeException {@link ErrorCode#ABOVE_HIGH_WATERMARK}
     */
    static Response.LogStart raise(Replica replica, UnifiedLog log, long offset) throws BridgeException {
        long highWatermark = log.highWatermark();
        if (offset > highWatermark) {
            throw new BridgeException(
                    ErrorCode.ABOVE_HIGH_WATERMARK,
                    highWatermark,
                    "log start " + offset + " for " + replica.name() + "; accepted: up to the high watermark, "
                            + highWatermark);
        }
        log.maybeIncrementLogStartOffset(offset, LogStartOffsetIncrementReason.LeaderOffsetIncremented);
        return new Response.LogStart(log.logStartOffset());
    }
}
