// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.bridge.kafka;

import java.lang.ref.WeakReference;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import kafka.cluster.Partition;
import kafka.server.ReplicaManager;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.image.MetadataImage;
import org.apache.kafka.metadata.PartitionRegistration;
import org.apache.kafka.storage.internals.log.UnifiedLog;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import scala.Option;
import scala.jdk.javaapi.CollectionConverters;

/**
 * Empties the log of a replica that was taken off the assignment and put back while its broker was down, or did not
 * look (F16). Kafka removes a log whose replica is not assigned when it meets it, and takes any other for a good one;
 * under a cut in between the log holds what was cut, which nothing tells from what followed if the epochs are the
 * same. Called by the thread that applies metadata.
 */
final class StaleLogs {
    private static final Logger LOG = LoggerFactory.getLogger("io.kmirrord.bridge.replicas");

    private final BrokerNode node;
    private final Map<TopicPartition, Good> good = new ConcurrentHashMap<>();

    StaleLogs(BrokerNode node) {
        this.node = node;
    }

    /** Which log was empty or good at which leader epoch. A log that was deleted meanwhile is another one. */
    private record Good(WeakReference<UnifiedLog> log, int leaderEpoch) {}

    /**
     * Looks at the log of a replica that began to follow a new leader epoch, before its fetcher starts.
     *
     * @param image the metadata that is being applied
     */
    void followerMade(Partition partition, @Nullable MetadataImage image) {
        Option<Uuid> topicId = partition.topicId();
        if (image == null || topicId.isEmpty() || !node.fences().anyFence()) {
            return;
        }
        int index = partition.partitionId();
        PartitionRegistration registration = image.topics().getPartition(topicId.get(), index);
        if (registration != null) {
            judge(partition, registration, node.fences().replicas(topicId.get(), index));
        }
    }

    private void judge(Partition partition, PartitionRegistration registration, @Nullable KnownReplicas known) {
        UnifiedLog log = partition.localLogOrException();
        TopicPartition name = partition.topicPartition();
        int epoch = registration.leaderEpoch;
        switch (KnownReplicas.judge(known, registration, node.nodeId(), goodSince(name, log))) {
            case KEEP -> {
                if (log.logEndOffset() == 0) {
                    good.put(name, new Good(new WeakReference<>(log), epoch));
                }
            }
            case KEEP_AS_GOOD -> good.put(name, new Good(new WeakReference<>(log), epoch));
            case EMPTY -> {
                if (log.logEndOffset() > 0 || partition.futureLog().isDefined()) {
                    empty(partition, log, registration);
                }
                good.put(name, new Good(new WeakReference<>(log), epoch));
            }
        }
    }

    private int goodSince(TopicPartition name, UnifiedLog log) {
        Good known = good.get(name);
        return known == null || known.log.get() != log ? KnownReplicas.TRUSTED : known.leaderEpoch;
    }

    /** The fetchers first: an answer that was on its way would be appended behind a gap. */
    private void empty(Partition partition, UnifiedLog log, PartitionRegistration registration) {
        TopicPartition name = partition.topicPartition();
        LOG.warn(
                "{}: this replica joins, and the log that it brings along ([{}, {}), epochs {}) is from before it was "
                        + "assigned; it is emptied and copied anew from leader {} (leader epoch {})",
                name,
                log.logStartOffset(),
                log.logEndOffset(),
                node.line().partition().epochs(log),
                registration.leader,
                registration.leaderEpoch);
        ReplicaManager replicaManager = node.replicaManagerOrNull();
        if (replicaManager == null) {
            throw new IllegalStateException("a follower was made on a node that is no broker: " + name);
        }
        scala.collection.Set<TopicPartition> names = CollectionConverters.asScala(Set.of(name));
        replicaManager.replicaFetcherManager().removeFetcherForPartitions(names);
        replicaManager.replicaAlterLogDirsManager().removeFetcherForPartitions(names);
        if (partition.futureLog().isDefined()) {
            partition.truncateFullyAndStartAt(0, true, Optional.empty());
        }
        partition.truncateFullyAndStartAt(0, false, Optional.empty());
        node.counters().emptiedLogs.increment();
    }

    /** Drops what is kept of a partition that this node leads. */
    void forget(TopicPartition name) {
        good.remove(name);
    }
}
