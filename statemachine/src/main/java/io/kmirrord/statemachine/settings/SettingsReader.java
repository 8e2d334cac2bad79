// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.statemachine.settings;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Reads typed values out of text properties and gathers what is wrong with them. A getter that finds a problem notes it
 * and returns the default, so that one pass finds all. Confined to one thread.
 */
public final class SettingsReader {
    private final Map<String, String> values;
    private final Set<String> known = new LinkedHashSet<>();
    private final List<String> prefixes = new ArrayList<>();
    private final List<String> problems = new ArrayList<>();

    public SettingsReader(Map<String, String> values) {
        this.values = new TreeMap<>(values);
    }

    /** A whole number between two bounds, both allowed. */
    public long number(String key, long otherwise, long min, long max) {
        String text = get(key);
        if (text == null) {
            return otherwise;
        }
        try {
            long value = Long.parseLong(text);
            if (value >= min && value <= max) {
                return value;
            }
        } catch (NumberFormatException e) {
            problem(key, text, "a whole number from " + min + " to " + max);
            return otherwise;
        }
        problem(key, text, "from " + min + " to " + max);
        return otherwise;
    }

    public int integer(String key, int otherwise, int min, int max) {
        return (int) number(key, otherwise, min, max);
    }

    /** A value that must be there. The parser throws IllegalArgumentException with what is accepted. */
    public <T> T required(String key, T placeholder, Function<String, T> parser) {
        if (get(key) == null) {
            problems.add(key + " is missing; it has no default");
            return placeholder;
        }
        return optional(key, placeholder, parser);
    }

    public <T> T optional(String key, T otherwise, Function<String, T> parser) {
        String text = get(key);
        if (text == null) {
            return otherwise;
        }
        try {
            return parser.apply(text);
        } catch (IllegalArgumentException e) {
            problems.add(key + ": " + e.getMessage());
            return otherwise;
        }
    }

    /** All values whose key starts with a prefix, by the rest of the key. */
    public Map<String, String> prefixed(String prefix) {
        prefixes.add(prefix);
        Map<String, String> found = new LinkedHashMap<>();
        values.forEach((key, value) -> {
            if (key.startsWith(prefix) && key.length() > prefix.length()) {
                known.add(key);
                found.put(key.substring(prefix.length()), value.trim());
            }
        });
        return found;
    }

    public void problem(String text) {
        problems.add(text);
    }

    /** To be called last: also complains of keys that nobody asked for. */
    public void throwProblems() throws SettingsException {
        List<String> candidates = new ArrayList<>(known);
        candidates.addAll(prefixes);
        for (String key : values.keySet()) {
            if (!known.contains(key)) {
                problems.add(key + " is not a setting; nearest: " + Nearest.to(key, candidates));
            }
        }
        if (!problems.isEmpty()) {
            throw new SettingsException(problems);
        }
    }

    private @Nullable String get(String key) {
        known.add(key);
        String text = values.get(key);
        return text == null || text.isBlank() ? null : text.trim();
    }

    private void problem(String key, String value, String accepted) {
        problems.add(key + " = '" + value + "'; accepted: " + accepted);
    }
}
