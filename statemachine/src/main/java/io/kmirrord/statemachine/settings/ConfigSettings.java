// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.statemachine.settings;

import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Which configs of mirror topics are taken from the source, and how (KIP-1279 8.4). Immutable.
 *
 * @param overrides {@code topic.config.<key>}: the value of a mirror topic, whatever the source has and whatever is excluded
 * @param excludes {@code topic.properties.exclude}: keys that are not taken from the source, comma-separated, beside those
 *     that never are; default none
 * @param intervalMs {@code configs.sync.interval.ms}: between two rounds; default 30 s
 * @param onShrink {@code on.source.shrink}: what becomes of a config of the source that lets this copy keep less; default
 *     delay (F10)
 * @param shrinkDelayMs {@code source.shrink.delay.ms}: how long the source must have held such a config; default 24 h
 */
public record ConfigSettings(
        Map<String, String> overrides, Set<String> excludes, long intervalMs, OnShrink onShrink, long shrinkDelayMs) {
    /** Of a topic whose records may lie elsewhere than in its log. */
    public static final String REMOTE_STORAGE = "remote.storage.enable";

    private static final String OVERRIDE = "topic.config.";

    /** What belongs to the source's cluster, as the KIP lists it, and what Kafka 4 no longer knows. */
    private static final Set<String> NEVER = Set.of(
            "follower.replication.throttled.replicas",
            "leader.replication.throttled.replicas",
            "message.downconversion.enable",
            "message.format.version",
            "message.timestamp.after.max.ms",
            "message.timestamp.before.max.ms",
            "message.timestamp.difference.max.ms",
            "message.timestamp.type",
            "min.insync.replicas",
            "unclean.leader.election.enable");

    /** Of other vendors, of mirroring itself, and of tiered storage. */
    private static final List<String> NEVER_PREFIXES = List.of("confluent.", "local.retention.", "mirror.", "remote.");

    /** What becomes of a config of the source that lets this copy keep less. */
    public enum OnShrink {
        /** It is applied once the source has held it for the delay. */
        DELAY,
        /** It is applied at once. */
        APPLY,
        /** It is never applied. */
        KEEP
    }

    public ConfigSettings {
        overrides = Map.copyOf(overrides);
        excludes = Set.copyOf(excludes);
    }

    static ConfigSettings from(SettingsReader reader) {
        Map<String, String> overrides = reader.prefixed(OVERRIDE);
        String remote = overrides.get(REMOTE_STORAGE);
        if (remote != null && !remote.equals("false")) {
            reader.problem(OVERRIDE + REMOTE_STORAGE + " = '" + remote
                    + "'; accepted: false, as the log of a mirror topic is all of it");
        }
        return new ConfigSettings(
                overrides,
                reader.optional("topic.properties.exclude", Set.of(), ConfigSettings::keys),
                reader.number("configs.sync.interval.ms", 30_000, 100, 86_400_000),
                reader.optional("on.source.shrink", OnShrink.DELAY, text -> Choices.of(text, OnShrink.class)),
                reader.number("source.shrink.delay.ms", 86_400_000, 0, 31_536_000_000L));
    }

    /** Returns whether a config is taken from the source: unless it is overridden. */
    public boolean takes(String key) {
        return !NEVER.contains(key) && NEVER_PREFIXES.stream().noneMatch(key::startsWith) && !excludes.contains(key);
    }

    /** Returns what a topic is to have whose source has these configs: no other key is under sync. */
    public Map<String, String> wanted(Map<String, String> source) {
        Map<String, String> wanted = new HashMap<>(source);
        wanted.keySet().removeIf(key -> !takes(key));
        wanted.putAll(overrides);
        return wanted;
    }

    private static Set<String> keys(String text) {
        Set<String> keys = Arrays.stream(text.split(",", -1)).map(String::trim).collect(Collectors.toSet());
        if (!keys.stream().allMatch(key -> key.matches("[a-z0-9._-]+"))) {
            throw new IllegalArgumentException(
                    "'" + text + "'; accepted: keys of topic configs, comma-separated, such as segment.bytes");
        }
        return keys;
    }
}
