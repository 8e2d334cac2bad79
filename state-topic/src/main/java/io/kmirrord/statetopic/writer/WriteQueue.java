// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.statetopic.writer;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.apache.kafka.common.errors.InterruptException;

/** Writes that wait, in order. Thread-safe. Waiting methods throw {@link InterruptException} when interrupted. */
final class WriteQueue {
    private static final long MAX_GROUP_BYTES = 2L << 20;

    private final int maxWrites;
    private final Deque<Pending> pending = new ArrayDeque<>();
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private boolean closed;

    WriteQueue(int maxWrites) {
        this.maxWrites = maxWrites;
    }

    /** Returns whether it was taken: false once closed. */
    boolean offer(Pending write) {
        lock.lock();
        try {
            if (closed) {
                return false;
            }
            pending.add(write);
            changed.signalAll();
            return true;
        } finally {
            lock.unlock();
        }
    }

    /** Waits for writes and returns as many as may go together, at least one; none once closed and empty. */
    List<Pending> take() {
        lock.lock();
        try {
            while (pending.isEmpty() && !closed) {
                changed.await();
            }
            List<Pending> group = new ArrayList<>();
            long bytes = 0;
            while (group.size() < maxWrites && !pending.isEmpty()) {
                bytes += pending.element().bytes();
                if (!group.isEmpty() && bytes > MAX_GROUP_BYTES) {
                    break;
                }
                group.add(pending.remove());
            }
            return group;
        } catch (InterruptedException e) {
            throw new InterruptException(e);
        } finally {
            lock.unlock();
        }
    }

    /** Waits; returns early, and true, once closed. */
    boolean awaitClose(Duration time) {
        lock.lock();
        try {
            long left = time.toNanos();
            while (!closed && left > 0) {
                left = changed.awaitNanos(left);
            }
            return closed;
        } catch (InterruptedException e) {
            throw new InterruptException(e);
        } finally {
            lock.unlock();
        }
    }

    /** Takes no more. What is there can still be taken. */
    void close() {
        lock.lock();
        try {
            closed = true;
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /** Removes and returns what is there. */
    List<Pending> rest() {
        lock.lock();
        try {
            List<Pending> rest = List.copyOf(pending);
            pending.clear();
            return rest;
        } finally {
            lock.unlock();
        }
    }
}
