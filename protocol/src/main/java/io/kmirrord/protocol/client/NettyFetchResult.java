// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.protocol.client;

import io.kmirrord.protocol.FetchResult;
import io.kmirrord.protocol.FetchedPartition;
import io.kmirrord.protocol.net.ByteBudget;
import io.netty.buffer.ByteBuf;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Owns the network buffer and the reservation; both go when the last partition with records is closed, at once when
 * there is none. Thread-safe once started.
 */
final class NettyFetchResult implements FetchResult {

    private final ByteBuf frame;
    private final ByteBudget.Reservation reservation;
    private final int sizeInBytes;
    private final AtomicInteger open = new AtomicInteger();
    private volatile List<NettyFetchedPartition> partitions = List.of();

    NettyFetchResult(ByteBuf frame, ByteBudget.Reservation reservation, int sizeInBytes) {
        this.frame = frame;
        this.reservation = reservation;
        this.sizeInBytes = sizeInBytes;
    }

    /** Called once, before anybody else sees the result. */
    void start(List<NettyFetchedPartition> all) {
        partitions = List.copyOf(all);
        // One more than the partitions, so that the count cannot reach 0 before all are counted.
        open.set(1
                + (int) all.stream().filter(NettyFetchedPartition::holdsBuffer).count());
        release();
    }

    /** One holder less. */
    void release() {
        if (open.decrementAndGet() == 0) {
            frame.release();
            reservation.release();
        }
    }

    @Override
    public List<FetchedPartition> partitions() {
        return List.copyOf(partitions);
    }

    @Override
    public int sizeInBytes() {
        return sizeInBytes;
    }

    @Override
    public void close() {
        partitions.forEach(NettyFetchedPartition::close);
    }
}
