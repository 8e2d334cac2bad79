// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.bridge.kafka;

import io.kmirrord.bridge.wire.Fence;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.common.Uuid;
import org.jspecify.annotations.Nullable;

/** All fences of the cluster at one metadata offset. Immutable. */
record FenceTable(Map<Uuid, FenceEntry> entries) {
    static final FenceTable EMPTY = new FenceTable(Map.of());

    FenceTable {
        entries = Map.copyOf(entries);
    }

    /**
     * Reads the configuration of the fence resource. Values of unchanged text are taken over, since parsing 10,000
     * of them takes tens of milliseconds of the thread that publishes metadata.
     *
     * @param configs all keys of the resource
     * @param problems takes one line per key or value that cannot be read
     */
    FenceTable read(Map<String, String> configs, List<String> problems) {
        Map<Uuid, FenceEntry> next = new HashMap<>(configs.size() * 2);
        for (Map.Entry<String, String> config : configs.entrySet()) {
            if (!config.getKey().startsWith(Fence.CONFIG_PREFIX)) {
                continue;
            }
            Uuid topicId = topicId(config.getKey(), problems);
            if (topicId == null) {
                continue;
            }
            FenceEntry known = entries.get(topicId);
            boolean same = known != null && known.text().equals(config.getValue());
            next.put(topicId, same ? known : parse(topicId, config.getValue(), problems));
        }
        return new FenceTable(next);
    }

    private static @Nullable Uuid topicId(String key, List<String> problems) {
        String text = key.substring(Fence.CONFIG_PREFIX.length());
        try {
            return Uuid.fromString(text);
        } catch (IllegalArgumentException e) {
            problems.add("config key '" + key + "' does not end with a topic id and is ignored: " + e.getMessage());
            return null;
        }
    }

    private static FenceEntry parse(Uuid topicId, String text, List<String> problems) {
        try {
            return new FenceEntry(text, Fence.parse(text));
        } catch (IllegalArgumentException e) {
            problems.add("topic " + topicId + " stays fenced, its fence cannot be read: " + e.getMessage());
            return new FenceEntry(text, null);
        }
    }

    /** Returns the topics whose fence appeared, vanished or has another text in the other table. */
    Set<Uuid> changedIn(FenceTable other) {
        Set<Uuid> changed = new HashSet<>();
        entries.forEach((topicId, entry) -> {
            if (!entry.equals(other.entries.get(topicId))) {
                changed.add(topicId);
            }
        });
        other.entries.keySet().stream().filter(id -> !entries.containsKey(id)).forEach(changed::add);
        return changed;
    }
}
