// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.bridge.kafka.ops;

import io.kmirrord.bridge.kafka.BrokerNode;
import io.kmirrord.bridge.kafka.PartitionMembers;
import io.kmirrord.bridge.wire.BridgeException;
import io.kmirrord.bridge.wire.ErrorCode;
import io.kmirrord.bridge.wire.TopicIdPartition;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import kafka.cluster.Partition;
import kafka.server.ReplicaManager;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.Uuid;

/** Finds local replicas by topic id. Thread-safe. */
final class Replicas {
    private final BrokerNode node;
    private final Map<TopicIdPartition, PartitionSlot> slots = new ConcurrentHashMap<>();

    Replicas(BrokerNode node) {
        this.node = node;
    }

    /** Holds the members from the first use on. */
    private static final class Members {
        static final PartitionMembers INSTANCE = new PartitionMembers();
    }

    /**
     * Returns a local replica.
     *
     * @throws BridgeException {@link ErrorCode#UNKNOWN_PARTITION} if this node has none of this topic id, {@link
     *     ErrorCode#STORAGE_ERROR} if its log dir is offline
     */
    Replica find(TopicIdPartition id) throws BridgeException {
        ReplicaManager replicaManager = node.replicaManager();
        Uuid topicId = TopicRules.uuid(id.topicId());
        Optional<String> name = replicaManager.metadataCache().getTopicName(topicId);
        if (name.isEmpty()) {
            throw TopicRules.unknownTopic(id.topicId());
        }
        Partition partition;
        try {
            partition = replicaManager.getPartitionOrException(new TopicPartition(name.get(), id.partition()));
        } catch (RuntimeException e) {
            throw absent(id, name.get(), e);
        }
        boolean sameTopic =
                partition.topicId().isDefined() && partition.topicId().get().equals(topicId);
        if (!sameTopic) {
            throw new BridgeException(
                    ErrorCode.UNKNOWN_PARTITION,
                    name.get() + "-" + id.partition() + " of this node belongs to another topic id; look it up again");
        }
        return new Replica(
                node, Members.INSTANCE, partition, id, slots.computeIfAbsent(id, key -> new PartitionSlot()));
    }

    private BridgeException absent(TopicIdPartition id, String name, RuntimeException cause) {
        BridgeException refusal = Failures.toRefusal(name + "-" + id.partition(), cause);
        if (refusal.code() == ErrorCode.STORAGE_ERROR) {
            return refusal;
        }
        return new BridgeException(
                ErrorCode.UNKNOWN_PARTITION,
                "node " + node.nodeId() + " holds no replica of " + name + "-" + id.partition()
                        + "; look the assignment up again");
    }

    /** Forgets what is remembered of a replica that went away. */
    void forget(TopicIdPartition id) {
        slots.remove(id);
    }
}
