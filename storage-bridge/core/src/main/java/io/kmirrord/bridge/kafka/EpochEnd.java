// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.bridge.kafka;

import java.util.Optional;
import org.apache.kafka.server.common.OffsetAndEpoch;
import org.apache.kafka.storage.internals.log.UnifiedLog;

/**
 * Where an epoch ends that is above every one in a mirrored log. A stock leader is never asked: its own epoch, above
 * all others, stands in its log. A leader under a fence has no such entry (F7), and may lead with less than a replica
 * that comes back has, such as one that led, was cut and took higher epochs before anybody fetched them (F2). Left
 * without an answer that replica would shorten itself to the end of the leader, wherever that lies, and ask again
 * without a pause. Stateless.
 */
final class EpochEnd {
    private EpochEnd() {}

    /**
     * Returns what the entry would have made of the question: the highest epoch, which ends where the log does. Empty
     * for an epoch that is none and for a log without epochs.
     *
     * @param epoch one that the log has just been asked for in vain
     */
    static Optional<OffsetAndEpoch> of(UnifiedLog log, int epoch) {
        // First the end: of an append in between it is too low then, which only makes the replica fetch again.
        long end = log.logEndOffset();
        Optional<Integer> highest = log.leaderEpochCache().latestEpoch();
        if (highest.isEmpty() || epoch < 0) {
            return Optional.empty();
        }
        if (highest.get() >= epoch) {
            return log.endOffsetForEpoch(epoch); // appended in between: the log knows now
        }
        return Optional.of(new OffsetAndEpoch(end, highest.get()));
    }
}
