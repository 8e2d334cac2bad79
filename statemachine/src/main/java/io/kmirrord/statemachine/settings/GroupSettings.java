// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.statemachine.settings;

import java.util.Arrays;
import java.util.List;

/**
 * Which consumer groups' offsets are synced, and how often (KIP-1279 "groups.include"). Immutable.
 *
 * @param includes {@code groups.include}: group ids and RE2 patterns of whole ids, comma-separated; default all
 * @param excludes {@code groups.exclude}: the same, stronger; default none
 * @param intervalMs {@code groups.sync.interval.ms}: between two rounds; default 10 s. What a group reads again after a
 *     failover is bounded by it
 */
public record GroupSettings(List<String> includes, List<String> excludes, long intervalMs) {
    private static final String ALL = ".*";

    public GroupSettings {
        includes = List.copyOf(includes);
        excludes = List.copyOf(excludes);
    }

    static GroupSettings from(SettingsReader reader) {
        return new GroupSettings(
                reader.optional("groups.include", List.of(ALL), GroupSettings::list),
                reader.optional("groups.exclude", List.of(), GroupSettings::list),
                reader.number("groups.sync.interval.ms", 10_000, 100, 86_400_000));
    }

    private static List<String> list(String text) {
        List<String> parts =
                Arrays.stream(text.split(",", -1)).map(String::trim).toList();
        if (parts.contains("")) {
            throw new IllegalArgumentException(
                    "'" + text + "'; accepted: group ids and RE2 patterns, comma-separated, none of them empty");
        }
        return parts;
    }
}
