// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.bridge.kafka;

import org.apache.kafka.storage.internals.log.BatchMetadata;
import org.apache.kafka.storage.internals.log.UnifiedLog;
import org.jspecify.annotations.Nullable;

/** What the hooks use and what differs between broker lines. Stateless, thread-safe. */
public interface LogLine {
    /** How far behind its offset the mark is looked for: one ABORT marker takes 78 bytes. */
    int MARK_SEARCH_BYTES = 1 << 20;

    /** Returns the offset of the last record of a batch that a producer entry remembers. */
    long lastOffset(BatchMetadata batch);

    /**
     * Returns the time stamp of the mark (the first control batch without a producer id) if nothing but control
     * batches stands between it and this offset, else {@link Long#MAX_VALUE}: then it cannot be told.
     */
    long markTimestamp(UnifiedLog log, long offset);

    /** Returns the client id of the request that this thread serves, or null if it serves none. */
    @Nullable
    String clientId();
}
