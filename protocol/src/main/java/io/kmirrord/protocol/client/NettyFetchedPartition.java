// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.protocol.client;

import io.kmirrord.protocol.EpochEnd;
import io.kmirrord.protocol.FetchPosition;
import io.kmirrord.protocol.FetchedPartition;
import io.kmirrord.protocol.LeaderHint;
import io.netty.buffer.ByteBuf;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.kafka.common.protocol.Errors;
import org.jspecify.annotations.Nullable;

/** One partition of a {@link NettyFetchResult}. Thread-safe. */
final class NettyFetchedPartition implements FetchedPartition {

    private final NettyFetchResult result;
    private final FetchPosition position;
    private final Errors error;
    private final long highWatermark;
    private final long lastStableOffset;
    private final long logStartOffset;
    private final @Nullable EpochEnd divergingEpoch;
    private final @Nullable LeaderHint leaderHint;
    private final ByteBuf records;
    private final boolean holdsBuffer;
    private final AtomicBoolean closed = new AtomicBoolean();

    NettyFetchedPartition(
            NettyFetchResult result,
            FetchPosition position,
            Errors error,
            long highWatermark,
            long lastStableOffset,
            long logStartOffset,
            @Nullable EpochEnd divergingEpoch,
            @Nullable LeaderHint leaderHint,
            ByteBuf records) {
        this.result = result;
        this.position = position;
        this.error = error;
        this.highWatermark = highWatermark;
        this.lastStableOffset = lastStableOffset;
        this.logStartOffset = logStartOffset;
        this.divergingEpoch = divergingEpoch;
        this.leaderHint = leaderHint;
        this.records = records;
        this.holdsBuffer = records.isReadable();
    }

    boolean holdsBuffer() {
        return holdsBuffer;
    }

    @Override
    public FetchPosition position() {
        return position;
    }

    @Override
    public Errors error() {
        return error;
    }

    @Override
    public long highWatermark() {
        return highWatermark;
    }

    @Override
    public long lastStableOffset() {
        return lastStableOffset;
    }

    @Override
    public long logStartOffset() {
        return logStartOffset;
    }

    @Override
    public @Nullable EpochEnd divergingEpoch() {
        return divergingEpoch;
    }

    @Override
    public @Nullable LeaderHint leaderHint() {
        return leaderHint;
    }

    @Override
    public ByteBuf records() {
        if (closed.get()) {
            throw new IllegalStateException("the records of " + position.partition() + " were closed");
        }
        return records;
    }

    @Override
    public void close() {
        if (closed.compareAndSet(false, true) && holdsBuffer) {
            result.release();
        }
    }
}
