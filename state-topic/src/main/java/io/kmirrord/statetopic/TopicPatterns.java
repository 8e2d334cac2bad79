// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.statetopic;

import com.google.re2j.Pattern;
import com.google.re2j.PatternSyntaxException;
import io.kmirrord.statemachine.settings.Names;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Which topics are meant: a text that can be a topic's name means that topic alone, any other is an RE2 pattern of the whole
 * name, matched in time linear in its length. The rule of mirrorctl and of the daemons. Immutable.
 */
public final class TopicPatterns {
    private final Map<String, Pattern> patterns;

    private TopicPatterns(Map<String, Pattern> patterns) {
        this.patterns = patterns;
    }

    /**
     * Reads a list.
     *
     * @throws BadPatternException naming the first one that is wrong, and why
     */
    public static TopicPatterns parse(List<String> texts) {
        Map<String, Pattern> patterns = new LinkedHashMap<>();
        texts.forEach(text -> patterns.put(text, compile(text)));
        return new TopicPatterns(patterns);
    }

    /** Means one text alone, whatever its characters. */
    static TopicPatterns literally(String text) {
        return new TopicPatterns(Map.of(text, Pattern.compile(Pattern.quote(text))));
    }

    private static Pattern compile(String text) {
        if (text.isBlank()) {
            throw new BadPatternException(text, "it is empty");
        }
        try {
            return Pattern.compile(Names.isTopic(text) ? Pattern.quote(text) : text);
        } catch (PatternSyntaxException e) {
            throw new BadPatternException(text, e.getDescription());
        }
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

    /** Returns whether a topic is meant. */
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
