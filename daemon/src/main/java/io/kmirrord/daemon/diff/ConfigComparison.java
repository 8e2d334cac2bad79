// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.daemon.diff;

import io.kmirrord.daemon.configs.ConfigPlan;
import io.kmirrord.daemon.configs.ConfigReason;
import io.kmirrord.daemon.configs.ConfigSituation;
import io.kmirrord.daemon.configs.ConfigValues;
import io.kmirrord.daemon.configs.InheritedConfig;
import io.kmirrord.statemachine.diff.Difference;
import io.kmirrord.statemachine.diff.Subject;
import io.kmirrord.statemachine.view.RecordValue.Skipped;
import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * Compares what is set on a topic itself, where which of it is meant to differ is what the sync would do, and what brokers
 * set for topics without, where less is kept or taken here. Pure.
 */
public final class ConfigComparison {
    private static final Set<ConfigReason> INTENDED = EnumSet.of(ConfigReason.SHRINK_DELAYED, ConfigReason.SHRINK_KEPT);

    private ConfigComparison() {}

    /** What is told of a key. */
    private record Note(String text, boolean intended) {}

    /**
     * Compares.
     *
     * @param now what a round of the sync would decide about the topic
     * @param followed whether rounds do decide about it at present
     * @param reported what the last round told of keys, by topic and key as {@link Skipped#name} has them
     */
    public static List<Difference> of(ConfigSituation now, boolean followed, Map<String, String> reported) {
        Map<String, String> there = now.source().own();
        Map<String, String> own = now.here().own();
        SortedSet<String> keys = new TreeSet<>(there.keySet());
        keys.addAll(own.keySet());
        keys.removeIf(key -> ConfigValues.same(there.get(key), own.get(key)));
        if (keys.isEmpty()) {
            return List.of();
        }
        ConfigPlan plan = ConfigPlan.of(now);
        List<Difference> found = new ArrayList<>();
        for (String key : keys) {
            String name = now.topic() + " " + key;
            Note note = note(now, plan, followed, key, Optional.ofNullable(reported.get(name)));
            found.add(Difference.of(Subject.CONFIGS, name, there.get(key), own.get(key), note.text(), note.intended()));
        }
        return found;
    }

    /** Compares what holds where topics have nothing of their own; one difference for all topics that have the same. */
    public static List<Difference> inherited(Collection<ConfigSituation> situations) {
        return InheritedConfig.of(situations).stream()
                .map(config -> Difference.of(
                        Subject.CONFIGS,
                        config.names() + " " + config.key(),
                        config.there(),
                        config.here(),
                        ConfigReason.INHERITED_LESS + ": " + config.consequence() + "; " + config.whatToDo(),
                        false))
                .toList();
    }

    private static Note note(
            ConfigSituation now, ConfigPlan plan, boolean followed, String key, Optional<String> reported) {
        String override = now.settings().overrides().get(key);
        if (override != null && ConfigValues.same(override, now.here().own().get(key))) {
            return new Note("topic.config." + key + " of the mirror", true);
        }
        boolean changes =
                plan.change().set().containsKey(key) || plan.change().removed().contains(key);
        Optional<Skipped> skipped = plan.skipped().stream()
                .filter(one -> one.name().equals(now.topic() + " " + key))
                .findFirst();
        if (skipped.isPresent()) {
            return new Note(
                    skipped.get().reason() + ": " + skipped.get().text(),
                    INTENDED.stream()
                            .anyMatch(
                                    reason -> reason.name().equals(skipped.get().reason())));
        }
        if (changes) {
            return new Note(
                    reported.orElse(
                            followed
                                    ? "the next round of the sync makes it as at the source"
                                    : "not synced while no partition of the topic is MIRRORING"),
                    false);
        }
        if (!now.settings().takes(key)) {
            return new Note(
                    now.settings().excludes().contains(key)
                            ? "not taken over: topic.properties.exclude"
                            : "never taken over from a source",
                    true);
        }
        return new Note("set here and never taken over from the source", true);
    }
}
