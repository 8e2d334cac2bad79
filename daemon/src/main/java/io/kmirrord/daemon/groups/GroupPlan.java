// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.daemon.groups;

import io.kmirrord.statemachine.view.RecordValue.Skipped;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;

/**
 * What a round does. Immutable.
 *
 * @param commits by group
 * @param outcomes of each pair that is decided
 * @param skipped what is left alone, and why
 * @param undecided partitions whose log could not be seen, so that the round does not count for them
 */
record GroupPlan(
        Map<String, Map<TopicPartition, OffsetAndMetadata>> commits,
        Map<Pair, Outcome> outcomes,
        List<Skipped> skipped,
        Set<TopicPartition> undecided) {
    static final GroupPlan NOTHING = new GroupPlan(Map.of(), Map.of(), List.of(), Set.of());

    GroupPlan {
        commits = Map.copyOf(commits);
        outcomes = Map.copyOf(outcomes);
        skipped = List.copyOf(skipped);
        undecided = Set.copyOf(undecided);
    }

    /** A group in a partition. */
    record Pair(String group, TopicPartition partition) {}

    /** Where a round leaves a group in a partition. */
    enum Place {
        /** As at the source, as far as the copy has it. */
        THE_SOURCES,
        /** As {@link #THE_SOURCES}, or at a cut, once the commit is done. */
        COMMITTED,
        /** It has members here. */
        MEMBERS,
        /** It is further here than at the source. */
        AHEAD,
        /** Not to be told from what was seen: nothing is at the source, or the copy is behind. */
        UNTOLD
    }

    /**
     * What was decided for a pair.
     *
     * @param theirs the source's offset, -1 if there is none
     * @param cutTo what the group was at beyond, of cuts that it has not followed; -1: it was not, or there was none
     */
    record Outcome(Place place, long theirs, long cutTo) {
        /** Whether what the source had is taken over, or known to be left. */
        boolean taken() {
            return theirs >= 0 && place != Place.MEMBERS;
        }
    }
}
