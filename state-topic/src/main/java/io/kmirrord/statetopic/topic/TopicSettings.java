// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.statetopic.topic;

import io.kmirrord.statemachine.view.StatePartitions;
import java.util.HashMap;
import java.util.Map;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.common.config.TopicConfig;

/** How the topics are created. Pure functions. */
final class TopicSettings {
    static final String CLEANUP_POLICY = TopicConfig.CLEANUP_POLICY_CONFIG;
    static final String MIN_ISR = TopicConfig.MIN_IN_SYNC_REPLICAS_CONFIG;
    static final String UNCLEAN = TopicConfig.UNCLEAN_LEADER_ELECTION_ENABLE_CONFIG;
    static final String SEGMENT_BYTES = TopicConfig.SEGMENT_BYTES_CONFIG;
    static final String MIN_COMPACTION_LAG_MS = TopicConfig.MIN_COMPACTION_LAG_MS_CONFIG;

    static final long STATE_SEGMENT_BYTES = 16L << 20;
    static final long STATE_COMPACTION_LAG_MS = 10 * 60_000L;
    static final int PROGRESS_PARTITIONS = 10;

    private static final int REPLICAS = 3;
    private static final long HOUR_MS = 60 * 60_000L;

    private TopicSettings() {}

    /**
     * Returns the replicas of a partition.
     *
     * @param registered brokers, whether they run now or not: one that starts before the others must not settle for fewer (F11)
     */
    static int replicas(int registered) {
        return Math.max(1, Math.min(REPLICAS, registered));
    }

    static int minIsr(int replicas) {
        return Math.min(2, replicas);
    }

    static NewTopic state(String name, int registered) {
        Map<String, String> configs = replicated(registered);
        configs.put(CLEANUP_POLICY, TopicConfig.CLEANUP_POLICY_COMPACT);
        configs.put(SEGMENT_BYTES, Long.toString(STATE_SEGMENT_BYTES));
        configs.put(MIN_COMPACTION_LAG_MS, Long.toString(STATE_COMPACTION_LAG_MS));
        // The active segment is never compacted: without these each reader replays the changes of months (N2).
        configs.put(TopicConfig.SEGMENT_MS_CONFIG, Long.toString(HOUR_MS));
        configs.put(TopicConfig.MAX_COMPACTION_LAG_MS_CONFIG, Long.toString(HOUR_MS));
        configs.put(TopicConfig.MIN_CLEANABLE_DIRTY_RATIO_CONFIG, "0.1");
        return new NewTopic(name, StatePartitions.COUNT, (short) replicas(registered)).configs(configs);
    }

    static NewTopic progress(String name, int registered) {
        Map<String, String> configs = replicated(registered);
        configs.put(CLEANUP_POLICY, TopicConfig.CLEANUP_POLICY_DELETE);
        configs.put(TopicConfig.RETENTION_MS_CONFIG, Long.toString(HOUR_MS));
        configs.put(TopicConfig.SEGMENT_MS_CONFIG, Long.toString(HOUR_MS / 6));
        configs.put(SEGMENT_BYTES, Long.toString(STATE_SEGMENT_BYTES));
        return new NewTopic(name, PROGRESS_PARTITIONS, (short) replicas(registered)).configs(configs);
    }

    /** Timestamps are the brokers': clocks of daemons differ (N2). */
    private static Map<String, String> replicated(int registered) {
        Map<String, String> configs = new HashMap<>();
        configs.put(MIN_ISR, Integer.toString(minIsr(replicas(registered))));
        configs.put(UNCLEAN, "false");
        configs.put(TopicConfig.MESSAGE_TIMESTAMP_TYPE_CONFIG, "LogAppendTime");
        return configs;
    }
}
