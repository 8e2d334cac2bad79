// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.daemon.configs;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * A config that is set on topics neither there nor here, and by whose defaults this cluster keeps less of their records than
 * the source does, or takes less from their producers. What the source's brokers set is not taken over, and so has to be told.
 * Immutable.
 *
 * @param there what holds at the source
 * @param here what holds at the destination
 * @param topics in order, at least one
 */
public record InheritedConfig(String key, String there, String here, List<String> topics) {
    /** Topics that are named. */
    private static final int SHOWN = 5;

    private static final Comparator<InheritedConfig> ORDER = Comparator.comparing(InheritedConfig::key)
            .thenComparing(InheritedConfig::there)
            .thenComparing(InheritedConfig::here);

    public InheritedConfig {
        topics = List.copyOf(topics);
    }

    /** Finds all that differ so, in order: one for all topics that have the same difference. Pure. */
    public static List<InheritedConfig> of(Collection<ConfigSituation> situations) {
        Map<InheritedConfig, List<String>> found = new TreeMap<>(ORDER);
        situations.stream()
                .sorted(Comparator.comparing(ConfigSituation::topic))
                .forEach(now -> ConfigValues.INHERITED.stream()
                        .filter(key -> isLess(now, key))
                        .forEach(key -> found.computeIfAbsent(
                                        new InheritedConfig(
                                                key,
                                                now.source().inherited().getOrDefault(key, ""),
                                                now.here().inherited().getOrDefault(key, ""),
                                                List.of()),
                                        same -> new ArrayList<>())
                                .add(now.topic())));
        return found.entrySet().stream()
                .map(entry -> new InheritedConfig(
                        entry.getKey().key(),
                        entry.getKey().there(),
                        entry.getKey().here(),
                        entry.getValue()))
                .toList();
    }

    /** What the topic has of its own is followed, or was set here on purpose; what is excluded is meant to differ. */
    private static boolean isLess(ConfigSituation now, String key) {
        return now.settings().takes(key)
                && !now.settings().overrides().containsKey(key)
                && !now.source().own().containsKey(key)
                && !now.here().own().containsKey(key)
                && ConfigValues.isLess(
                        key,
                        now.source().inherited().get(key),
                        now.here().inherited().get(key),
                        now.here().effective(ConfigValues.CLEANUP));
    }

    /** Such as {@code orders, pay}; of many the first and how many more. */
    public String names() {
        String shown = String.join(", ", topics.subList(0, Math.min(SHOWN, topics.size())));
        return topics.size() > SHOWN ? shown + " and " + (topics.size() - SHOWN) + " more" : shown;
    }

    /** What it comes to. */
    public String consequence() {
        return key.equals(ConfigValues.MAX_BYTES)
                ? "producers of larger records would be refused here after a failover"
                : "less is kept here than at the source";
    }

    /** What to do. */
    public String whatToDo() {
        return "what the source's brokers set is not taken over: set topic.config." + key
                + " of the mirror for all of its topics, or the key on these topics here, which keeps it, or the default of"
                + " the brokers here";
    }
}
