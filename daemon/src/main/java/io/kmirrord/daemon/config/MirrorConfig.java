// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.daemon.config;

import io.kmirrord.bridge.wire.MirrorRef;
import io.kmirrord.statemachine.settings.SettingsReader;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * What is mirrored. Immutable.
 *
 * @param ref {@code mirror} and {@code generation} (1 or more, default 1)
 * @param topics {@code topics}: names, comma-separated
 * @param replicationFactor {@code replication.factor} of topics that are created; -1, the default: as the destination
 *     has it
 * @param topicConfigs {@code topic.config.<key>}: set on topics that are created, over what the source has
 */
public record MirrorConfig(
        MirrorRef ref, Set<String> topics, short replicationFactor, Map<String, String> topicConfigs) {
    private static final Pattern MIRROR = Pattern.compile("[a-zA-Z0-9._-]{1,100}");
    private static final Pattern TOPIC = Pattern.compile("[a-zA-Z0-9._-]{1,249}");
    private static final String INTERNAL_PREFIX = "__";

    public MirrorConfig {
        topics = Set.copyOf(topics);
        topicConfigs = Map.copyOf(topicConfigs);
    }

    static MirrorConfig from(SettingsReader settings) {
        String mirror = settings.required("mirror", "unnamed", MirrorConfig::mirrorName);
        long generation = settings.number("generation", 1, 1, Long.MAX_VALUE);
        Set<String> topics = settings.required("topics", Set.of(), MirrorConfig::topicNames);
        short factor = (short) settings.number("replication.factor", -1, -1, Short.MAX_VALUE);
        if (factor == 0) {
            settings.problem("replication.factor = '0'; accepted: -1 (default of the destination), or 1 to 32767");
            factor = -1;
        }
        return new MirrorConfig(new MirrorRef(mirror, generation), topics, factor, settings.prefixed("topic.config."));
    }

    private static String mirrorName(String text) {
        if (!MIRROR.matcher(text).matches()) {
            throw new IllegalArgumentException(
                    "'" + text + "'; accepted: 1 to 100 of the characters a-z A-Z 0-9 . _ -");
        }
        return text;
    }

    private static Set<String> topicNames(String text) {
        Set<String> names = new LinkedHashSet<>();
        for (String part : text.split(",", -1)) {
            String name = part.trim();
            if (!TOPIC.matcher(name).matches() || name.equals(".") || name.equals("..")) {
                throw new IllegalArgumentException(
                        "'" + name + "' is no topic name; accepted: 1 to 249 of the characters a-z A-Z 0-9 . _ -");
            }
            if (name.startsWith(INTERNAL_PREFIX)) {
                throw new IllegalArgumentException(
                        "'" + name + "' is internal; accepted: topics whose name does not begin with '__'");
            }
            names.add(name);
        }
        return names;
    }
}
