// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.testkit.workload;

import java.util.Map;

/** A topic to create: full name, number of partitions, topic configs. */
record TopicPlan(String name, int partitions, Map<String, String> configs) {

    TopicPlan {
        configs = Map.copyOf(configs);
    }
}
