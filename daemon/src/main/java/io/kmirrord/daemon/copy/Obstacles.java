// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.daemon.copy;

import io.kmirrord.bridge.wire.TopicIdPartition;
import io.kmirrord.bridge.wire.TopicIds;
import io.kmirrord.daemon.source.SourceTopic;
import io.kmirrord.daemon.source.SourceView;
import io.kmirrord.statemachine.decision.Failure;
import io.kmirrord.statemachine.decision.FailureCode;
import org.apache.kafka.common.Uuid;
import org.jspecify.annotations.Nullable;

/** What the source's view means for one partition. Pure. */
public final class Obstacles {
    private Obstacles() {}

    /**
     * Judges.
     *
     * @param clusterId of the source that this generation copied from, null if it copied from none yet
     */
    public static Surroundings around(
            TopicIdPartition partition, String topic, @Nullable String clusterId, SourceView view) {
        SourceTopic source = view.topics().get(topic);
        Failure obstacle = obstacle(partition, topic, clusterId, view, source);
        return new Surroundings(source == null ? null : source.leader(partition.partition()), obstacle);
    }

    /** What a destination topic with remote storage means. */
    public static Failure remoteStorage(String topic) {
        return new Failure(
                FailureCode.TIERED_STORAGE,
                "topic '" + topic + "' has remote.storage.enable=true at the destination: records that lie in remote"
                        + " storage can neither be compared nor cut");
    }

    /** The topic id to fetch with: the zero id where the source has none. */
    public static Uuid sourceId(String topic, SourceView view) {
        SourceTopic source = view.topics().get(topic);
        return source == null || !source.kafkaId()
                ? Uuid.ZERO_UUID
                : new Uuid(source.id().getMostSignificantBits(), source.id().getLeastSignificantBits());
    }

    private static @Nullable Failure obstacle(
            TopicIdPartition partition,
            String topic,
            @Nullable String clusterId,
            SourceView view,
            @Nullable SourceTopic source) {
        if (view.obstacle() != null) {
            return view.obstacle();
        }
        if (clusterId != null && view.clusterId() != null && !clusterId.equals(view.clusterId())) {
            return new Failure(
                    FailureCode.SOURCE_OTHER_CLUSTER,
                    "cluster " + view.clusterId() + " answered; expected: " + clusterId);
        }
        if (source == null) {
            return view.unavailable().get(topic);
        }
        if (!source.id().equals(partition.topicId())) {
            return new Failure(
                    FailureCode.SOURCE_TOPIC_RECREATED,
                    "the topic has id " + TopicIds.toText(partition.topicId()) + " here and "
                            + TopicIds.toText(source.id())
                            + (source.kafkaId() ? "" : " (made from cluster id and name)")
                            + " at the source: it was created anew there, or by somebody else here");
        }
        if (!source.partitions().containsKey(partition.partition())) {
            return missingPartition(source);
        }
        return null;
    }

    /** What a partition means that the source has not. */
    public static Failure missingPartition(SourceTopic source) {
        return new Failure(
                FailureCode.SOURCE_PARTITION_MISSING,
                "the source has only " + source.partitions().size() + " partitions of the topic");
    }
}
