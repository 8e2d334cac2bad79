// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.daemon.duty.mirror;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Which configs a created topic gets. Pure. */
public final class ConfigFilter {
    /** The KIP's exclude list (8.4), tiered storage, and what Kafka 4 no longer knows. */
    private static final Set<String> EXCLUDED = Set.of(
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

    private static final List<String> EXCLUDED_PREFIXES =
            List.of("confluent.", "local.retention.", "mirror.", "remote.");

    private ConfigFilter() {}

    /** What the source has set on the topic, without what belongs to its own cluster, under the overrides. */
    public static Map<String, String> configs(Map<String, String> source, Map<String, String> overrides) {
        Map<String, String> configs = new HashMap<>();
        source.forEach((key, value) -> {
            if (!EXCLUDED.contains(key) && EXCLUDED_PREFIXES.stream().noneMatch(key::startsWith)) {
                configs.put(key, value);
            }
        });
        configs.putAll(overrides);
        return configs;
    }
}
