// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.bridge.kafka;

import org.apache.kafka.storage.internals.log.BatchMetadata;
import org.jspecify.annotations.Nullable;

/** What the hooks use and what differs between broker lines. Stateless, thread-safe. */
public interface LogLine {

    /** Returns the offset of the last record of a batch that a producer entry remembers. */
    long lastOffset(BatchMetadata batch);

    /** Returns the client id of the request that this thread serves, or null if it serves none. */
    @Nullable
    String clientId();
}
