// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.bridge.kafka;

import java.util.concurrent.locks.Lock;
import java.util.function.BooleanSupplier;
import kafka.cluster.Partition;
import org.apache.kafka.storage.internals.log.UnifiedLog;
import scala.Option;

/**
 * Drops an epoch-start entry that stands at the end of a mirrored log: of an epoch of this cluster, with no batch
 * behind it, it would make a follower ask its leader for an epoch that the leader does not know, for ever (F7).
 * Stateless.
 */
final class EpochTrim {
    private EpochTrim() {}

    /**
     * Waits until every append under way is done, and trims the partition's log.
     *
     * @param fenced asked under the lock; false to wait only
     */
    static void barrier(Partition partition, BooleanSupplier fenced) {
        Lock lock = BrokerFields.lock(partition).writeLock();
        lock.lock();
        try {
            Option<UnifiedLog> log = partition.log();
            if (!log.isEmpty() && fenced.getAsBoolean()) {
                trim(log.get());
            }
        } finally {
            lock.unlock();
        }
    }

    /**
     * A follower appends under the log's lock only, and records the epochs of its batches before it raises the end of
     * the log: seen in between, they would be taken for entries with no batch behind them.
     */
    private static void trim(UnifiedLog log) {
        synchronized (BrokerFields.lock(log)) {
            log.leaderEpochCache().truncateFromEndAsyncFlush(log.logEndOffset());
        }
    }
}
