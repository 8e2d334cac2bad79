// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.daemon.source;

import io.kmirrord.daemon.copy.Failures;
import io.kmirrord.protocol.ClusterMetadata;
import io.kmirrord.statemachine.decision.Failure;
import io.kmirrord.statemachine.decision.FailureCode;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.UUID;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.common.protocol.Errors;
import org.jspecify.annotations.Nullable;

/** Makes views of metadata answers. Pure. */
public final class SourceViews {
    private static final long BELIEVED_AFTER_MS = 15_000;
    /** Whatever the interval of questions: each may have met the same broker that does not know yet. */
    private static final int BELIEVED_AFTER_ANSWERS = 3;

    private SourceViews() {}

    /**
     * The view after an answer. Of one topic id of the source's, the higher leader epoch wins: a broker that lags behind may answer.
     * A topic that the answer names with a passing error stays as it was. One that it denies is believed gone only when
     * it was denied several times and for a while: a broker that has just started does not know all topics yet.
     *
     * @param nowMs any clock that goes on
     */
    static SourceView after(SourceView before, ClusterMetadata answer, long nowMs) {
        return after(before, answer, nowMs, BELIEVED_AFTER_MS, BELIEVED_AFTER_ANSWERS);
    }

    /** The view that one answer gives, believed at once. */
    public static SourceView once(ClusterMetadata answer) {
        return after(SourceView.NONE, answer, 0, 0, 1);
    }

    private static SourceView after(
            SourceView before, ClusterMetadata answer, long nowMs, long believedAfterMs, int believedAfterAnswers) {
        Map<String, SourceTopic> topics = new HashMap<>();
        Map<String, Failure> unavailable = new HashMap<>();
        Map<String, SourceView.Denial> denied = new HashMap<>();
        for (ClusterMetadata.Topic topic : answer.topics()) {
            String name = topic.name();
            if (name == null) {
                continue;
            }
            SourceTopic known = before.topics().get(name);
            if (topic.error() == Errors.NONE) {
                topics.put(name, merge(known, topic(answer.clusterId(), name, topic)));
            } else if (topic.error() == Errors.UNKNOWN_TOPIC_OR_PARTITION) {
                SourceView.Denial denial = before.denied()
                        .getOrDefault(name, new SourceView.Denial(nowMs, 0))
                        .again();
                denied.put(name, denial);
                if (nowMs - denial.sinceMs() >= believedAfterMs && denial.answers() >= believedAfterAnswers) {
                    unavailable.put(
                            name,
                            new Failure(FailureCode.SOURCE_TOPIC_DELETED, "the topic does not exist at the source"));
                } else if (known != null) {
                    topics.put(name, known);
                }
            } else if (known != null) {
                topics.put(name, known);
            } else {
                unavailable.put(
                        name,
                        new Failure(
                                Failures.ofSource(topic.error()),
                                "the source answers " + topic.error() + " for the topic"));
            }
        }
        return new SourceView(topics, unavailable, denied, null, answer.clusterId());
    }

    private static SourceTopic topic(@Nullable String clusterId, String name, ClusterMetadata.Topic topic) {
        Map<Integer, SourceTopic.Partition> partitions = new HashMap<>();
        for (ClusterMetadata.Partition partition : topic.partitions()) {
            partitions.put(
                    partition.partition(), new SourceTopic.Partition(partition.leaderId(), partition.leaderEpoch()));
        }
        Uuid id = topic.id();
        return id.equals(Uuid.ZERO_UUID)
                ? new SourceTopic(name, madeId(clusterId, name), false, partitions)
                : new SourceTopic(
                        name, new UUID(id.getMostSignificantBits(), id.getLeastSignificantBits()), true, partitions);
    }

    private static SourceTopic merge(@Nullable SourceTopic known, SourceTopic told) {
        // Without ids a topic that was created anew begins with lower epochs: then the last answer counts.
        if (known == null || !known.id().equals(told.id()) || !told.kafkaId()) {
            return told;
        }
        Map<Integer, SourceTopic.Partition> partitions = new HashMap<>(told.partitions());
        partitions.replaceAll((number, now) -> {
            SourceTopic.Partition before = known.partitions().get(number);
            boolean older = before != null && before.epoch() > now.epoch();
            return older ? before : now;
        });
        return new SourceTopic(told.name(), told.id(), told.kafkaId(), partitions);
    }

    /**
     * The id of a topic whose source has no ids: made of what names it there, so that every daemon makes the same and
     * nothing has to be remembered. Never one that begins with '-', which Kafka's tools would take for an option.
     */
    static UUID madeId(@Nullable String clusterId, String name) {
        for (int round = 0; ; round++) {
            String text = "kmirrord topic id " + round + " of " + name + " in " + clusterId;
            UUID id = UUID.nameUUIDFromBytes(text.getBytes(StandardCharsets.UTF_8));
            if (id.getMostSignificantBits() >>> 58 != 62) {
                return id;
            }
        }
    }
}
