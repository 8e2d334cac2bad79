// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.protocol;

import java.util.List;

/**
 * Answer of one fetch. Holds one network buffer, and its share of {@link FetchBudget}, until every partition is
 * closed. Thread-safe.
 */
public interface FetchResult extends AutoCloseable {

    /**
     * The partitions that have something to tell: data, an error, or a changed high watermark, last stable offset or
     * log start offset. In an incremental session the others are left out.
     */
    List<FetchedPartition> partitions();

    /** Size of the response on the wire, bytes. */
    int sizeInBytes();

    /** Closes all partitions. Idempotent. */
    @Override
    void close();
}
