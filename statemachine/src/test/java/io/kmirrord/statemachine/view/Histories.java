// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.statemachine.view;

import io.kmirrord.statemachine.Desired;
import io.kmirrord.statemachine.EffectId;
import io.kmirrord.statemachine.Memory;
import io.kmirrord.statemachine.PartitionId;
import io.kmirrord.statemachine.Recorded;
import io.kmirrord.statemachine.StateName;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;

/** Random histories of the topic as its writers may make them, sleepers with old leaderships included. */
final class Histories {
    static final List<String> MIRRORS = List.of("west", "east");
    static final List<String> TOPICS = List.of("a", "b");

    private final Random random;
    private final List<StateRecord> history = new ArrayList<>();
    private final Map<RecordKey.MirrorPartitionState, Integer> steps = new HashMap<>();
    private final TreeSet<Integer> tombstoned = new TreeSet<>();
    private long generation = 1;
    private int operation;
    private final Map<String, Integer> revisions = new HashMap<>();

    Histories(long seed) {
        random = new Random(seed);
    }

    static UUID topicId(String topic) {
        return new UUID(7, topic.charAt(0));
    }

    List<StateRecord> make(int length) {
        while (history.size() < length) {
            switch (random.nextInt(10)) {
                case 0 -> mirror();
                case 1, 2 -> wish();
                case 3 -> request();
                case 4 -> tombstone();
                default -> state();
            }
        }
        return history;
    }

    private <T> T pick(List<T> names) {
        return names.get(random.nextInt(names.size()));
    }

    private void add(RecordKey key, RecordValue value) {
        history.add(new StateRecord(key, value));
    }

    private void mirror() {
        String name = pick(MIRRORS);
        int revision = revisions.merge(name, 1, Integer::sum);
        boolean deleted = random.nextInt(5) == 0;
        generation++;
        add(
                new RecordKey.Mirror(name, revision - random.nextInt(2), "op-" + operation++),
                new RecordValue.Mirror(Map.of(), List.of(), List.of(), null, deleted ? generation : 0, deleted, 1));
    }

    private void wish() {
        generation += random.nextInt(2);
        Desired desired = pick(List.of(Desired.values()));
        add(
                new RecordKey.MirrorTopic(
                        pick(MIRRORS),
                        pick(TOPICS),
                        1 + random.nextLong(generation),
                        random.nextInt(4),
                        "op-" + operation++),
                new RecordValue.MirrorTopic(null, desired, random.nextBoolean(), false, 1));
    }

    private void request() {
        String mirror = pick(MIRRORS);
        String id = "request-" + operation++;
        add(
                new RecordKey.Request(mirror, id),
                new RecordValue.EpochRequest(pick(TOPICS), generation, topicId("a"), Map.of(0, 5), Long.MAX_VALUE));
        if (random.nextBoolean()) {
            add(new RecordKey.RequestOutcome(mirror, id), new RecordValue.Outcome(true, "done", 1, 1, Map.of()));
            if (random.nextBoolean()) {
                history.add(new StateRecord(new RecordKey.Request(mirror, id), null));
                history.add(new StateRecord(new RecordKey.RequestOutcome(mirror, id), null));
            }
        }
    }

    /** One writer per key, whose state epoch grows; a sleeper writes to an old key long after. */
    private void state() {
        int leaderEpoch = random.nextInt(6);
        RecordKey.MirrorPartitionState key = new RecordKey.MirrorPartitionState(
                pick(MIRRORS), topicId(pick(TOPICS)), random.nextInt(2), 1 + random.nextLong(generation), leaderEpoch);
        if (isTombstoned(key)) {
            return;
        }
        int step = steps.merge(key, 1 + random.nextInt(3), Integer::sum);
        StateName state = pick(List.of(StateName.values()));
        Recorded recorded = new Recorded(
                new EffectId(key.generation(), leaderEpoch, step),
                state,
                "",
                state,
                Memory.beginning(null),
                -1,
                null,
                -1,
                -1,
                null,
                0,
                -1,
                1);
        add(key, new RecordValue.MirrorPartitionState("a", recorded));
    }

    private boolean isTombstoned(RecordKey key) {
        return history.stream().anyMatch(record -> record.key().equals(key) && record.value() == null);
    }

    /** The owner of the greatest key tombstones lower ones, or an operator forgets any record. */
    private void tombstone() {
        if (history.isEmpty()) {
            return;
        }
        int index = random.nextInt(history.size());
        StateRecord record = history.get(index);
        if (!tombstoned.add(index) || isTombstoned(record.key())) {
            return;
        }
        if (record.key() instanceof RecordKey.MirrorPartitionState) {
            history.add(new StateRecord(record.key(), null));
        }
    }

    /** Drops what compaction may drop: superseded records, and tombstones with nothing left to remove. */
    static List<StateRecord> compact(List<StateRecord> log, Random random) {
        List<StateRecord> kept = new ArrayList<>();
        for (int i = 0; i < log.size(); i++) {
            RecordKey key = log.get(i).key();
            boolean superseded = log.subList(i + 1, log.size()).stream()
                    .anyMatch(later -> later.key().equals(key));
            if (!superseded || random.nextInt(3) == 0) {
                kept.add(log.get(i));
            }
        }
        List<StateRecord> result = new ArrayList<>();
        for (StateRecord record : kept) {
            boolean alone = kept.stream()
                            .filter(other -> other.key().equals(record.key()))
                            .count()
                    == 1;
            if (record.value() != null || !alone || random.nextBoolean()) {
                result.add(record);
            }
        }
        return result;
    }

    /** Any order, but that the tombstone of a key comes after its values. */
    static List<StateRecord> shuffle(List<StateRecord> log, Random random) {
        List<StateRecord> values =
                new ArrayList<>(log.stream().filter(it -> it.value() != null).toList());
        java.util.Collections.shuffle(values, random);
        log.stream().filter(it -> it.value() == null).forEach(values::add);
        return values;
    }

    /** All that a reader may ask. */
    static Map<String, Object> read(List<StateRecord> records) {
        StateView view = new StateView();
        records.forEach(view::apply);
        Map<String, Object> answers = new HashMap<>();
        answers.put("mirrors", view.mirrors());
        answers.put("heartbeats", view.heartbeats());
        for (String mirror : MIRRORS) {
            answers.put(mirror, view.mirror(mirror));
            answers.put(mirror + " open", view.openRequests(mirror, 0));
            answers.put(mirror + " done", Set.copyOf(view.doneRequests(mirror)));
            answers.put(mirror + " outcomes", view.outcomes(mirror));
            answers.put(mirror + " topics", view.topics(mirror));
            answers.put(mirror + " revision", view.revision(mirror));
            answers.put(mirror + " generation", view.highestGeneration(mirror));
            for (String topic : TOPICS) {
                answers.put(mirror + " wish " + topic, view.wish(mirror, topic));
                for (int partition = 0; partition < 2; partition++) {
                    PartitionId id = new PartitionId(mirror, topicId(topic), partition);
                    answers.put(id.toString(), view.partition(id));
                }
            }
        }
        return answers;
    }
}
