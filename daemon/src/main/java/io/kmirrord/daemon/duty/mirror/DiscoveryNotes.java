// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.daemon.duty.mirror;

import io.kmirrord.statemachine.view.RecordValue.Skipped;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What discovery leaves alone, and why: for the log once per change of the reason, and for the report. Confined to the queue. */
final class DiscoveryNotes {
    private static final Logger LOG = LoggerFactory.getLogger(DiscoveryNotes.class);

    private final String mirror;
    private final Map<String, Refusal> topics = new HashMap<>();
    private final Map<Refusal.Code, Refusal> whole = new HashMap<>();
    private final Map<String, Refusal> grown = new HashMap<>();
    private Map<String, String> logged = Map.of();

    DiscoveryNotes(String mirror) {
        this.mirror = mirror;
    }

    /** Forgets what the last look found; not what came of adding partitions, which is known after a look only. */
    void begin() {
        topics.clear();
        whole.clear();
    }

    /** Notes that nothing, or nothing new, could be looked for. */
    void whole(Refusal why) {
        whole.put(why.code(), why);
    }

    void topic(String topic, Refusal why) {
        topics.put(topic, why);
    }

    /** Notes that partitions could not be added. */
    void notGrown(String topic, Refusal why) {
        grown.put(topic, why);
    }

    void grown(String topic) {
        grown.remove(topic);
    }

    /** Forgets all others: nothing is to be added to them any more. */
    void toGrow(Collection<String> names) {
        grown.keySet().retainAll(names);
    }

    /** Whether some of it may be over soon. */
    boolean passing() {
        return Stream.of(whole, topics, grown)
                .flatMap(notes -> notes.values().stream())
                .anyMatch(Refusal::passes);
    }

    /** Returns all of it in order, and logs what was not logged yet. */
    List<Skipped> end() {
        List<Skipped> skipped = new ArrayList<>();
        whole.values().forEach(why -> skipped.add(skipped("mirror", mirror, why)));
        grown.forEach((topic, why) -> skipped.add(skipped("topic", topic, why)));
        topics.forEach((topic, why) -> skipped.add(skipped("topic", topic, why)));
        skipped.sort(Comparator.comparing(Skipped::name).thenComparing(Skipped::reason));
        Map<String, String> now = new HashMap<>();
        for (Skipped one : skipped) {
            String about = one.kind() + " " + one.name() + " " + one.reason();
            now.put(about, one.text());
            if (!one.text().equals(logged.get(about))) {
                LOG.warn("mirror {}: {} {}: {}", mirror, one.kind(), one.name(), one.text());
            }
        }
        logged = now;
        return skipped;
    }

    private static Skipped skipped(String kind, String name, Refusal why) {
        return new Skipped(kind, name, why.code().name(), why.text());
    }
}
