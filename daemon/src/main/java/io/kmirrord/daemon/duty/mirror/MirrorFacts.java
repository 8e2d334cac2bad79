// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.daemon.duty.mirror;

import io.kmirrord.daemon.sync.SyncReports;
import io.kmirrord.statemachine.Desired;
import io.kmirrord.statemachine.PartitionId;
import io.kmirrord.statemachine.Recorded;
import io.kmirrord.statemachine.StateName;
import io.kmirrord.statemachine.decision.FailureCode;
import io.kmirrord.statemachine.view.RecordKey;
import io.kmirrord.statemachine.view.RecordValue;
import io.kmirrord.statemachine.view.StateView;
import io.kmirrord.statemachine.view.StateView.TopicWish;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * What the state topic says about a mirror, copied out of the view. Immutable.
 *
 * @param own newest wish by topic
 * @param withState ids of own topics of which any partition ever had a state
 * @param elsewhere why a topic is not free, by name: another mirror has not stopped it
 * @param starts open requests to start topics
 * @param deletedAtSource by topic id, how many partitions are FAILED in the present generation because the source has no
 *     such topic any more
 * @param reports on what discovery left alone
 */
record MirrorFacts(
        String mirror,
        RecordValue.Mirror definition,
        int revision,
        long highestGeneration,
        Map<String, TopicWish> own,
        Set<UUID> withState,
        Map<String, String> elsewhere,
        Map<RecordKey.Request, RecordValue.StartRequest> starts,
        Map<UUID, Integer> deletedAtSource,
        Map<RecordKey.SyncReport, RecordValue.SyncReport> reports) {

    MirrorFacts {
        own = Map.copyOf(own);
        withState = Set.copyOf(withState);
        elsewhere = Map.copyOf(elsewhere);
        starts = Map.copyOf(starts);
        deletedAtSource = Map.copyOf(deletedAtSource);
        reports = Map.copyOf(reports);
    }

    /** Reads a view, on its thread; empty if the mirror does not exist. */
    static Optional<MirrorFacts> read(StateView view, String mirror, long nowMs) {
        return view.mirror(mirror).map(definition -> {
            Set<UUID> withState = new HashSet<>();
            Map<UUID, Integer> deleted = new HashMap<>();
            Map<String, TopicWish> own = view.topics(mirror);
            Map<UUID, Long> generations = new HashMap<>();
            own.values().forEach(wish -> {
                if (wish.topicId() != null) {
                    generations.put(wish.topicId(), wish.wish().generation());
                }
            });
            for (PartitionId id : view.partitions()) {
                Optional<Recorded> state = view.partition(id);
                if (id.mirror().equals(mirror)) {
                    state.ifPresent(recorded -> {
                        withState.add(id.topicId());
                        if (isDeletedAtSource(recorded, generations.get(id.topicId()))) {
                            deleted.merge(id.topicId(), 1, Integer::sum);
                        }
                    });
                }
            }
            Map<RecordKey.Request, RecordValue.StartRequest> starts = new HashMap<>();
            view.openRequests(mirror, nowMs).forEach((key, request) -> {
                if (request instanceof RecordValue.StartRequest start) {
                    starts.put(key, start);
                }
            });
            return new MirrorFacts(
                    mirror,
                    definition,
                    view.revision(mirror),
                    view.highestGeneration(mirror),
                    own,
                    withState,
                    elsewhere(view, mirror),
                    starts,
                    deleted,
                    SyncReports.of(view, mirror, DiscoveryJob.SUBJECT));
        });
    }

    private static boolean isDeletedAtSource(Recorded state, @Nullable Long generation) {
        return generation != null
                && state.id().generation() == generation
                && state.state() == StateName.FAILED
                && state.failure() != null
                && state.failure().code() == FailureCode.SOURCE_TOPIC_DELETED;
    }

    /** Reads why topics are not free for a mirror, by name, on the view's thread. */
    static Map<String, String> elsewhere(StateView view, String mirror) {
        Map<String, Map<UUID, String>> unstopped = new HashMap<>();
        for (PartitionId id : view.partitions()) {
            if (!id.mirror().equals(mirror)) {
                view.partition(id)
                        .filter(state -> state.state() != StateName.STOPPED)
                        .ifPresent(state -> unstopped
                                .computeIfAbsent(id.mirror(), name -> new HashMap<>())
                                .put(id.topicId(), "partition " + id.partition() + " is " + state.state()));
            }
        }
        Map<String, String> taken = new TreeMap<>();
        for (String other : view.mirrors()) {
            if (other.equals(mirror)) {
                continue;
            }
            Map<UUID, String> open = unstopped.getOrDefault(other, Map.of());
            view.topics(other).forEach((topic, wish) -> {
                String state = wish.topicId() == null ? null : open.get(wish.topicId());
                if (wish.wish().desired() != Desired.STOPPED) {
                    taken.put(
                            topic,
                            "mirror '" + other + "' has it, wished "
                                    + wish.wish().desired());
                } else if (state != null) {
                    taken.put(topic, "mirror '" + other + "' has not stopped it yet: " + state);
                }
            });
        }
        return taken;
    }
}
