// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.daemon.groups;

import io.kmirrord.statemachine.settings.GroupSettings;
import io.kmirrord.statetopic.TopicPatterns;

/** The groups that a mirror syncs: by the same rule as topics; excludes are stronger. Immutable. */
public final class GroupScope {
    private final TopicPatterns includes;
    private final TopicPatterns excludes;

    /**
     * Reads patterns.
     *
     * @throws IllegalArgumentException naming a pattern that is wrong
     */
    public GroupScope(GroupSettings settings) {
        includes = TopicPatterns.parse(settings.includes());
        excludes = TopicPatterns.parse(settings.excludes());
    }

    /** Returns whether a group is meant. */
    public boolean means(String group) {
        return includes.matches(group) && !excludes.matches(group);
    }
}
