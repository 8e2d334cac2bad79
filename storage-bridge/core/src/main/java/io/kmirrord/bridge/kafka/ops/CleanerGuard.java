// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.bridge.kafka.ops;

import io.kmirrord.bridge.kafka.BrokerNode;
import io.kmirrord.bridge.wire.BridgeException;
import io.kmirrord.bridge.wire.ErrorCode;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.storage.internals.log.LogCleaner;
import org.jspecify.annotations.Nullable;

/**
 * Keeps a cut from losing keys: where the cleaner has passed the cut, it has removed records in favour of ones that
 * the cut would remove (F3). Thread-safe.
 */
final class CleanerGuard {
    private final BrokerNode node;

    CleanerGuard(BrokerNode node) {
        this.node = node;
    }

    /** Returns how far the cleaner passed each log of this broker. Reads a file per log dir. */
    Map<TopicPartition, Long> checkpoints() throws BridgeException {
        LogCleaner cleaner = node.line().partition().cleaner(node.replicaManager());
        return cleaner == null ? Map.of() : cleaner.cleanerManager().allCleanerCheckpoints();
    }

    /**
     * Keeps the cleaner off a log until closed; waits until it has let go of it. No lock of the broker is held.
     * Pauses nest, so that the pause which the cut itself makes is harmless.
     */
    Pause pause(Replica replica) throws BridgeException {
        LogCleaner cleaner = node.line().partition().cleaner(node.replicaManager());
        if (cleaner == null || !replica.log().config().compact) {
            return new Pause(replica.name(), null, checkpoints());
        }
        cleaner.abortAndPauseCleaning(replica.name());
        return new Pause(replica.name(), cleaner, checkpoints());
    }

    /** The time in which the cleaner is kept off. */
    static final class Pause implements AutoCloseable {
        private final TopicPartition name;
        private final @Nullable LogCleaner cleaner;
        private final Map<TopicPartition, Long> checkpoints;

        Pause(TopicPartition name, @Nullable LogCleaner cleaner, Map<TopicPartition, Long> checkpoints) {
            this.name = name;
            this.cleaner = cleaner;
            this.checkpoints = checkpoints;
        }

        void checkAllows(long offset) throws BridgeException {
            Long passed = checkpoints.get(name);
            if (passed != null && passed > offset) {
                throw new BridgeException(
                        ErrorCode.CUT_NOT_ALLOWED,
                        passed,
                        "cut of " + name + " at " + offset + ": compaction has come to offset " + passed
                                + " and removed older records in favour of ones that would be cut; copy the partition "
                                + "in full (RESTART_AT the source's log start)");
            }
        }

        @Override
        public void close() {
            if (cleaner != null) {
                cleaner.resumeCleaning(Set.of(name));
            }
        }
    }
}
