// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.daemon.diff;

import io.kmirrord.daemon.groups.ClusterGroups;
import io.kmirrord.daemon.groups.CommittedOffset;
import io.kmirrord.daemon.groups.GroupList;
import io.kmirrord.daemon.groups.GroupOffsets;
import io.kmirrord.daemon.groups.GroupScope;
import io.kmirrord.statemachine.StateName;
import io.kmirrord.statemachine.diff.Side;
import io.kmirrord.statemachine.diff.Subject;
import io.kmirrord.statemachine.diff.Unread;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import org.apache.kafka.common.TopicPartition;

/**
 * Groups of one side. Immutable.
 *
 * @param offsets of the groups that the mirror means
 */
public record GroupReading(GroupList list, GroupOffsets offsets) {

    /** Asks a cluster for groups, then for their offsets. */
    public static CompletableFuture<GroupReading> of(ClusterGroups cluster, GroupScope scope) {
        return cluster.list().thenCompose(list -> {
            Set<String> meant = new HashSet<>();
            list.groups().forEach((group, kind) -> {
                if (kind != GroupList.Kind.OTHER && scope.means(group)) {
                    meant.add(group);
                }
            });
            return cluster.offsets(meant).thenApply(offsets -> new GroupReading(list, offsets));
        });
    }

    /** Compares both sides; a group that one of them could not tell of is not compared. */
    public static Part compare(
            GroupReading source,
            GroupReading here,
            Map<TopicPartition, StateName> states,
            Map<String, String> reported,
            boolean syncing,
            long intervalMs) {
        Map<String, Map<TopicPartition, CommittedOffset>> theirs =
                new HashMap<>(source.offsets().offsets());
        Map<String, Map<TopicPartition, CommittedOffset>> ours =
                new HashMap<>(here.offsets().offsets());
        theirs.keySet().removeAll(here.offsets().failed().keySet());
        ours.keySet().removeAll(source.offsets().failed().keySet());
        // Those of a coordinator that is silent may be there all the same.
        if (!here.list().problems().isEmpty()) {
            theirs.keySet().retainAll(here.list().groups().keySet());
        }
        if (!source.list().problems().isEmpty()) {
            ours.keySet().retainAll(source.list().groups().keySet());
        }
        List<Unread> unread = new ArrayList<>(unread(Side.SOURCE, source));
        unread.addAll(unread(Side.DESTINATION, here));
        return new Part(
                new GroupComparison(states, theirs, ours, here.list().groups(), reported, syncing, intervalMs)
                        .differences(),
                unread);
    }

    private static List<Unread> unread(Side side, GroupReading read) {
        List<Unread> unread = new ArrayList<>();
        for (String problem : new TreeSet<>(read.list().problems())) {
            unread.add(new Unread(
                    Subject.GROUPS,
                    side,
                    "those of a coordinator cannot be listed at the " + side + ": " + problem,
                    "look at the brokers there, then repeat"));
        }
        Map<String, String> failed = read.offsets().failed();
        for (String why : new TreeSet<>(failed.values())) {
            Set<String> names = new TreeSet<>(failed.keySet());
            names.removeIf(group -> !why.equals(failed.get(group)));
            unread.add(UnreadTexts.denied(Subject.GROUPS, side, names, why));
        }
        return unread;
    }
}
