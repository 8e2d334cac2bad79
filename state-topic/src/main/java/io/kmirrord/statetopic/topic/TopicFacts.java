// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.statetopic.topic;

import java.util.Map;

/**
 * A topic as it is. Immutable.
 *
 * @param replicas of the partition that has the fewest
 * @param configs in force, the brokers' defaults included
 */
record TopicFacts(String name, int partitions, int replicas, Map<String, String> configs) {
    TopicFacts {
        configs = Map.copyOf(configs);
    }

    String config(String key) {
        return configs.getOrDefault(key, "unknown");
    }
}
