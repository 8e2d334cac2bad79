// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.cli.plan;

import com.google.re2j.Pattern;
import com.google.re2j.PatternSyntaxException;
import io.kmirrord.cli.CliError;
import io.kmirrord.statemachine.settings.Names;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Topic names and RE2 patterns of whole names. Immutable. */
public final class TopicPatterns {
    private final Map<String, Pattern> patterns;

    private TopicPatterns(Map<String, Pattern> patterns) {
        this.patterns = patterns;
    }

    /**
     * Reads patterns. A text that can be a topic's name matches that topic only.
     *
     * @throws io.kmirrord.cli.CliException BAD_PATTERN
     */
    public static TopicPatterns parse(List<String> texts) {
        var patterns = new LinkedHashMap<String, Pattern>();
        for (var text : texts) {
            patterns.put(text, compile(text));
        }
        return new TopicPatterns(patterns);
    }

    private static Pattern compile(String text) {
        if (text.isBlank()) {
            throw CliError.BAD_PATTERN.with(text, "it is empty");
        }
        try {
            return Pattern.compile(Names.isTopic(text) ? Pattern.quote(text) : text);
        } catch (PatternSyntaxException e) {
            throw CliError.BAD_PATTERN.with(text, e.getDescription());
        }
    }

    /**
     * Returns this, unless it names a topic that is never mirrored.
     *
     * @param reserved names that are internal in this installation, besides those that begin with two underscores
     * @throws io.kmirrord.cli.CliException RESERVED_TOPIC
     */
    public TopicPatterns withoutReserved(Set<String> reserved) {
        for (var literal : literals()) {
            if (Names.isInternal(literal) || reserved.contains(literal)) {
                throw CliError.RESERVED_TOPIC.with(literal);
            }
        }
        return this;
    }

    public boolean isEmpty() {
        return patterns.isEmpty();
    }

    /** Returns them as they were given. */
    public List<String> texts() {
        return List.copyOf(patterns.keySet());
    }

    /** Returns those that name one topic. */
    public List<String> literals() {
        return patterns.keySet().stream().filter(Names::isTopic).toList();
    }

    public boolean matches(String topic) {
        return patterns.values().stream().anyMatch(pattern -> pattern.matches(topic));
    }

    /** Returns those that match none of the topics. */
    public List<String> unmatchedBy(Collection<String> topics) {
        return patterns.entrySet().stream()
                .filter(entry -> topics.stream().noneMatch(entry.getValue()::matches))
                .map(Map.Entry::getKey)
                .toList();
    }
}
