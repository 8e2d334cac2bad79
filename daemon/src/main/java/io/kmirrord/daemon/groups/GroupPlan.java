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
 * @param taken the source's offset of each pair that is decided, to be remembered once the group's commits are done
 * @param skipped what is left alone, and why
 * @param undecided partitions of which something could not be read, so that the round does not count for them
 */
record GroupPlan(
        Map<String, Map<TopicPartition, OffsetAndMetadata>> commits,
        Map<Pair, Long> taken,
        List<Skipped> skipped,
        Set<TopicPartition> undecided) {
    GroupPlan {
        commits = Map.copyOf(commits);
        taken = Map.copyOf(taken);
        skipped = List.copyOf(skipped);
        undecided = Set.copyOf(undecided);
    }

    /** A group in a partition. */
    record Pair(String group, TopicPartition partition) {}
}
