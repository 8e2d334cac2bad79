// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.daemon.configs;

import io.kmirrord.statemachine.settings.ConfigSettings;
import io.kmirrord.statemachine.settings.MirrorSettings;
import io.kmirrord.statemachine.view.RecordValue.ConfigSync;
import io.kmirrord.statemachine.view.RecordValue.Skipped;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * What a round has read and decided. Immutable; pure.
 *
 * @param plans by topic, of those that are followed and whose configs are known on both sides
 * @param skipped what was left alone, in order
 */
record ConfigRound(ConfigFacts facts, Map<String, ConfigPlan> plans, List<Skipped> skipped) {
    ConfigRound {
        plans = Map.copyOf(plans);
        skipped = skipped.stream()
                .sorted(Comparator.comparing(Skipped::name).thenComparing(Skipped::reason))
                .toList();
    }

    /** A round without a topic. */
    static ConfigRound nothing(ConfigFacts facts) {
        return new ConfigRound(facts, Map.of(), List.of());
    }

    /** What is to be recorded before anything else: topics that have remote storage by now, and those that have none any more. */
    static Map<String, ConfigSync> remoteStorage(ConfigFacts facts, Map<String, ConfigAnswer> here, long nowMs) {
        Map<String, ConfigSync> changed = new TreeMap<>();
        facts.topics().forEach((name, topic) -> {
            TopicConfigs configs = configs(here.get(name));
            ConfigSync memory = topic.memory();
            boolean remote = configs != null && configs.isTrue(ConfigSettings.REMOTE_STORAGE);
            if (configs != null && remote != memory.remoteStorage()) {
                changed.put(name, new ConfigSync(memory.revision() + 1, memory.set(), memory.shrinks(), remote, nowMs));
            }
        });
        return changed;
    }

    /** Topics whose configs at the source are needed. */
    static Set<String> asked(ConfigFacts facts, Map<String, ConfigAnswer> here) {
        Set<String> asked = new TreeSet<>();
        facts.topics().forEach((name, topic) -> {
            if (topic.followed() && !topic.memory().remoteStorage() && configs(here.get(name)) != null) {
                asked.add(name);
            }
        });
        return asked;
    }

    /**
     * Decides.
     *
     * @param refused by topic and key, what the destination refused lately
     */
    static ConfigRound of(
            ConfigFacts facts,
            MirrorSettings settings,
            Map<String, ConfigAnswer> here,
            Map<String, ConfigAnswer> source,
            Map<String, Map<String, RefusedValue>> refused,
            long nowMs) {
        Map<String, ConfigPlan> plans = new HashMap<>();
        List<Skipped> skipped = new ArrayList<>();
        List<ConfigSituation> compared = new ArrayList<>();
        facts.elsewhere().forEach((topic, mirror) -> skipped.add(ConfigNotes.elsewhere(topic, mirror)));
        new TreeMap<>(facts.topics()).forEach((name, topic) -> {
            ConfigRefusal unreadable = refusal(here.get(name));
            ConfigRefusal denied = refusal(source.get(name));
            TopicConfigs local = configs(here.get(name));
            TopicConfigs there = configs(source.get(name));
            // A topic that is missing on a side is its partitions' to report.
            if (unreadable != null && unreadable.kind() == ConfigRefusal.Kind.DENIED) {
                skipped.add(ConfigNotes.notReadable(name, unreadable.text()));
            } else if (topic.memory().remoteStorage()) {
                skipped.add(ConfigNotes.remoteStorage(name));
            } else if (denied != null && denied.kind() == ConfigRefusal.Kind.DENIED) {
                skipped.add(ConfigNotes.sourceDenied(name, denied.text()));
            } else if (local != null && there != null) {
                ConfigSituation now = new ConfigSituation(
                        name,
                        there,
                        local,
                        settings.configs(),
                        settings.supportUncleanElection(),
                        topic.memory(),
                        refused.getOrDefault(name, Map.of()),
                        nowMs);
                ConfigPlan plan = ConfigPlan.of(now);
                compared.add(now);
                plans.put(name, plan);
                skipped.addAll(plan.skipped());
            }
        });
        InheritedConfig.of(compared).forEach(config -> skipped.add(ConfigNotes.inherited(config)));
        return new ConfigRound(facts, plans, skipped);
    }

    /** The same with what the destination refused to change. */
    ConfigRound with(List<Skipped> more) {
        List<Skipped> all = new ArrayList<>(skipped);
        all.addAll(more);
        return new ConfigRound(facts, plans, all);
    }

    /** Topics of which something is to be recorded or changed, in order. */
    List<String> due() {
        return plans.keySet().stream()
                .filter(name -> !plan(name).change().isEmpty() || memory(name) != null)
                .sorted()
                .toList();
    }

    ConfigPlan plan(String topic) {
        return Objects.requireNonNull(plans.get(topic));
    }

    /** What is to be recorded of a topic, null for nothing. */
    @Nullable
    ConfigSync memory(String name) {
        ConfigFacts.Topic topic = facts.topics().get(name);
        ConfigSync memory = plan(name).memory();
        return topic == null || memory.equals(topic.memory()) ? null : memory;
    }

    private static @Nullable TopicConfigs configs(@Nullable ConfigAnswer answer) {
        return answer == null ? null : answer.configs();
    }

    private static @Nullable ConfigRefusal refusal(@Nullable ConfigAnswer answer) {
        return answer == null ? null : answer.refusal();
    }
}
