// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.bridge.kafka;

import java.lang.ref.WeakReference;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.storage.internals.log.UnifiedLog;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Makes sure that an open partition was reset before it takes an append: once per log instance, leadership and
 * generation. The instance counts because a log may be replaced without a leadership change (another log dir).
 * Thread-safe.
 */
final class ResetKeeper {
    private static final Logger LOG = LoggerFactory.getLogger("io.kmirrord.bridge.reset");

    private final LogLine line;
    private final Map<TopicPartition, Done> done = new ConcurrentHashMap<>();

    ResetKeeper(LogLine line) {
        this.line = line;
    }

    private record Done(WeakReference<UnifiedLog> log, int leaderEpoch, long generation, int stopEpoch) {
        boolean covers(UnifiedLog other, int epoch, FenceEntry fence) {
            return log.get() == other
                    && leaderEpoch == epoch
                    && generation == fence.generation()
                    && stopEpoch == fence.stopEpoch();
        }
    }

    /** Resets the log unless this was done. Costs one map look-up where it was. */
    void ensure(UnifiedLog log, int leaderEpoch, FenceEntry fence) {
        TopicPartition partition = log.topicPartition();
        Done known = done.get(partition);
        if (known != null && known.covers(log, leaderEpoch, fence)) {
            return;
        }
        synchronized (BrokerFields.lock(log)) {
            known = done.get(partition);
            if (known != null && known.covers(log, leaderEpoch, fence)) {
                return;
            }
            ProducerReset.Outcome outcome = ProducerReset.run(log, fence.stopEpoch(), line);
            done.put(partition, new Done(new WeakReference<>(log), leaderEpoch, fence.generation(), fence.stopEpoch()));
            LOG.info(
                    "{}: forgot {} producers and cleaned {} of the mirrored part below offset {}, leader epoch {}",
                    partition,
                    outcome.forgotten(),
                    outcome.trimmed(),
                    outcome.mark(),
                    leaderEpoch);
        }
    }

    /** Drops what is kept of partitions that are not led here any more. */
    void forget(TopicPartition partition) {
        done.remove(partition);
    }
}
