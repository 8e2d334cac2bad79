// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.statemachine.diff;

import java.util.List;
import java.util.Map;

/**
 * What a comparison found. Immutable.
 *
 * @param subjects that were compared, as far as they could be read
 * @param differences by {@link Difference#ORDER}
 * @param more how many differences are not told, by subject; those that need a look are told first
 */
public record DiffAnswer(
        List<Subject> subjects, List<Difference> differences, List<Unread> unread, Map<Subject, Integer> more) {
    public DiffAnswer {
        subjects = List.copyOf(subjects);
        differences = differences.stream().sorted(Difference.ORDER).toList();
        unread = List.copyOf(unread);
        more = Map.copyOf(more);
    }
}
