// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.cli.facts;

import io.kmirrord.cli.CliError;
import io.kmirrord.statemachine.PartitionId;
import io.kmirrord.statemachine.Recorded;
import io.kmirrord.statemachine.settings.Nearest;
import io.kmirrord.statemachine.view.RecordValue;
import io.kmirrord.statemachine.view.StateView;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * What the view says of a mirror, taken out of it. Immutable.
 *
 * @param revision of the definition
 * @param topics the newest wish by topic
 * @param states what is recorded, by topic id and partition
 * @param notSynced what the daemons last reported of what they leave alone, by subject
 */
public record MirrorFacts(
        String mirror,
        RecordValue.Mirror definition,
        int revision,
        Map<String, StateView.TopicWish> topics,
        Map<UUID, NavigableMap<Integer, Recorded>> states,
        Map<String, RecordValue.SyncReport> notSynced) {

    /**
     * Reads a mirror off the view.
     *
     * @throws io.kmirrord.cli.CliException UNKNOWN_MIRROR
     */
    public static MirrorFacts of(StateView view, String mirror) {
        return of(view, List.of(mirror)).get(0);
    }

    /** As {@link #of(StateView, String)}, for several in one pass. */
    public static List<MirrorFacts> of(StateView view, List<String> mirrors) {
        var states = new HashMap<String, Map<UUID, NavigableMap<Integer, Recorded>>>();
        mirrors.forEach(mirror -> states.put(mirror, new HashMap<>()));
        for (PartitionId id : view.partitions()) {
            var topics = states.get(id.mirror());
            if (topics != null) {
                view.partition(id)
                        .ifPresent(state -> topics.computeIfAbsent(id.topicId(), topic -> new TreeMap<>())
                                .put(id.partition(), state));
            }
        }
        var facts = new ArrayList<MirrorFacts>();
        states.forEach((mirror, found) -> facts.add(new MirrorFacts(
                mirror,
                definition(view, mirror),
                view.revision(mirror),
                view.topics(mirror),
                Map.copyOf(found),
                view.newestSyncReports(mirror))));
        facts.sort(java.util.Comparator.comparing(MirrorFacts::mirror));
        return facts;
    }

    /**
     * Returns the definition.
     *
     * @throws io.kmirrord.cli.CliException UNKNOWN_MIRROR with the nearest name
     */
    public static RecordValue.Mirror definition(StateView view, String mirror) {
        return view.mirror(mirror).orElseThrow(() -> {
            var names = view.mirrors();
            return CliError.UNKNOWN_MIRROR.with(
                    mirror,
                    names.isEmpty() ? "; there is none at all" : "; nearest: '" + Nearest.to(mirror, names) + "'");
        });
    }

    /** Returns the states of a topic, of whatever generation; empty while its id is not known. */
    public NavigableMap<Integer, Recorded> statesOf(@Nullable UUID topicId) {
        var found = topicId == null ? null : states.get(topicId);
        return found == null ? new TreeMap<>() : found;
    }

    /** As {@link #statesOf(UUID)}, by the topic's name. */
    public NavigableMap<Integer, Recorded> statesOf(String topic) {
        var wish = topics.get(topic);
        return wish == null ? new TreeMap<>() : statesOf(wish.topicId());
    }
}
