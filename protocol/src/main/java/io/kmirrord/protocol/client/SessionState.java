// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.protocol.client;

import io.kmirrord.protocol.FetchOptions;
import io.kmirrord.protocol.FetchPosition;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.common.TopicIdPartition;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.common.message.FetchRequestData;
import org.apache.kafka.common.message.FetchRequestData.FetchPartition;
import org.apache.kafka.common.message.FetchRequestData.FetchTopic;
import org.apache.kafka.common.message.FetchRequestData.ForgottenTopic;
import org.apache.kafka.common.message.FetchResponseData;
import org.apache.kafka.common.protocol.Errors;
import org.jspecify.annotations.Nullable;

/**
 * What an incremental fetch session knows (KIP-227), without any I/O. A full request (epoch 0) names every partition
 * and asks for a new session; after that a request names what changed. Anything unexpected leads back to a full
 * request. Not thread-safe.
 */
final class SessionState {

    private static final int NO_SESSION = 0;
    private static final int INITIAL_EPOCH = 0;
    private static final int FINAL_EPOCH = -1;
    /** First version with sessions, with last fetched epochs, with topic ids. */
    private static final int SESSIONS_SINCE = 7;

    private static final int LAST_FETCHED_EPOCH_SINCE = 12;
    static final int TOPIC_IDS_SINCE = 13;

    /** In the order of the next full request. */
    private final Map<TopicIdPartition, FetchPosition> positions = new LinkedHashMap<>();

    private final Set<TopicIdPartition> changed = new LinkedHashSet<>();
    private final Set<TopicIdPartition> forgotten = new LinkedHashSet<>();
    private final Map<Uuid, String> names = new HashMap<>();
    private final Map<String, Uuid> ids = new HashMap<>();
    private int withoutId;
    private int sessionId = NO_SESSION;
    private int epoch = INITIAL_EPOCH;
    private boolean byId;

    /** Takes up what changed; a partition in both collections is changed. */
    void update(Collection<FetchPosition> newPositions, Collection<TopicIdPartition> removed) {
        for (TopicIdPartition partition : removed) {
            if (positions.remove(partition) != null) {
                count(partition, -1);
                changed.remove(partition);
                forgotten.add(partition);
            }
        }
        for (FetchPosition position : newPositions) {
            TopicIdPartition partition = position.partition();
            FetchPosition before = positions.put(partition, position);
            if (before == null) {
                count(partition, 1);
                names.put(partition.topicId(), partition.topic());
                ids.put(partition.topic(), partition.topicId());
            }
            // The broker forgets after it adds: a partition that comes back must not be in both lists.
            boolean wasForgotten = forgotten.remove(partition);
            if (wasForgotten || !position.equals(before)) {
                changed.add(partition);
            }
        }
    }

    private void count(TopicIdPartition partition, int difference) {
        if (partition.topicId().equals(Uuid.ZERO_UUID)) {
            withoutId += difference;
        }
    }

    boolean isEmpty() {
        return positions.isEmpty();
    }

    /** Whether every partition can be named by id; one that cannot holds the whole session to names. */
    boolean canUseTopicIds() {
        return withoutId == 0;
    }

    /** The topics of all partitions. */
    Set<String> topics() {
        Set<String> topics = new LinkedHashSet<>();
        positions.keySet().forEach(p -> topics.add(p.topic()));
        return topics;
    }

    /** The next request. Its outcome must be told by {@link #handle} or {@link #reset}. */
    FetchRequestData next(int version, FetchOptions options) {
        boolean useIds = version >= TOPIC_IDS_SINCE;
        if (useIds != byId) {
            byId = useIds;
            reset();
        }
        boolean full = epoch == INITIAL_EPOCH || version < SESSIONS_SINCE;
        FetchRequestData request = new FetchRequestData()
                .setMaxWaitMs(options.maxWaitMs())
                .setMinBytes(options.minBytes())
                .setMaxBytes(options.maxBytes())
                .setTopics(topics(version, full ? positions.keySet() : changed));
        if (version >= SESSIONS_SINCE) {
            request.setSessionId(sessionId).setSessionEpoch(epoch);
            if (!full) {
                request.setForgottenTopicsData(forgottenTopics());
            }
        }
        changed.clear();
        forgotten.clear();
        return request;
    }

    private List<FetchTopic> topics(int version, Collection<TopicIdPartition> partitions) {
        List<FetchTopic> topics = new ArrayList<>();
        TopicIdPartition last = null;
        for (TopicIdPartition partition : partitions) {
            FetchPosition position = positions.get(partition);
            if (position == null) {
                continue;
            }
            // Only neighbours share an entry: the order of partitions is the order in which the source serves them.
            if (last == null || !sameTopic(last, partition)) {
                topics.add(new FetchTopic().setTopic(partition.topic()).setTopicId(partition.topicId()));
            }
            last = partition;
            FetchPartition wire = new FetchPartition()
                    .setPartition(partition.partition())
                    .setFetchOffset(position.fetchOffset())
                    .setCurrentLeaderEpoch(position.currentLeaderEpoch())
                    .setPartitionMaxBytes(position.maxBytes());
            if (version >= LAST_FETCHED_EPOCH_SINCE) {
                wire.setLastFetchedEpoch(position.lastFetchedEpoch());
            }
            topics.get(topics.size() - 1).partitions().add(wire);
        }
        return topics;
    }

    private static boolean sameTopic(TopicIdPartition a, TopicIdPartition b) {
        return a.topic().equals(b.topic()) && a.topicId().equals(b.topicId());
    }

    private List<ForgottenTopic> forgottenTopics() {
        List<ForgottenTopic> topics = new ArrayList<>();
        for (TopicIdPartition partition : forgotten) {
            // By name, a topic that was created anew is the same entry of the session: it is changed, not forgotten.
            boolean replaced = !byId && find(partition.topic(), Uuid.ZERO_UUID, partition.partition()) != null;
            if (!replaced) {
                topics.add(new ForgottenTopic()
                        .setTopic(partition.topic())
                        .setTopicId(partition.topicId())
                        .setPartitions(List.of(partition.partition())));
            }
        }
        return topics;
    }

    /** The request that ends the session at the broker, or null when there is none. */
    @Nullable
    FetchRequestData closing() {
        return sessionId == NO_SESSION
                ? null
                : new FetchRequestData()
                        .setMaxWaitMs(0)
                        .setMinBytes(0)
                        .setMaxBytes(1)
                        .setSessionId(sessionId)
                        .setSessionEpoch(FINAL_EPOCH);
    }

    /** The last request had no answer: what the broker made of it is not known, so the next one is full. */
    void reset() {
        epoch = INITIAL_EPOCH;
    }

    /**
     * Takes up an answer.
     *
     * @return the error of the answer as a whole; after an error the next request is full
     */
    Errors handle(FetchResponseData answer) {
        Errors error = Errors.forCode(answer.errorCode());
        if (error != Errors.NONE) {
            if (error == Errors.FETCH_SESSION_ID_NOT_FOUND) {
                sessionId = NO_SESSION;
            }
            reset();
            return error;
        }
        if (answer.sessionId() == NO_SESSION) {
            // No session was created, or the broker ended it: go on with full requests, the served ones last.
            sessionId = NO_SESSION;
            reset();
            moveServedToEnd(answer);
        } else if (epoch == INITIAL_EPOCH) {
            sessionId = answer.sessionId();
            epoch = 1;
        } else {
            epoch = epoch == Integer.MAX_VALUE ? 1 : epoch + 1;
        }
        return Errors.NONE;
    }

    private void moveServedToEnd(FetchResponseData answer) {
        answer.responses()
                .forEach(topic -> topic.partitions().forEach(p -> {
                    FetchPosition position = find(topic.topic(), topic.topicId(), p.partitionIndex());
                    if (position != null && p.records() != null && p.records().sizeInBytes() > 0) {
                        positions.remove(position.partition());
                        positions.put(position.partition(), position);
                    }
                }));
    }

    /**
     * The position of a partition in an answer, or null when it is not in the session.
     *
     * @param name used when the session names topics by name
     * @param id used when it names them by id
     */
    @Nullable
    FetchPosition find(String name, Uuid id, int partition) {
        String topic = byId ? names.get(id) : name;
        Uuid topicId = byId ? id : ids.get(name);
        return topic == null || topicId == null ? null : positions.get(new TopicIdPartition(topicId, partition, topic));
    }
}
