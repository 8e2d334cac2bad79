// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.daemon.fake;

import io.kmirrord.daemon.configs.ClusterConfigs;
import io.kmirrord.daemon.configs.ConfigAnswer;
import io.kmirrord.daemon.configs.ConfigChange;
import io.kmirrord.daemon.configs.ConfigRefusal;
import io.kmirrord.daemon.configs.TopicConfigs;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** Topic configs of a cluster in memory. A topic that it was told nothing of has none of its own. Thread-safe by one lock. */
public final class FakeConfigs implements ClusterConfigs {
    /** What a cluster knows and has where a topic has nothing of its own. */
    public static final Map<String, String> INHERITED = Map.ofEntries(
            Map.entry("retention.ms", "604800000"),
            Map.entry("retention.bytes", "-1"),
            Map.entry("cleanup.policy", "delete"),
            Map.entry("min.compaction.lag.ms", "0"),
            Map.entry("max.compaction.lag.ms", "9223372036854775807"),
            Map.entry("delete.retention.ms", "86400000"),
            Map.entry("min.cleanable.dirty.ratio", "0.5"),
            Map.entry("max.message.bytes", "1048588"),
            Map.entry("segment.bytes", "1073741824"),
            Map.entry("segment.ms", "604800000"),
            Map.entry("flush.ms", "9223372036854775807"),
            Map.entry("min.insync.replicas", "1"),
            Map.entry("unclean.leader.election.enable", "false"),
            Map.entry("remote.storage.enable", "false"));

    private final Map<String, Map<String, String>> own = new TreeMap<>();
    private final Map<String, ConfigRefusal> refusals = new HashMap<>();
    private final Map<String, ConfigRefusal> refusedChanges = new HashMap<>();
    private final Map<String, String> refusedKeys = new HashMap<>();
    private final List<Map<String, ConfigChange>> altered = new ArrayList<>();
    private final Map<String, String> inherited = new HashMap<>(INHERITED);
    private @Nullable RuntimeException failure;

    /** Sets a config, as an operator does; null removes it. */
    public synchronized void set(String topic, String key, @Nullable String value) {
        Map<String, String> configs = own.computeIfAbsent(topic, name -> new TreeMap<>());
        if (value == null) {
            configs.remove(key);
        } else {
            configs.put(key, value);
        }
    }

    /** Sets what holds where a topic has nothing of its own, as brokers' configs do. */
    public synchronized void inherit(String key, String value) {
        inherited.put(key, value);
    }

    /** What a topic has of its own. */
    public synchronized Map<String, String> own(String topic) {
        return Map.copyOf(own.getOrDefault(topic, Map.of()));
    }

    /** Refuses to tell a topic's configs from now on; null: tells them again. */
    public synchronized void refuse(String topic, @Nullable ConfigRefusal refusal) {
        if (refusal == null) {
            refusals.remove(topic);
        } else {
            refusals.put(topic, refusal);
        }
    }

    /** Refuses to change a topic's configs from now on. */
    public synchronized void refuseChanges(String topic, ConfigRefusal refusal) {
        refusedChanges.put(topic, refusal);
    }

    /** Refuses any change that sets a key. */
    public synchronized void refuseKey(String key, String text) {
        refusedKeys.put(key, text);
    }

    /** What every question fails with; null: none. */
    public synchronized void fail(@Nullable RuntimeException reason) {
        failure = reason;
    }

    /** The requests for changes so far, in order. */
    public synchronized List<Map<String, ConfigChange>> altered() {
        return List.copyOf(altered);
    }

    @Override
    public synchronized CompletableFuture<Map<String, ConfigAnswer>> read(Set<String> topics) {
        if (failure != null) {
            return CompletableFuture.failedFuture(failure);
        }
        Map<String, ConfigAnswer> answers = new HashMap<>();
        for (String topic : topics) {
            ConfigRefusal refusal = refusals.get(topic);
            answers.put(
                    topic,
                    refusal == null
                            ? new ConfigAnswer(new TopicConfigs(own(topic), inherited), null)
                            : new ConfigAnswer(null, refusal));
        }
        return CompletableFuture.completedFuture(answers);
    }

    @Override
    public synchronized CompletableFuture<Map<String, ConfigRefusal>> alter(Map<String, ConfigChange> changes) {
        altered.add(Map.copyOf(changes));
        Map<String, ConfigRefusal> refused = new HashMap<>();
        changes.forEach((topic, change) -> {
            ConfigRefusal refusal = refusedChanges.get(topic);
            String bad = change.set().keySet().stream()
                    .filter(refusedKeys::containsKey)
                    .findFirst()
                    .orElse(null);
            if (refusal != null) {
                refused.put(topic, refusal);
            } else if (bad != null) {
                refused.put(topic, new ConfigRefusal(ConfigRefusal.Kind.INVALID, refusedKeys.getOrDefault(bad, "bad")));
            } else {
                change.set().forEach((key, value) -> set(topic, key, value));
                change.removed().forEach(key -> set(topic, key, null));
            }
        });
        return CompletableFuture.completedFuture(refused);
    }
}
