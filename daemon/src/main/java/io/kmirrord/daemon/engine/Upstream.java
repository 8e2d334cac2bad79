// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.daemon.engine;

import io.kmirrord.statemachine.Desired;
import io.kmirrord.statemachine.PartitionId;
import io.kmirrord.statemachine.Recorded;
import io.kmirrord.statemachine.StateName;
import io.kmirrord.statemachine.view.RecordKey;
import io.kmirrord.statemachine.view.RecordValue;
import io.kmirrord.statemachine.view.RecordValue.Hop;
import io.kmirrord.statemachine.view.StateView;
import io.kmirrord.statemachine.view.StateView.TopicWish;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.UUID;

/**
 * The mirrors by which a cluster has its topics, as its own state topic says: each cluster writes down what its sources say,
 * so that a ring of any length is found where it would close (KIP-1279 section 17). Pure.
 */
final class Upstream {
    /** Nobody chains that many clusters; a ring that had formed would grow for ever otherwise. */
    static final int MAX_HOPS = 16;

    private static final Set<StateName> PREPARED = EnumSet.of(
            StateName.MIRRORING,
            StateName.EPOCH_FENCING,
            StateName.ULE_RECOVERY,
            StateName.PAUSING,
            StateName.PAUSED,
            StateName.STOPPING);

    private Upstream() {}

    /**
     * Returns the hops above topics, the cluster's own mirror first; topics that it has of its own are left out, and so are
     * those whose mirror was never prepared: one that is refused because it would close a ring does no harm to the others.
     *
     * @param view of that cluster's state topic
     * @param asking id of the cluster that asks, at which a chain ends, so that none goes round
     * @param topics by name, with the id that they must have
     */
    static Map<String, List<Hop>> of(StateView view, String asking, Map<String, UUID> topics) {
        Map<UUID, Set<String>> prepared = prepared(view);
        Map<String, List<Hop>> found = new HashMap<>();
        Map<String, Map<String, TopicWish>> wishes = wishes(view);
        topics.forEach((topic, id) -> chains(view, wishes, topic, id).stream()
                .filter(chain -> prepared.getOrDefault(id, Set.of())
                        .contains(chain.get(0).mirror()))
                // One, unless two commands raced.
                .max(Comparator.comparingInt(List::size))
                .ifPresent(chain -> found.put(topic, upTo(chain, asking))));
        return found;
    }

    private static List<Hop> upTo(List<Hop> chain, String clusterId) {
        int hops = ring(chain, clusterId).size();
        return hops == 0 ? chain : chain.subList(0, hops);
    }

    /** Mirrors of which a partition has records from the source, by topic. */
    private static Map<UUID, Set<String>> prepared(StateView view) {
        Map<UUID, Set<String>> prepared = new HashMap<>();
        for (PartitionId id : view.partitions()) {
            Optional<Recorded> recorded = view.partition(id);
            if (recorded.isPresent() && isPrepared(recorded.get())) {
                prepared.computeIfAbsent(id.topicId(), name -> new HashSet<>()).add(id.mirror());
            }
        }
        return prepared;
    }

    private static boolean isPrepared(Recorded recorded) {
        StateName state = recorded.state() == StateName.FAILED ? recorded.resume() : recorded.state();
        return PREPARED.contains(state);
    }

    /** Wishes by mirror and topic: read once, since each reading goes through all of them. */
    private static Map<String, Map<String, TopicWish>> wishes(StateView view) {
        Map<String, Map<String, TopicWish>> wishes = new TreeMap<>();
        view.mirrors().forEach(mirror -> wishes.put(mirror, view.topics(mirror)));
        return wishes;
    }

    /** A chain for each mirror of the cluster that is wished to mirror or pause a topic. */
    static List<List<Hop>> chains(StateView view, String topic, UUID id) {
        return chains(view, wishes(view), topic, id);
    }

    private static List<List<Hop>> chains(
            StateView view, Map<String, Map<String, TopicWish>> wishes, String topic, UUID id) {
        List<List<Hop>> chains = new ArrayList<>();
        wishes.forEach((mirror, ofMirror) -> {
            Optional<String> source = view.mirror(mirror).map(RecordValue.Mirror::sourceClusterId);
            TopicWish wish = ofMirror.get(topic);
            if (source.isPresent()
                    && wish != null
                    && wish.wish().desired() != Desired.STOPPED
                    && id.equals(wish.topicId())) {
                List<Hop> chain = new ArrayList<>();
                chain.add(new Hop(mirror, source.get()));
                if (view.get(new RecordKey.Lineage(mirror, topic)).orElse(null) instanceof RecordValue.Lineage above) {
                    chain.addAll(above.hops());
                }
                chains.add(List.copyOf(chain.subList(0, Math.min(MAX_HOPS, chain.size()))));
            }
        });
        return chains;
    }

    /** Returns the mirrors from the first hop to the one that copies from a cluster; empty if none does. */
    static List<String> ring(List<Hop> chain, String clusterId) {
        List<String> mirrors = new ArrayList<>();
        for (Hop hop : chain) {
            mirrors.add(hop.mirror());
            if (hop.sourceClusterId().equals(clusterId)) {
                return mirrors;
            }
        }
        return List.of();
    }
}
