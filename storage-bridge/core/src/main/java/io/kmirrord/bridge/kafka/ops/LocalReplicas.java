// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.bridge.kafka.ops;

import io.kmirrord.bridge.wire.Response.LocalReplica;
import io.kmirrord.bridge.wire.TopicIdPartition;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.image.MetadataImage;
import org.apache.kafka.image.TopicImage;
import org.apache.kafka.metadata.PartitionRegistration;
import org.jspecify.annotations.Nullable;

/**
 * The replicas that metadata assigns to one node, and how one image differs from the one before. Topics that did not
 * change are the same object in both, so the cost is that of the topics that changed. Confined to one thread.
 */
final class LocalReplicas {
    private final int nodeId;
    /** Images are immutable: the same object holds the same. */
    private @Nullable Object seen;

    private final Map<Uuid, TopicImage> topics = new HashMap<>();
    private final Map<TopicIdPartition, LocalReplica> local = new HashMap<>();

    LocalReplicas(int nodeId) {
        this.nodeId = nodeId;
    }

    /** What changed. */
    record Change(List<LocalReplica> changed, List<TopicIdPartition> removed) {
        boolean isEmpty() {
            return changed.isEmpty() && removed.isEmpty();
        }
    }

    List<LocalReplica> all() {
        return List.copyOf(local.values());
    }

    Change apply(MetadataImage image) {
        Change change = new Change(new ArrayList<>(), new ArrayList<>());
        Object topicsNow = image.topics();
        if (topicsNow == seen) {
            return change;
        }
        seen = topicsNow;
        Map<Uuid, TopicImage> now = image.topics().topicsById();
        for (Map.Entry<Uuid, TopicImage> topic : now.entrySet()) {
            Object before = topics.put(topic.getKey(), topic.getValue());
            if (before != topic.getValue()) {
                applyTopic(topic.getValue(), change);
            }
        }
        if (topics.size() > now.size()) {
            topics.keySet().retainAll(now.keySet());
            local.keySet().removeIf(id -> {
                boolean gone = !topics.containsKey(TopicRules.uuid(id.topicId()));
                if (gone) {
                    change.removed().add(id);
                }
                return gone;
            });
        }
        return change;
    }

    private void applyTopic(TopicImage topic, Change change) {
        int count = topic.partitions().size();
        topic.partitions().forEach((partition, registration) -> {
            TopicIdPartition id = WatchHub.id(topic.id(), partition);
            if (!isLocal(registration)) {
                if (local.remove(id) != null) {
                    change.removed().add(id);
                }
                return;
            }
            LocalReplica replica =
                    new LocalReplica(id, topic.name(), registration.leader == nodeId, registration.leaderEpoch, count);
            if (!replica.equals(local.put(id, replica))) {
                change.changed().add(replica);
            }
        });
    }

    private boolean isLocal(PartitionRegistration registration) {
        for (int replica : registration.replicas) {
            if (replica == nodeId) {
                return true;
            }
        }
        return false;
    }
}
