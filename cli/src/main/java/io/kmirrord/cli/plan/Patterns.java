// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.cli.plan;

import io.kmirrord.cli.CliError;
import io.kmirrord.statemachine.settings.Names;
import io.kmirrord.statetopic.BadPatternException;
import io.kmirrord.statetopic.TopicPatterns;
import java.util.List;
import java.util.Set;

/** Patterns of topics as an operator gives them. Pure. */
public final class Patterns {
    private Patterns() {}

    /**
     * Reads patterns.
     *
     * @throws io.kmirrord.cli.CliException BAD_PATTERN
     */
    public static TopicPatterns parse(List<String> texts) {
        try {
            return TopicPatterns.parse(texts);
        } catch (BadPatternException e) {
            throw CliError.BAD_PATTERN.with(e.pattern(), e.why());
        }
    }

    /**
     * Returns the patterns, unless they name a topic that is never mirrored.
     *
     * @param reserved names that are internal in this installation, besides those that begin with two underscores
     * @throws io.kmirrord.cli.CliException RESERVED_TOPIC
     */
    public static TopicPatterns withoutReserved(TopicPatterns patterns, Set<String> reserved) {
        for (var literal : patterns.literals()) {
            if (Names.isInternal(literal) || reserved.contains(literal)) {
                throw CliError.RESERVED_TOPIC.with(literal);
            }
        }
        return patterns;
    }
}
