// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.bridge.kafka;

import java.lang.reflect.Field;
import java.util.Deque;
import java.util.Map;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import kafka.cluster.Partition;
import org.apache.kafka.storage.internals.log.BatchMetadata;
import org.apache.kafka.storage.internals.log.ProducerStateEntry;
import org.apache.kafka.storage.internals.log.ProducerStateManager;
import org.apache.kafka.storage.internals.log.UnifiedLog;

/**
 * Private fields of the broker, each listed in {@link ReflectiveMembers}, which the link check has proved to be there.
 * Stateless, thread-safe.
 */
public final class BrokerFields {
    private static final Field PARTITION_LOCK = field(Partition.class, "leaderIsrUpdateLock");
    private static final Field LOG_LOCK = field(UnifiedLog.class, "lock");
    private static final Field PRODUCERS = field(ProducerStateManager.class, "producers");
    private static final Field PRODUCER_COUNT = field(ProducerStateManager.class, "producerIdCount");
    private static final Field BATCHES = field(ProducerStateEntry.class, "batchMetadata");

    private BrokerFields() {}

    /** Returns the lock that appends hold for reading and leadership changes for writing. */
    public static ReentrantReadWriteLock lock(Partition partition) {
        return (ReentrantReadWriteLock) get(PARTITION_LOCK, partition);
    }

    /** Returns the monitor under which the log and its producer state change. */
    public static Object lock(UnifiedLog log) {
        return get(LOG_LOCK, log);
    }

    /** Returns the live map; changed only under {@link #lock(UnifiedLog)}. */
    @SuppressWarnings("unchecked") // the type that the field declares
    static Map<Long, ProducerStateEntry> producers(ProducerStateManager manager) {
        return (Map<Long, ProducerStateEntry>) get(PRODUCERS, manager);
    }

    static void setProducerCount(ProducerStateManager manager, int count) {
        try {
            PRODUCER_COUNT.setInt(manager, count);
        } catch (IllegalAccessException e) {
            throw new IllegalStateException("cannot set " + PRODUCER_COUNT, e);
        }
    }

    /** Returns the live queue of the last batches; changed only under {@link #lock(UnifiedLog)}. */
    @SuppressWarnings("unchecked") // the type that the field declares
    static Deque<BatchMetadata> batches(ProducerStateEntry entry) {
        return (Deque<BatchMetadata>) get(BATCHES, entry);
    }

    private static Field field(Class<?> owner, String name) {
        try {
            Field field = owner.getDeclaredField(name);
            field.setAccessible(true);
            return field;
        } catch (NoSuchFieldException e) {
            throw new IllegalStateException("the link check did not cover " + owner.getName() + "." + name, e);
        }
    }

    private static Object get(Field field, Object owner) {
        try {
            return field.get(owner);
        } catch (IllegalAccessException e) {
            throw new IllegalStateException("cannot read " + field, e);
        }
    }
}
