// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.daemon.mirror;

import io.kmirrord.bridge.wire.TopicIdPartition;
import io.kmirrord.bridge.wire.TopicIds;
import io.kmirrord.daemon.partition.Surroundings;
import io.kmirrord.daemon.source.SourceTopic;
import io.kmirrord.daemon.source.SourceView;
import org.apache.kafka.common.Uuid;
import org.jspecify.annotations.Nullable;

/** What the views of both clusters mean for one partition. Pure. */
final class Obstacles {
    private Obstacles() {}

    static Surroundings around(TopicIdPartition partition, String topic, int leaderEpoch, SourceView view) {
        SourceTopic source = view.topics().get(topic);
        String obstacle = obstacle(partition, topic, view, source);
        return new Surroundings(leaderEpoch, source == null ? null : source.leader(partition.partition()), obstacle);
    }

    /** The topic id to fetch with: the zero id where the source has none. */
    static Uuid sourceId(String topic, SourceView view) {
        SourceTopic source = view.topics().get(topic);
        return source == null || !source.kafkaId()
                ? Uuid.ZERO_UUID
                : new Uuid(source.id().getMostSignificantBits(), source.id().getLeastSignificantBits());
    }

    private static @Nullable String obstacle(
            TopicIdPartition partition, String topic, SourceView view, @Nullable SourceTopic source) {
        if (view.obstacle() != null) {
            return "source: " + view.obstacle();
        }
        if (source == null) {
            return view.unavailable().get(topic);
        }
        if (!source.id().equals(partition.topicId())) {
            return "the topic has id " + TopicIds.toText(partition.topicId()) + " here and "
                    + TopicIds.toText(source.id()) + (source.kafkaId() ? "" : " (made from cluster id and name)")
                    + " at the source: they are not the same topic, one was created anew or by somebody else;"
                    + " delete the topic at the destination to copy that of the source";
        }
        if (!source.partitions().containsKey(partition.partition())) {
            return "the source has only " + source.partitions().size() + " partitions of the topic";
        }
        return null;
    }
}
