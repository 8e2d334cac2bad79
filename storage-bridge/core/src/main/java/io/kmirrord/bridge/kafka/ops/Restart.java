// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.bridge.kafka.ops;

import io.kmirrord.bridge.wire.Request;

/**
 * How far a RESTART_AT has come: its first half is done at least. Immutable.
 *
 * @param highestEpochCut highest epoch that the first half removed, -1 if the log was empty
 * @param started true once the second half is done as well, barriers apart
 */
record Restart(Request.RestartAt request, int highestEpochCut, boolean started) {

    /** Returns true for this request again: the same but for its timeout. */
    boolean isOf(Request.RestartAt other) {
        return request.ref().equals(other.ref())
                && request.partition().equals(other.partition())
                && request.leaderEpoch() == other.leaderEpoch()
                && request.offset() == other.offset()
                && request.expectedEndOffset() == other.expectedEndOffset();
    }

    /** Returns true if the log holds nothing, and ends where this restart left it. */
    boolean left(long logStart, long logEnd) {
        return logStart == logEnd && logEnd == (started ? request.offset() : 0);
    }
}
