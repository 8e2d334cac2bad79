// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.bridge.kafka;

import java.lang.reflect.Field;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import kafka.cluster.Partition;
import org.apache.kafka.storage.internals.log.UnifiedLog;

/** The private members of kafka.cluster.Partition that the operations need, looked up once. Thread-safe. */
public final class PartitionMembers {
    private final Field leaderIsrUpdateLock;
    private final Field futureLogLock;
    private final Method maybeIncrementLeaderHW;

    public PartitionMembers() {
        try {
            leaderIsrUpdateLock = Partition.class.getDeclaredField("leaderIsrUpdateLock");
            futureLogLock = Partition.class.getDeclaredField("futureLogLock");
            maybeIncrementLeaderHW =
                    Partition.class.getDeclaredMethod("maybeIncrementLeaderHW", UnifiedLog.class, long.class);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
        leaderIsrUpdateLock.setAccessible(true);
        futureLogLock.setAccessible(true);
        maybeIncrementLeaderHW.setAccessible(true);
    }

    /** Returns the lock that guards leadership and ISR. */
    public ReentrantReadWriteLock leaderIsrUpdateLock(Partition partition) {
        return (ReentrantReadWriteLock) get(leaderIsrUpdateLock, partition);
    }

    /**
     * Returns the monitor that a follower's append and the swap of a moved log exclude each other with. The swap takes
     * it first and the write lock second, so whoever needs both takes them in this order.
     */
    public Object futureLogLock(Partition partition) {
        return get(futureLogLock, partition);
    }

    /** Raises the high watermark if the replicas allow. The caller holds the read lock. */
    public void maybeIncrementHighWatermark(Partition partition, UnifiedLog log, long nowMs) {
        try {
            maybeIncrementLeaderHW.invoke(partition, log, nowMs);
        } catch (IllegalAccessException e) {
            throw new IllegalStateException(e);
        } catch (InvocationTargetException e) {
            if (e.getCause() instanceof RuntimeException cause) {
                throw cause;
            }
            throw new IllegalStateException(e.getCause());
        }
    }

    private static Object get(Field field, Partition partition) {
        try {
            return field.get(partition);
        } catch (IllegalAccessException e) {
            throw new IllegalStateException(e);
        }
    }
}
