// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.bridge.kafka;

import java.util.Deque;
import java.util.Map;
import org.apache.kafka.storage.internals.epoch.LeaderEpochFileCache;
import org.apache.kafka.storage.internals.log.BatchMetadata;
import org.apache.kafka.storage.internals.log.ProducerStateEntry;
import org.apache.kafka.storage.internals.log.ProducerStateManager;
import org.apache.kafka.storage.internals.log.UnifiedLog;

/**
 * Forgets what producers wrote in the mirrored part of a log (C3), in memory and idempotent. A batch that is
 * remembered makes the leader take a new batch of the same producer id, epoch and sequence for a repetition: the
 * client is told "stored" and its record is nowhere.
 *
 * <p>Below the mark nothing may be remembered, at or above it everything must (F6): so entries are cleaned batch by
 * batch, and forgotten when no batch is left. Producers with an open transaction stay: it began above the mark, since
 * a stop aborts all others.
 *
 * <p>Entries that remember no batch (the markers of transaction version 2 clear them) cannot be told apart by offset.
 * They are told apart by time: the mark is stamped not before the newest producer of the mirrored part
 * ({@link #newestTimestamp}), so what is not newer than the mark is of the mirrored part, or is a local producer that
 * loses nothing but the memory of its last epoch, which the verification of transactions covers. If the mark cannot
 * be read any more, all entries without batches go.
 */
public final class ProducerReset {
    private ProducerReset() {}

    /**
     * What a reset did.
     *
     * @param mark first offset that is not mirrored
     * @param forgotten number of producers forgotten
     * @param trimmed number of producers that lost batches and stay
     */
    record Outcome(long mark, int forgotten, int trimmed) {}

    /**
     * Returns the newest time stamp of any producer of a log, -1 if there is none: the least that the mark may carry.
     */
    public static long newestTimestamp(UnifiedLog log) {
        synchronized (BrokerFields.lock(log)) {
            return log.producerStateManager().activeProducers().values().stream()
                    .mapToLong(ProducerStateEntry::lastTimestamp)
                    .max()
                    .orElse(-1L);
        }
    }

    /**
     * Returns the first offset that is not mirrored: where the first epoch at or above the stop's begins, else the end.
     *
     * @param stopEpoch first epoch of the block that the stop raised to; -1 for a topic that was opened without a
     *     stop, of which nothing is to be forgotten
     */
    static long mark(LeaderEpochFileCache epochs, int stopEpoch, long logStartOffset, long logEndOffset) {
        if (stopEpoch < 0) {
            return logStartOffset;
        }
        Map.Entry<Integer, Long> first = epochs.epochWithOffsets().ceilingEntry(stopEpoch);
        return first == null ? logEndOffset : first.getValue();
    }

    /** Resets a log under its lock, which the caller may hold already. */
    static Outcome run(UnifiedLog log, int stopEpoch, LogLine line) {
        synchronized (BrokerFields.lock(log)) {
            long mark = mark(log.leaderEpochCache(), stopEpoch, log.logStartOffset(), log.logEndOffset());
            if (stopEpoch < 0) {
                return new Outcome(mark, 0, 0);
            }
            return run(log.producerStateManager(), mark, line.markTimestamp(log, mark), line);
        }
    }

    /**
     * Cleans the state of one log; its lock is held.
     *
     * @param markTimestamp of the mark, {@link Long#MAX_VALUE} if it cannot be read
     */
    static Outcome run(ProducerStateManager manager, long mark, long markTimestamp, LogLine line) {
        Map<Long, ProducerStateEntry> producers = BrokerFields.producers(manager);
        int before = producers.size();
        int trimmed = 0;
        producers.values().removeIf(entry -> isMirrored(entry, mark, markTimestamp));
        for (ProducerStateEntry entry : producers.values()) {
            Deque<BatchMetadata> batches = BrokerFields.batches(entry);
            boolean anyAbove = entry.lastDataOffset() >= mark;
            if (anyAbove && batches.removeIf(batch -> line.lastOffset(batch) < mark)) {
                trimmed++;
            }
        }
        BrokerFields.setProducerCount(manager, producers.size());
        return new Outcome(mark, before - producers.size(), trimmed);
    }

    private static boolean isMirrored(ProducerStateEntry entry, long mark, long markTimestamp) {
        if (entry.currentTxnFirstOffset().isPresent()) {
            return false;
        }
        long lastDataOffset = entry.lastDataOffset();
        return lastDataOffset < 0 ? entry.lastTimestamp() <= markTimestamp : lastDataOffset < mark;
    }
}
