// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.daemon.configs;

import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * A change of a topic's configs. Immutable.
 *
 * @param set by key
 * @param removed keys that are to have no value of the topic's own any more
 */
public record ConfigChange(Map<String, String> set, Set<String> removed) {
    public ConfigChange {
        set = Map.copyOf(set);
        removed = Set.copyOf(removed);
    }

    /** Returns whether it changes nothing. */
    public boolean isEmpty() {
        return set.isEmpty() && removed.isEmpty();
    }

    /** Returns the same key by key, in order. */
    Map<String, ConfigChange> singly() {
        Map<String, ConfigChange> single = new TreeMap<>();
        set.forEach((key, value) -> single.put(key, new ConfigChange(Map.of(key, value), Set.of())));
        removed.forEach(key -> single.put(key, new ConfigChange(Map.of(), Set.of(key))));
        return single;
    }

    @Override
    public String toString() {
        return "set " + new TreeMap<>(set) + ", removed " + new TreeSet<>(removed);
    }
}
