// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.daemon.duty.mirror;

import io.kmirrord.daemon.groups.GroupSync;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * What the duties of this daemon's mirrors found last, for metrics and operators. Immutable.
 *
 * @param mirrors whose duties this daemon has
 * @param expected partitions of these at the destination, stopped topics left out, by mirror
 * @param unowned wished partitions of these without an actor, each with the reason
 * @param deleted topics of these that were deleted at the destination, by mirror
 * @param groups what was done with group offsets, by mirror
 * @param leadersMoved leaderships moved away from nodes without a working daemon, since the start
 */
public record DutyStatus(
        Set<String> mirrors,
        Map<String, Integer> expected,
        List<Unowned> unowned,
        Map<String, List<String>> deleted,
        Map<String, GroupSync.Status> groups,
        long leadersMoved) {
    public static final DutyStatus NONE = new DutyStatus(Set.of(), Map.of(), List.of(), Map.of(), Map.of(), 0);

    public DutyStatus {
        mirrors = Set.copyOf(mirrors);
        expected = Map.copyOf(expected);
        unowned = List.copyOf(unowned);
        deleted = Map.copyOf(deleted);
        groups = Map.copyOf(groups);
    }
}
