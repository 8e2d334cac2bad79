// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.protocol;

import io.netty.buffer.ByteBuf;
import org.apache.kafka.common.protocol.Errors;
import org.jspecify.annotations.Nullable;

/** What a fetch told about one partition. Thread-safe. */
public interface FetchedPartition extends AutoCloseable {

    /** The position that this answers. */
    FetchPosition position();

    /** NONE, or the partition's error; {@link ErrorCategory#of} says what to do. */
    Errors error();

    /** High watermark of the source, -1 on errors. */
    long highWatermark();

    /** Last stable offset of the source, -1 on errors. */
    long lastStableOffset();

    /** Log start offset of the source, -1 on errors. */
    long logStartOffset();

    /** Set when the source's log differs from ours below the position; then there are no records. */
    @Nullable
    EpochEnd divergingEpoch();

    /** Set when the source told who leads now. */
    @Nullable
    LeaderHint leaderHint();

    /**
     * Whole record batches as they lie in the source's log; empty when there are none. A batch cut off at the end of
     * the answer is already left out. The first batch may begin <b>below</b> the offset asked for, when that lies
     * inside a batch. Checksums are not verified: see {@link RecordBatches}.
     *
     * <p>A slice of the network buffer with indices of its own, valid until {@link #close}. Do not release it.
     */
    ByteBuf records();

    /** Gives the bytes back. Idempotent; {@link #records} must not be touched afterwards. */
    @Override
    void close();
}
