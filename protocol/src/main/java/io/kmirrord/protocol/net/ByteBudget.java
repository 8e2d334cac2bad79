// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.protocol.net;

import io.kmirrord.protocol.FetchBudget;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** The budget of {@link FetchBudget}. Thread-safe; futures complete on the thread that gave bytes back. */
public final class ByteBudget implements FetchBudget {

    private record Waiter(int bytes, CompletableFuture<Reservation> future) {}

    private final long limit;
    /** Guarded by this. */
    private final Deque<Waiter> waiters = new ArrayDeque<>();
    /** Guarded by this; above {@link #limit} only by oversized answers. */
    private long reserved;

    /**
     * @param limitBytes above 0
     */
    public ByteBudget(long limitBytes) {
        if (limitBytes <= 0) {
            throw new IllegalArgumentException("fetch memory of " + limitBytes + " bytes; accepted: above 0");
        }
        this.limit = limitBytes;
    }

    /**
     * Reserves bytes, after all who asked before.
     *
     * @param bytes above 0, at most the limit
     * @return completes when there is room; cancel it to leave the queue
     */
    public CompletableFuture<Reservation> reserve(int bytes) {
        if (bytes <= 0 || bytes > limit) {
            throw new IllegalArgumentException(
                    "a fetch of " + bytes + " bytes; accepted: 1 to " + limit + " (fetch.memory.bytes)");
        }
        CompletableFuture<Reservation> future = new CompletableFuture<>();
        synchronized (this) {
            waiters.add(new Waiter(bytes, future));
        }
        Futures.onDone(future, granted -> {}, left -> grant());
        grant();
        return future;
    }

    private void add(long bytes) {
        synchronized (this) {
            reserved += bytes;
        }
        if (bytes < 0) {
            grant();
        }
    }

    private void grant() {
        List<Waiter> granted = new ArrayList<>();
        synchronized (this) {
            waiters.removeIf(w -> w.future().isDone());
            while (!waiters.isEmpty() && waiters.getFirst().bytes() <= limit - reserved) {
                Waiter next = waiters.removeFirst();
                reserved += next.bytes();
                granted.add(next);
            }
        }
        for (Waiter waiter : granted) {
            Reservation reservation = new Reservation(waiter.bytes());
            if (!waiter.future().complete(reservation)) {
                reservation.release();
            }
        }
    }

    @Override
    public long limitBytes() {
        return limit;
    }

    @Override
    public synchronized long reservedBytes() {
        return reserved;
    }

    @Override
    public synchronized int waiting() {
        return waiters.size();
    }

    /** Bytes taken from the budget until {@link #release}. Thread-safe. */
    public final class Reservation {

        /** Guarded by this reservation; 0 once released. */
        private int bytes;

        private Reservation(int bytes) {
            this.bytes = bytes;
        }

        /**
         * Sets what is really held: less gives back, more takes without waiting. Nothing once released.
         *
         * @param newBytes above 0
         */
        public void resize(int newBytes) {
            int difference;
            synchronized (this) {
                difference = bytes == 0 ? 0 : newBytes - bytes;
                bytes += difference;
            }
            add(difference);
        }

        /** Gives everything back. Idempotent. */
        public void release() {
            int held;
            synchronized (this) {
                held = bytes;
                bytes = 0;
            }
            add(-held);
        }
    }
}
