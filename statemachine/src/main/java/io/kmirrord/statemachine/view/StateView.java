// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.statemachine.view;

import io.kmirrord.statemachine.PartitionId;
import io.kmirrord.statemachine.Recorded;
import io.kmirrord.statemachine.Wish;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;
import java.util.UUID;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * What {@code __mirror_state} says. Confined to one thread.
 *
 * <p>A table of the newest value per key, and winners over keys as pure functions of it. The table is what compaction
 * keeps by its own contract: the last record of each key; a tombstone removes its key. Nothing is accepted or rejected by
 * what was seen before, so nothing depends on it (F1).
 */
public final class StateView {
    private static final Comparator<RecordKey.MirrorPartitionState> BY_LEADERSHIP = Comparator.comparingLong(
                    RecordKey.MirrorPartitionState::generation)
            .thenComparingInt(RecordKey.MirrorPartitionState::leaderEpoch);

    private static final Comparator<RecordKey.Mirror> BY_REVISION =
            Comparator.comparingInt(RecordKey.Mirror::revision).thenComparing(RecordKey.Mirror::operationId);

    private record TopicName(String mirror, String topic) {}

    private final Map<RecordKey, RecordValue> others = new HashMap<>();
    private final Map<String, NavigableMap<RecordKey.Mirror, RecordValue.Mirror>> mirrors = new HashMap<>();
    private final Map<TopicName, Map<RecordKey.MirrorTopic, RecordValue.MirrorTopic>> topics = new HashMap<>();
    private final Map<PartitionId, NavigableMap<RecordKey.MirrorPartitionState, RecordValue.MirrorPartitionState>>
            partitions = new HashMap<>();

    /**
     * Takes a record. Idempotent. Values of one key may come in any order; its tombstone comes last.
     *
     * @throws IllegalArgumentException if the value is not one for the key
     */
    public void apply(StateRecord record) {
        RecordKey key = record.checked().key();
        RecordValue value = record.value();
        if (key instanceof RecordKey.MirrorPartitionState it) {
            put(partitions, it.id(), it, (RecordValue.MirrorPartitionState) value, new TreeMap<>(BY_LEADERSHIP));
        } else if (key instanceof RecordKey.MirrorTopic it) {
            TopicName name = new TopicName(it.mirror(), it.topic());
            put(topics, name, it, (RecordValue.MirrorTopic) value, new HashMap<>());
        } else if (key instanceof RecordKey.Mirror it) {
            put(mirrors, it.mirror(), it, (RecordValue.Mirror) value, new TreeMap<>(BY_REVISION));
        } else if (value == null) {
            others.remove(key);
        } else {
            others.merge(key, value, StateView::greater);
        }
    }

    private static <G, K, V extends RecordValue, M extends Map<K, V>> void put(
            Map<G, M> groups, G group, K key, @Nullable V value, M fresh) {
        if (value != null) {
            groups.computeIfAbsent(group, name -> fresh).merge(key, value, StateView::greater);
            return;
        }
        M present = groups.get(group);
        if (present != null) {
            present.remove(key);
            if (present.isEmpty()) {
                groups.remove(group);
            }
        }
    }

    private static <V extends RecordValue> V greater(V one, V two) {
        return two.order() >= one.order() ? two : one;
    }

    /** Returns the definition of a mirror, empty if it does not exist or was deleted. */
    public Optional<RecordValue.Mirror> mirror(String name) {
        NavigableMap<RecordKey.Mirror, RecordValue.Mirror> revisions = mirrors.get(name);
        return revisions == null
                ? Optional.empty()
                : Optional.of(revisions.lastEntry().getValue()).filter(mirror -> !mirror.deleted());
    }

    /** Returns the names of the mirrors that exist, in order. */
    public List<String> mirrors() {
        return mirrors.keySet().stream()
                .filter(name -> mirror(name).isPresent())
                .sorted()
                .toList();
    }

    /** Returns the greatest revision of a mirror's definition, deleted ones included; 0 if there never was one. */
    public int revision(String mirror) {
        NavigableMap<RecordKey.Mirror, RecordValue.Mirror> revisions = mirrors.get(mirror);
        return revisions == null ? 0 : revisions.lastKey().revision();
    }

    /**
     * What is wished for a topic.
     *
     * @param topicId null until known
     */
    public record TopicWish(
            String mirror, String topic, @Nullable UUID topicId, Wish wish, long atMs) {}

    /** Returns the topics of a mirror with the newest wish for each, by name in order. */
    public Map<String, TopicWish> topics(String mirror) {
        Map<String, TopicWish> found = new TreeMap<>();
        topics.keySet().forEach(name -> {
            if (name.mirror().equals(mirror)) {
                newestWish(mirror, name.topic())
                        .ifPresent(entry -> found.put(
                                name.topic(),
                                new TopicWish(
                                        mirror,
                                        name.topic(),
                                        entry.getValue().topicId(),
                                        wishOf(entry),
                                        entry.getValue().atMs())));
            }
        });
        return found;
    }

    /** Returns every mirror's wish for topics of a name. */
    public List<TopicWish> wishesFor(String topic) {
        return mirrors().stream()
                .flatMap(mirror -> Optional.ofNullable(topics(mirror).get(topic)).stream())
                .toList();
    }

    /** Returns the greatest generation that any record of a mirror names, lost and beaten ones left out; 0 if none. */
    public long highestGeneration(String mirror) {
        long highest = mirrors.containsKey(mirror)
                ? mirrors.get(mirror).lastEntry().getValue().sinceGeneration()
                : 0;
        for (Map.Entry<TopicName, Map<RecordKey.MirrorTopic, RecordValue.MirrorTopic>> entry : topics.entrySet()) {
            if (entry.getKey().mirror().equals(mirror)) {
                for (RecordKey.MirrorTopic key : entry.getValue().keySet()) {
                    highest = Math.max(highest, key.generation());
                }
            }
        }
        return highest;
    }

    /** Returns the newest wish for a topic, empty if there is none. */
    public Optional<Wish> wish(String mirror, String topic) {
        return newestWish(mirror, topic).map(StateView::wishOf);
    }

    /** Returns the keys of all wishes for a topic, beaten ones too. */
    public List<RecordKey.MirrorTopic> wishKeys(String mirror, String topic) {
        return List.copyOf(
                topics.getOrDefault(new TopicName(mirror, topic), Map.of()).keySet());
    }

    private Optional<Map.Entry<RecordKey.MirrorTopic, RecordValue.MirrorTopic>> newestWish(
            String mirror, String topic) {
        Map<RecordKey.MirrorTopic, RecordValue.MirrorTopic> wishes = topics.get(new TopicName(mirror, topic));
        Optional<RecordValue.Mirror> definition = mirror(mirror);
        if (wishes == null || definition.isEmpty()) {
            return Optional.empty();
        }
        return wishes.entrySet().stream()
                .filter(entry -> entry.getKey().generation() >= definition.get().sinceGeneration())
                .max(StateView::compareWishes);
    }

    private static int compareWishes(
            Map.Entry<RecordKey.MirrorTopic, RecordValue.MirrorTopic> one,
            Map.Entry<RecordKey.MirrorTopic, RecordValue.MirrorTopic> two) {
        Wish first = wishOf(one);
        Wish second = wishOf(two);
        return first.replaces(second)
                ? 1
                : second.replaces(first)
                        ? -1
                        : one.getKey().operationId().compareTo(two.getKey().operationId());
    }

    private static Wish wishOf(Map.Entry<RecordKey.MirrorTopic, RecordValue.MirrorTopic> entry) {
        RecordValue.MirrorTopic value = entry.getValue();
        return new Wish(
                entry.getKey().generation(),
                entry.getKey().revision(),
                value.desired(),
                value.overwriteLocal(),
                value.confirmCut());
    }

    /** Returns the state of a partition: the greatest (generation, leader epoch, state epoch). */
    public Optional<Recorded> partition(PartitionId id) {
        NavigableMap<RecordKey.MirrorPartitionState, RecordValue.MirrorPartitionState> states = partitions.get(id);
        Optional<RecordValue.Mirror> definition = mirror(id.mirror());
        if (states == null || definition.isEmpty()) {
            return Optional.empty();
        }
        var winner = states.lastEntry();
        return winner.getKey().generation() < definition.get().sinceGeneration()
                ? Optional.empty()
                : Optional.of(winner.getValue().state());
    }

    /** Returns the partitions that have any record. */
    public List<PartitionId> partitions() {
        return List.copyOf(partitions.keySet());
    }

    /** Returns the keys that the owner of a partition tombstones once its own record is acknowledged. */
    public List<RecordKey> beaten(PartitionId id) {
        NavigableMap<RecordKey.MirrorPartitionState, RecordValue.MirrorPartitionState> states = partitions.get(id);
        return states == null
                ? List.of()
                : List.copyOf(states.headMap(states.lastKey()).keySet());
    }

    /** Returns the requests of a mirror that nobody has done, newest generation only (F24), expired ones left out. */
    public Map<RecordKey.Request, RecordValue.Request> openRequests(String mirror, long nowMs) {
        Map<RecordKey.Request, RecordValue.Request> open = new HashMap<>();
        if (mirror(mirror).isEmpty()) {
            return open;
        }
        others.forEach((key, value) -> {
            if (key instanceof RecordKey.Request request
                    && request.mirror().equals(mirror)
                    && value instanceof RecordValue.Request asked
                    && asked.expiresMs() > nowMs
                    && !others.containsKey(new RecordKey.RequestOutcome(mirror, request.requestId()))
                    && !isOfAnOldGeneration(mirror, asked)) {
                open.put(request, asked);
            }
        });
        return open;
    }

    /** The fence itself refuses an old one of the others; a stop must be able to end beside the next start. */
    private boolean isOfAnOldGeneration(String mirror, RecordValue.Request asked) {
        return asked instanceof RecordValue.TopicRequest it
                && wish(mirror, it.topic()).stream().anyMatch(wish -> wish.generation() > it.generation());
    }

    /** Returns the requests of a mirror that have an outcome, which nobody needs once who asked has read it. */
    public List<RecordKey.Request> doneRequests(String mirror) {
        List<RecordKey.Request> done = new ArrayList<>();
        others.keySet().forEach(key -> {
            if (key instanceof RecordKey.Request request
                    && request.mirror().equals(mirror)
                    && others.containsKey(new RecordKey.RequestOutcome(mirror, request.requestId()))) {
                done.add(request);
            }
        });
        return done;
    }

    /** Returns the outcomes of a mirror, by request. */
    public Map<RecordKey.RequestOutcome, RecordValue.Outcome> outcomes(String mirror) {
        Map<RecordKey.RequestOutcome, RecordValue.Outcome> outcomes = new HashMap<>();
        others.forEach((key, value) -> {
            if (key instanceof RecordKey.RequestOutcome it
                    && it.mirror().equals(mirror)
                    && value instanceof RecordValue.Outcome outcome) {
                outcomes.put(it, outcome);
            }
        });
        return outcomes;
    }

    /** Returns the signs of life, by node id. */
    public Map<Integer, RecordValue.Heartbeat> heartbeats() {
        Map<Integer, RecordValue.Heartbeat> beats = new TreeMap<>();
        others.forEach((key, value) -> {
            if (key instanceof RecordKey.Heartbeat it && value instanceof RecordValue.Heartbeat beat) {
                beats.put(it.nodeId(), beat);
            }
        });
        return beats;
    }

    /** Returns what was saved before cuts and lies on some host, of deleted mirrors too; by mirror and id in order. */
    public Map<RecordKey.Salvage, RecordValue.Salvage> salvages() {
        Map<RecordKey.Salvage, RecordValue.Salvage> found = new TreeMap<>(
                Comparator.comparing(RecordKey.Salvage::mirror).thenComparing(RecordKey.Salvage::salvageId));
        others.forEach((key, value) -> {
            if (key instanceof RecordKey.Salvage it && value instanceof RecordValue.Salvage salvage) {
                found.put(it, salvage);
            }
        });
        return found;
    }

    /** Returns where the source of a mirror has topics from, by topic; those that it has of its own are left out. */
    public Map<String, RecordValue.Lineage> lineages(String mirror) {
        Map<String, RecordValue.Lineage> found = new TreeMap<>();
        others.forEach((key, value) -> {
            if (key instanceof RecordKey.Lineage it
                    && it.mirror().equals(mirror)
                    && value instanceof RecordValue.Lineage lineage) {
                found.put(it.topic(), lineage);
            }
        });
        return found;
    }

    /** Returns what is recorded of the sync of a mirror's group offsets, of all generations. */
    public Map<RecordKey.GroupSync, RecordValue.GroupSync> groupSyncs(String mirror) {
        return others(
                RecordKey.GroupSync.class,
                RecordValue.GroupSync.class,
                key -> key.mirror().equals(mirror));
    }

    /** Returns what is recorded of the sync of a mirror's share groups, of all generations. */
    public Map<RecordKey.ShareGroupSync, RecordValue.GroupSync> shareGroupSyncs(String mirror) {
        return others(
                RecordKey.ShareGroupSync.class,
                RecordValue.GroupSync.class,
                key -> key.mirror().equals(mirror));
    }

    /** Returns what is recorded of the sync of a mirror's topic configs, of all generations. */
    public Map<RecordKey.ConfigSync, RecordValue.ConfigSync> configSyncs(String mirror) {
        return others(
                RecordKey.ConfigSync.class,
                RecordValue.ConfigSync.class,
                key -> key.mirror().equals(mirror));
    }

    /** Returns what is recorded of the ACLs that mirrors of a name added, of earlier mirrors of that name too. */
    public Map<RecordKey.AclSync, RecordValue.AclSync> aclSyncs(String mirror) {
        return others(
                RecordKey.AclSync.class,
                RecordValue.AclSync.class,
                key -> key.mirror().equals(mirror));
    }

    /** Returns the reports about what a mirror does not sync, by subject, of all daemons that ever had its duties. */
    public Map<RecordKey.SyncReport, RecordValue.SyncReport> syncReports(String mirror) {
        return others(
                RecordKey.SyncReport.class,
                RecordValue.SyncReport.class,
                key -> key.mirror().equals(mirror));
    }

    private <K extends RecordKey, V extends RecordValue> Map<K, V> others(
            Class<K> keys, Class<V> values, Predicate<K> wanted) {
        Map<K, V> found = new HashMap<>();
        others.forEach((key, value) -> {
            if (keys.isInstance(key) && wanted.test(keys.cast(key)) && values.isInstance(value)) {
                found.put(keys.cast(key), values.cast(value));
            }
        });
        return found;
    }

    /** Returns the newest report of each subject: that of who has the duties. */
    public Map<String, RecordValue.SyncReport> newestSyncReports(String mirror) {
        Map<String, RecordValue.SyncReport> newest = new TreeMap<>();
        syncReports(mirror).forEach((key, report) -> newest.merge(key.subject(), report, StateView::greater));
        return newest;
    }

    /** Returns the requests to a node to delete salvages that nobody has done, expired ones left out. */
    public Map<RecordKey.Request, RecordValue.SalvagePruneRequest> openPrunes(int nodeId, long nowMs) {
        Map<RecordKey.Request, RecordValue.SalvagePruneRequest> open = new HashMap<>();
        others.forEach((key, value) -> {
            if (key instanceof RecordKey.Request request
                    && value instanceof RecordValue.SalvagePruneRequest asked
                    && asked.nodeId() == nodeId
                    && asked.expiresMs() > nowMs
                    && !others.containsKey(new RecordKey.RequestOutcome(request.mirror(), request.requestId()))) {
                open.put(request, asked);
            }
        });
        return open;
    }

    /** Returns what is recorded under a key that competes with no other. */
    public Optional<RecordValue> get(RecordKey key) {
        return Optional.ofNullable(others.get(key));
    }

    /** Returns every record that is still there, for export and comparison; in no particular order. */
    public List<StateRecord> records() {
        List<StateRecord> records = new ArrayList<>();
        others.forEach((key, value) -> records.add(new StateRecord(key, value)));
        mirrors.values().forEach(group -> group.forEach((key, value) -> records.add(new StateRecord(key, value))));
        topics.values().forEach(group -> group.forEach((key, value) -> records.add(new StateRecord(key, value))));
        partitions.values().forEach(group -> group.forEach((key, value) -> records.add(new StateRecord(key, value))));
        return records;
    }
}
