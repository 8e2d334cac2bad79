// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.daemon.groups;

import java.util.List;
import java.util.Map;

/**
 * The groups of a cluster. Immutable.
 *
 * @param groups by id
 * @param problems why some coordinators did not tell theirs; empty: this is all
 */
public record GroupList(Map<String, Kind> groups, List<String> problems) {
    public GroupList {
        groups = Map.copyOf(groups);
        problems = List.copyOf(problems);
    }

    /** What a group is. */
    public enum Kind {
        /** Nobody is a member of it. */
        EMPTY,
        /** It has members, whose place is theirs. */
        ACTIVE,
        /** Of another type than those that are asked for. */
        OTHER
    }
}
