// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.daemon.configs;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Configs of a topic in one cluster. Immutable.
 *
 * @param own set on the topic itself
 * @param inherited what holds where nothing is set on the topic, of every key that the cluster knows; empty for a value that
 *     it does not tell
 */
public record TopicConfigs(Map<String, String> own, Map<String, String> inherited) {
    public TopicConfigs {
        own = Map.copyOf(own);
        inherited = Map.copyOf(inherited);
    }

    /** Returns whether a topic of the cluster can have this key. */
    public boolean knows(String key) {
        return inherited.containsKey(key);
    }

    /** Returns the value that holds, null for a key that the cluster does not know. */
    public @Nullable String effective(String key) {
        String value = own.get(key);
        return value == null ? inherited.get(key) : value;
    }

    /** Returns whether a switch is on. */
    public boolean isTrue(String key) {
        return Boolean.parseBoolean(effective(key));
    }
}
