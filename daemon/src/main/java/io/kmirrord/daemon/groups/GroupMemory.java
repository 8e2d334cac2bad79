// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.daemon.groups;

import io.kmirrord.daemon.groups.GroupPlan.Pair;
import io.kmirrord.statemachine.StateName;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;

/**
 * What a holder of a mirror's duties has seen in its time, of the present generation of each topic. By it an offset that went
 * back at the source is told from one that is ahead here. Thread-safe; rounds use it one after the other.
 */
final class GroupMemory {
    private final Map<String, Long> generations = new ConcurrentHashMap<>();
    private final Map<Pair, Long> taken = new ConcurrentHashMap<>();
    /** Partitions of which all that the source has was seen, but for {@link #open}. */
    private final Set<TopicPartition> seen = ConcurrentHashMap.newKeySet();
    /** Groups of which something could not be read or committed. */
    private final Set<String> open = ConcurrentHashMap.newKeySet();

    /** Groups that were synced. */
    Set<String> groups() {
        return taken.keySet().stream().map(Pair::group).collect(Collectors.toSet());
    }

    /** Forgets topics that are in another generation by now. To be called before {@link #last}. */
    void enter(GroupFacts facts) {
        facts.generations().forEach((topic, generation) -> {
            Long before = generations.put(topic, generation);
            if (before != null && !before.equals(generation)) {
                taken.keySet().removeIf(pair -> pair.partition().topic().equals(topic));
                seen.removeIf(partition -> partition.topic().equals(topic));
            }
        });
    }

    /**
     * Returns the source's offset that a group's is measured by: it may go back where the source's is below that, and always
     * where it is -1.
     *
     * <p>-1 at first sight in a life of the log; and later where this holder cannot tell whether the source went back before
     * its time, unless the group is recorded to have a place of its own here: records that are read again are the lesser evil,
     * but not for a group that is used here.
     */
    long last(GroupFacts facts, Pair pair, CommittedOffset theirs, @Nullable CommittedOffset ours) {
        if (!facts.begun(pair.partition())) {
            return -1;
        }
        Long last = taken.get(pair);
        if (last != null) {
            return last;
        }
        if (facts.ownPlace(pair.group(), pair.partition().topic())) {
            return theirs.offset();
        }
        if (open.contains(pair.group())) {
            return -1;
        }
        // Where the source's is not behind it did not go back, and what it has now for the first time is no going back
        // either.
        boolean known = ours == null || theirs.offset() >= ours.offset() || seen.contains(pair.partition());
        return known ? theirs.offset() : -1;
    }

    /** Remembers a round whose commits are done. */
    void remember(GroupRound round, GroupPlan plan, Map<String, Refusal> refused) {
        plan.outcomes().forEach((pair, outcome) -> {
            if (outcome.taken() && !refused.containsKey(pair.group())) {
                taken.put(pair, outcome.theirs());
            }
        });
        open.removeAll(round.present().offsets().keySet());
        open.addAll(round.committed().failed().keySet());
        open.addAll(round.present().failed().keySet());
        refused.forEach((group, why) -> {
            if (!why.hasMembers()) {
                open.add(group);
            }
        });
        if (round.source().problems().isEmpty()) {
            round.facts().states().forEach((partition, state) -> {
                if (state == StateName.MIRRORING && !plan.undecided().contains(partition)) {
                    seen.add(partition);
                }
            });
        }
    }
}
