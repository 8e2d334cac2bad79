// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.testkit.workload;

import java.util.HashMap;
import java.util.Map;

/** Topic configs that scenarios share. */
final class Topics {

    private Topics() {}

    /** A topic that neither time nor size shortens, whatever its timestamps. */
    static TopicPlan keepForever(String name, int partitions) {
        return keepForever(name, partitions, Map.of());
    }

    static TopicPlan keepForever(String name, int partitions, Map<String, String> more) {
        Map<String, String> configs = new HashMap<>(more);
        configs.put("retention.ms", "-1");
        return new TopicPlan(name, partitions, configs);
    }
}
