// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.daemon.duty.mirror;

import io.kmirrord.daemon.source.SourceTopic;
import io.kmirrord.statemachine.settings.Names;
import io.kmirrord.statemachine.view.RecordValue;
import io.kmirrord.statetopic.TopicPatterns;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * The topics that a request to start means: by its own patterns, or by those of the mirror if it has none; excludes of both
 * are stronger. Immutable.
 */
final class StartScope {
    private final List<String> includeTexts;
    private final List<String> excludeTexts;
    private final TopicPatterns includes;
    private final TopicPatterns excludes;
    private final boolean outright;

    private StartScope(List<String> includeTexts, List<String> excludeTexts, boolean outright) {
        this.includeTexts = includeTexts;
        this.excludeTexts = excludeTexts;
        this.includes = TopicPatterns.parse(includeTexts);
        this.excludes = TopicPatterns.parse(excludeTexts);
        this.outright = outright;
    }

    /**
     * Reads the patterns of a request.
     *
     * @throws IllegalArgumentException naming a pattern that is wrong
     */
    static StartScope of(RecordValue.Mirror definition, RecordValue.StartRequest request) {
        boolean own = !request.includes().isEmpty();
        return new StartScope(
                own ? request.includes() : definition.includes(),
                union(definition.excludes(), request.excludes()),
                own);
    }

    /**
     * The topics that a mirror means by its definition, for discovery.
     *
     * @throws IllegalArgumentException naming a pattern that is wrong
     */
    static StartScope of(RecordValue.Mirror definition) {
        return new StartScope(definition.includes(), definition.excludes(), false);
    }

    /** Returns both lists, the first one's order first, without repetitions. */
    static List<String> union(List<String> one, List<String> two) {
        Set<String> all = new LinkedHashSet<>(one);
        all.addAll(two);
        return List.copyOf(all);
    }

    boolean isEmpty() {
        return includes.isEmpty();
    }

    private boolean means(String topic) {
        return !Names.isInternal(topic) && includes.matches(topic) && !excludes.matches(topic);
    }

    /** Returns the topics that are meant, by name. */
    List<SourceTopic> topics(SourceTopics source) {
        List<SourceTopic> meant = new ArrayList<>();
        source.topics().values().forEach(topic -> {
            if (means(topic.name())) {
                meant.add(topic);
            }
        });
        meant.sort(Comparator.comparing(SourceTopic::name));
        return meant;
    }

    /** Returns why topics that are named, or there, cannot be used. */
    Map<String, Refusal> missing(SourceTopics source) {
        Map<String, Refusal> missing = new TreeMap<>();
        source.unavailable().forEach((topic, why) -> {
            if (means(topic)) {
                missing.put(topic, new Refusal(Refusal.Code.NO_TOPIC, "topic '" + topic + "': " + why));
            }
        });
        for (String name : includes.literals()) {
            if (Names.isInternal(name)) {
                missing.put(
                        name,
                        new Refusal(
                                Refusal.Code.INTERNAL_TOPIC,
                                "topic '" + name
                                        + "' is internal and never mirrored; accepted: names that do not begin "
                                        + "with '__'"));
            } else if (excludes.matches(name)) {
                missing.put(
                        name,
                        new Refusal(
                                Refusal.Code.NO_TOPIC,
                                "topic '" + name + "' is excluded by " + excludeTexts
                                        + "; mirrorctl config --remove-exclude ends that"));
            } else if (!source.topics().containsKey(name) && !missing.containsKey(name)) {
                missing.put(
                        name,
                        new Refusal(
                                Refusal.Code.NO_TOPIC,
                                "topic '" + name
                                        + "' is not at the source, or the mirror's principal may not describe it"));
            }
        }
        return missing;
    }

    /** Whether the request itself names a topic, rather than a pattern or the mirror's definition. */
    boolean namesOutright(String topic) {
        return outright && includes.literals().contains(topic);
    }

    @Override
    public String toString() {
        return includeTexts + (excludeTexts.isEmpty() ? "" : " without " + excludeTexts);
    }
}
