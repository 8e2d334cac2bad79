// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.bridge.server;

import java.nio.charset.StandardCharsets;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/** Reads typed values out of properties and collects what is wrong with them. Confined to one thread. */
final class SettingsReader {
    private final Map<String, String> properties;
    private final List<String> problems = new ArrayList<>();

    SettingsReader(Map<String, String> properties) {
        this.properties = properties;
    }

    void problem(String problem) {
        problems.add(problem);
    }

    void throwProblems() {
        if (!problems.isEmpty()) {
            throw new ServerConfigException(problems);
        }
    }

    void refuseUnknown(Set<String> keys, Set<String> otherKeys) {
        Set<String> known = new HashSet<>(keys);
        known.addAll(otherKeys);
        for (String key : new TreeSet<>(properties.keySet())) {
            if (!known.contains(key)) {
                problem("unknown key '" + key + "'; did you mean '" + nearest(key, known) + "'?");
            }
        }
    }

    long number(String key, long byDefault, long min, long max) {
        String text = properties.get(key);
        if (text == null) {
            return byDefault;
        }
        try {
            long value = Long.parseLong(text.strip());
            if (value >= min && value <= max) {
                return value;
            }
        } catch (NumberFormatException e) {
            // Same answer as for a number out of range.
        }
        problem(key + " '" + text + "'; accepted: a whole number from " + min + " to " + max);
        return byDefault;
    }

    Path path(String key, String byDefault, int maxBytes) {
        String text = properties.getOrDefault(key, byDefault).strip();
        try {
            Path path = Path.of(text);
            if (path.isAbsolute()
                    && path.getNameCount() > 1
                    && text.getBytes(StandardCharsets.UTF_8).length <= maxBytes) {
                return path;
            }
        } catch (InvalidPathException e) {
            // Same answer as for a relative path.
        }
        problem(key + " '" + text + "'; accepted: an absolute path of at most " + maxBytes + " bytes, in a directory");
        return Path.of(byDefault);
    }

    List<String> list(String key) {
        return Arrays.stream(properties.getOrDefault(key, "").split(",", -1))
                .map(String::strip)
                .filter(element -> !element.isEmpty())
                .toList();
    }

    private static String nearest(String key, Set<String> known) {
        return known.stream()
                .min(Comparator.<String>comparingInt(other -> distance(key, other))
                        .thenComparing(Comparator.naturalOrder()))
                .orElseThrow();
    }

    /** Levenshtein distance. */
    private static int distance(String a, String b) {
        int[] previous = new int[b.length() + 1];
        Arrays.setAll(previous, j -> j);
        for (int i = 1; i <= a.length(); i++) {
            int[] row = new int[b.length() + 1];
            row[0] = i;
            for (int j = 1; j <= b.length(); j++) {
                int change = previous[j - 1] + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
                row[j] = Math.min(change, 1 + Math.min(previous[j], row[j - 1]));
            }
            previous = row;
        }
        return previous[b.length()];
    }
}
