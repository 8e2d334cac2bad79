// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.daemon.fake;

import io.kmirrord.protocol.EpochEnd;
import io.kmirrord.protocol.FetchPosition;
import io.kmirrord.protocol.FetchedPartition;
import io.kmirrord.protocol.LeaderHint;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.kafka.common.protocol.Errors;
import org.jspecify.annotations.Nullable;

/** Counts itself as open until it is closed; the bytes are wiped then, so that a late reader is found out. */
public final class FakeFetched implements FetchedPartition {
    private final FakeSource source;
    private final FetchPosition position;
    private final Errors error;
    private final long end;
    private final long start;
    private final byte[] bytes;
    private final AtomicBoolean closed = new AtomicBoolean();

    /** An answer of {@code source}, which counts it as open. */
    public FakeFetched(FakeSource source, FetchPosition position, Errors error, long end, long start, byte[] bytes) {
        this.source = source;
        this.position = position;
        this.error = error;
        this.end = end;
        this.start = start;
        this.bytes = bytes;
        source.open.incrementAndGet();
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
        return end;
    }

    @Override
    public long lastStableOffset() {
        return end;
    }

    @Override
    public long logStartOffset() {
        return start;
    }

    @Override
    public @Nullable EpochEnd divergingEpoch() {
        return null;
    }

    @Override
    public @Nullable LeaderHint leaderHint() {
        return null;
    }

    @Override
    public ByteBuf records() {
        return Unpooled.wrappedBuffer(bytes);
    }

    @Override
    public void close() {
        if (closed.compareAndSet(false, true)) {
            java.util.Arrays.fill(bytes, (byte) 0);
            source.open.decrementAndGet();
        }
    }
}
