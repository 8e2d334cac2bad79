// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.daemon.duty.mirror;

import com.google.re2j.Pattern;
import com.google.re2j.PatternSyntaxException;
import io.kmirrord.statemachine.settings.Names;
import java.util.ArrayList;
import java.util.List;

/**
 * Names and patterns of topics. What can be a topic's name means that topic alone ({@code a.b} is not {@code axb}); all
 * else is an RE2 pattern for the whole name, matched in time linear in its length. Immutable.
 */
public final class TopicPatterns {
    private final List<String> names;
    private final List<Pattern> patterns;

    private TopicPatterns(List<String> names, List<Pattern> patterns) {
        this.names = List.copyOf(names);
        this.patterns = List.copyOf(patterns);
    }

    /**
     * Reads a list.
     *
     * @throws IllegalArgumentException naming the one that is wrong, and why
     */
    public static TopicPatterns of(List<String> texts) {
        List<String> names = new ArrayList<>();
        List<Pattern> patterns = new ArrayList<>();
        for (String text : texts) {
            if (Names.isTopic(text)) {
                names.add(text);
                continue;
            }
            try {
                patterns.add(Pattern.compile(text));
            } catch (PatternSyntaxException e) {
                throw new IllegalArgumentException(
                        "pattern '" + text + "': " + e.getMessage()
                                + "; accepted: the name of a topic, or an RE2 pattern of the whole name such as"
                                + " 'orders-.*'",
                        e);
            }
        }
        return new TopicPatterns(names, patterns);
    }

    /** Returns whether a topic is meant. */
    public boolean match(String topic) {
        return names.contains(topic)
                || patterns.stream().anyMatch(pattern -> pattern.matcher(topic).matches());
    }

    /** Returns the topics that are named outright. */
    public List<String> names() {
        return names;
    }

    public boolean isEmpty() {
        return names.isEmpty() && patterns.isEmpty();
    }
}
