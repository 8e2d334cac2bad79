// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.bridge.kafka;

import io.kmirrord.bridge.kafka.KnownReplicasText.Place;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.common.Uuid;
import org.jspecify.annotations.Nullable;

/** The known replicas of all mirrored topics at one metadata offset. Immutable. */
record KnownReplicasTable(Map<Place, Value> values) {
    static final KnownReplicasTable EMPTY = new KnownReplicasTable(Map.of());

    /** A stored value and what it says; nothing if it cannot be read. */
    record Value(String text, Map<Integer, KnownReplicas> partitions) {}

    KnownReplicasTable {
        values = Map.copyOf(values);
    }

    /**
     * Reads the configuration of the fence resource; values of unchanged text are taken over.
     *
     * @param problems takes one line per key or value that cannot be read
     */
    KnownReplicasTable read(Map<String, String> configs, List<String> problems) {
        Map<Place, Value> next = new HashMap<>();
        configs.forEach((key, text) -> {
            if (!key.startsWith(KnownReplicasText.CONFIG_PREFIX)) {
                return;
            }
            Place place = Place.parse(key);
            if (place == null) {
                problems.add("config key '" + key + "' does not end with a topic id and a number and is ignored");
                return;
            }
            Value before = values.get(place);
            next.put(place, before != null && before.text.equals(text) ? before : parse(key, text, problems));
        });
        return new KnownReplicasTable(next);
    }

    private static Value parse(String key, String text, List<String> problems) {
        try {
            return new Value(text, KnownReplicasText.parse(text));
        } catch (IllegalArgumentException e) {
            problems.add("the replicas in " + key + " are not known, and no cut is made that needs to know them: "
                    + e.getMessage());
            return new Value(text, Map.of());
        }
    }

    /** Returns what is known of a partition, null if nothing is. */
    @Nullable
    KnownReplicas of(Uuid topicId, int partition) {
        Value value = values.get(Place.of(topicId, partition));
        return value == null ? null : value.partitions.get(partition);
    }

    /** Returns the places of all topics. */
    Set<Place> places() {
        return values.keySet();
    }
}
