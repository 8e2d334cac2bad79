// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.bridge.server;

import io.kmirrord.bridge.wire.BodyBuffer;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * Memory for the bodies of requests, never more than a fixed number of bytes. Thread-safe.
 *
 * <p>Direct, because the broker writes record data to a file channel, and the JDK would copy a heap buffer through a
 * hidden direct one of equal size. Direct memory is given back to the system by the garbage collector only, whenever
 * that runs; so it is taken in slabs, when first needed, and kept, and ranges of the slabs are lent out (first fit, in
 * pages). Each slab but the last holds the largest frame, so any frame fits once enough others are released.
 *
 * <p>Bodies of up to one page are on the heap and outside of the budget: control operations go on while it is used up,
 * and a bridge that mirrors nothing holds no direct memory. Their sum is bounded by the number of requests in flight.
 */
final class MemoryBudget implements BodyBuffer.Source {
    static final int PAGE_BYTES = 4096;

    private final long budgetBytes;
    private final int slabBytes;
    private final Runnable onReleased;
    private final Runnable onDirectMemoryExhausted;
    private final List<Slab> slabs = new ArrayList<>();
    private long committedBytes;
    private long inUseBytes;
    private long peakBytes;

    /** A slab and its free ranges: offset to length, never two that touch. */
    private record Slab(ByteBuffer memory, NavigableMap<Integer, Integer> free) {}

    /**
     * Makes a budget.
     *
     * @param budgetBytes at least {@code maxFrameBytes} rounded up to a page
     * @param onReleased called after each release, on the releasing thread
     * @param onDirectMemoryExhausted called when the JVM refuses direct memory that the budget would allow
     */
    MemoryBudget(long budgetBytes, int maxFrameBytes, Runnable onReleased, Runnable onDirectMemoryExhausted) {
        this.budgetBytes = budgetBytes;
        this.slabBytes = pages(maxFrameBytes);
        this.onReleased = onReleased;
        this.onDirectMemoryExhausted = onDirectMemoryExhausted;
    }

    @Override
    public @Nullable BodyBuffer take(int bytes) {
        return bytes <= PAGE_BYTES ? BodyBuffer.onHeap(bytes) : takeDirect(bytes);
    }

    private synchronized @Nullable BodyBuffer takeDirect(int bytes) {
        int length = pages(bytes);
        for (Slab slab : slabs) {
            BodyBuffer lease = takeFrom(slab, bytes, length);
            if (lease != null) {
                return lease;
            }
        }
        int size = (int) Math.min(slabBytes, (budgetBytes - committedBytes) & -PAGE_BYTES);
        Slab added = size < length ? null : commit(size);
        return added == null ? null : takeFrom(added, bytes, length);
    }

    private @Nullable Slab commit(int size) {
        try {
            Slab slab = new Slab(ByteBuffer.allocateDirect(size), new TreeMap<>(Map.of(0, size)));
            slabs.add(slab);
            committedBytes += size;
            return slab;
        } catch (OutOfMemoryError e) {
            // -XX:MaxDirectMemorySize is shared with the broker, which must not be harmed: the frame waits.
            onDirectMemoryExhausted.run();
            return null;
        }
    }

    private @Nullable BodyBuffer takeFrom(Slab slab, int bytes, int length) {
        Map.Entry<Integer, Integer> range = firstFit(slab, length);
        if (range == null) {
            return null;
        }
        int offset = range.getKey();
        int left = range.getValue() - length;
        slab.free.remove(offset);
        if (left > 0) {
            slab.free.put(offset + length, left);
        }
        inUseBytes += length;
        peakBytes = Math.max(peakBytes, inUseBytes);
        return new Lease(slab, offset, length, slab.memory.slice(offset, bytes));
    }

    private static Map.@Nullable Entry<Integer, Integer> firstFit(Slab slab, int length) {
        for (Map.Entry<Integer, Integer> range : slab.free.entrySet()) {
            if (range.getValue() >= length) {
                return Map.entry(range.getKey(), range.getValue());
            }
        }
        return null;
    }

    private synchronized void giveBack(Slab slab, int offset, int length) {
        int start = offset;
        int end = offset + length;
        Map.Entry<Integer, Integer> before = slab.free.lowerEntry(offset);
        if (before != null && before.getKey() + before.getValue() == offset) {
            start = before.getKey();
        }
        Integer after = slab.free.remove(end);
        if (after != null) {
            end += after;
        }
        slab.free.put(start, end - start);
        inUseBytes -= length;
    }

    synchronized long inUseBytes() {
        return inUseBytes;
    }

    synchronized long committedBytes() {
        return committedBytes;
    }

    synchronized long peakBytes() {
        return peakBytes;
    }

    private static int pages(int bytes) {
        return Math.toIntExact(((long) bytes + PAGE_BYTES - 1) & -PAGE_BYTES);
    }

    private final class Lease implements BodyBuffer {
        private final Slab slab;
        private final int offset;
        private final int length;
        private final ByteBuffer buffer;
        private final AtomicBoolean released = new AtomicBoolean();

        Lease(Slab slab, int offset, int length, ByteBuffer buffer) {
            this.slab = slab;
            this.offset = offset;
            this.length = length;
            this.buffer = buffer;
        }

        @Override
        public ByteBuffer buffer() {
            return buffer;
        }

        @Override
        public void release() {
            if (released.compareAndSet(false, true)) {
                giveBack(slab, offset, length);
                onReleased.run();
            }
        }
    }
}
