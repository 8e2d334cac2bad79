// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.daemon.configs;

import io.kmirrord.statemachine.settings.ConfigSettings;
import io.kmirrord.statemachine.view.RecordValue.ConfigSync;
import java.util.Map;

/**
 * What a decision about a topic's configs depends on. Immutable.
 *
 * @param supportsUncleanElection the mirror's setting, for what is told
 * @param memory what was taken over in the topic's present generation, by whoever had the mirror's duties
 * @param refused by key, what the destination refused lately
 * @param nowMs wall clock
 */
public record ConfigSituation(
        String topic,
        TopicConfigs source,
        TopicConfigs here,
        ConfigSettings settings,
        boolean supportsUncleanElection,
        ConfigSync memory,
        Map<String, RefusedValue> refused,
        long nowMs) {
    public ConfigSituation {
        refused = Map.copyOf(refused);
    }
}
