// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.daemon.configs;

import io.kmirrord.statemachine.view.RecordKey;
import io.kmirrord.statemachine.view.RecordValue;
import io.kmirrord.statemachine.view.RecordValue.Skipped;
import io.kmirrord.statemachine.view.StateRecord;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Carries out what rounds decided, one round after the other; memory of what the destination refused. */
final class ConfigWrites {
    private static final Logger LOG = LoggerFactory.getLogger(ConfigWrites.class);
    /** Topics that are recorded and changed together. */
    private static final int AT_ONCE = 200;
    /** After which a value that was refused is tried again: the brokers may have another release by then. */
    private static final long REFUSED_AGAIN_MS = 600_000;

    private final ConfigSync.Parts parts;
    private final Map<String, Map<String, RefusedValue>> refused = new ConcurrentHashMap<>();
    private final AtomicLong changed = new AtomicLong();

    ConfigWrites(ConfigSync.Parts parts) {
        this.parts = parts;
    }

    CompletableFuture<ConfigFacts> facts() {
        return parts.topic()
                .readToEnd(view -> ConfigFacts.read(view, parts.mirror()))
                .thenApply(found -> found.orElse(ConfigFacts.NONE));
    }

    /** How many topics were changed so far. */
    long changed() {
        return changed.get();
    }

    /** By topic and key, what the destination refused lately. */
    Map<String, Map<String, RefusedValue>> refused() {
        long now = parts.nowMs().getAsLong();
        refused.values().forEach(keys -> keys.values().removeIf(one -> now - one.atMs() >= REFUSED_AGAIN_MS));
        return refused;
    }

    CompletableFuture<Void> record(ConfigFacts facts, Map<String, RecordValue.ConfigSync> memories) {
        List<StateRecord> records = new ArrayList<>();
        memories.forEach((topic, memory) -> {
            ConfigFacts.Topic known = facts.topics().get(topic);
            if (known != null) {
                records.add(
                        new StateRecord(new RecordKey.ConfigSync(parts.mirror(), topic, known.generation()), memory));
            }
        });
        return records.isEmpty()
                ? CompletableFuture.completedFuture(null)
                : parts.writer().write(records);
    }

    /** Does what a round decided; the result also has what the destination refused. */
    CompletableFuture<ConfigRound> carryOut(ConfigRound round) {
        return carryOut(round, round.due(), new ArrayList<>()).thenApply(round::with);
    }

    private CompletableFuture<List<Skipped>> carryOut(ConfigRound round, List<String> due, List<Skipped> refusals) {
        if (due.isEmpty()) {
            return CompletableFuture.completedFuture(refusals);
        }
        int end = Math.min(AT_ONCE, due.size());
        return part(round, due.subList(0, end)).thenCompose(some -> {
            refusals.addAll(some);
            return carryOut(round, due.subList(end, due.size()), refusals);
        });
    }

    private CompletableFuture<List<Skipped>> part(ConfigRound round, List<String> topics) {
        Map<String, RecordValue.ConfigSync> memories = new TreeMap<>();
        Map<String, ConfigChange> changes = new TreeMap<>();
        for (String topic : topics) {
            RecordValue.ConfigSync memory = round.memory(topic);
            if (memory != null) {
                memories.put(topic, memory);
            }
            if (!round.plan(topic).change().isEmpty()) {
                changes.put(topic, round.plan(topic).change());
            }
        }
        // Before the change: whoever goes on after a crash must know what is the source's.
        CompletableFuture<Void> recorded = record(round.facts(), memories);
        return changes.isEmpty()
                ? recorded.thenApply(nothing -> List.of())
                : recorded.thenCompose(nothing -> confirmed(round.facts(), changes))
                        .thenCompose(sure -> change(round, sure));
    }

    /** A topic that was stopped since it was looked at is its clients', and one that was made anew is not the mirror's. */
    private CompletableFuture<Map<String, ConfigChange>> confirmed(
            ConfigFacts before, Map<String, ConfigChange> changes) {
        return parts.topicIds()
                .apply(changes.keySet())
                .thenCompose(ids -> facts().thenApply(now -> {
                    Map<String, ConfigChange> sure = new TreeMap<>(changes);
                    sure.keySet().removeIf(topic -> {
                        ConfigFacts.Topic known = before.topics().get(topic);
                        UUID id = ids.get(topic);
                        return !now.stillFollows(topic, known)
                                || known == null
                                || !known.id().equals(id);
                    });
                    return sure;
                }));
    }

    private CompletableFuture<List<Skipped>> change(ConfigRound round, Map<String, ConfigChange> changes) {
        if (changes.isEmpty()) {
            return CompletableFuture.completedFuture(List.of());
        }
        return parts.destination().alter(changes).thenCompose(refusals -> {
            List<Skipped> skipped = new ArrayList<>();
            Map<String, Map<String, ConfigChange>> singly = new TreeMap<>();
            changes.forEach((topic, change) -> {
                ConfigRefusal refusal = refusals.get(topic);
                if (refusal == null) {
                    done(topic, change, round.plan(topic));
                } else if (refusal.kind() == ConfigRefusal.Kind.DENIED) {
                    skipped.add(ConfigNotes.notAlterable(topic, refusal.text()));
                } else if (refusal.kind() == ConfigRefusal.Kind.INVALID) {
                    singly.put(topic, change.singly());
                }
            });
            return singly(singly, skipped);
        });
    }

    private void done(String topic, ConfigChange change, ConfigPlan plan) {
        changed.incrementAndGet();
        LOG.info("mirror {}: topic {}: configs as at the source: {}", parts.mirror(), topic, change);
        if (!plan.setBack().isEmpty()) {
            LOG.warn(
                    "mirror {}: topic {}: configs that are under sync were changed here and set back: {}; set topic.config.KEY"
                            + " of the mirror for a value of its own, or exclude the key",
                    parts.mirror(),
                    topic,
                    plan.setBack());
        }
    }

    /** What is refused together is tried key by key, so that one value does not keep the others away. */
    private CompletableFuture<List<Skipped>> singly(
            Map<String, Map<String, ConfigChange>> left, List<Skipped> skipped) {
        Map<String, ConfigChange> next = new TreeMap<>();
        Map<String, String> keys = new HashMap<>();
        Map<String, Map<String, ConfigChange>> rest = new TreeMap<>();
        left.forEach((topic, changes) -> {
            Map<String, ConfigChange> others = new TreeMap<>(changes);
            changes.keySet().stream().findFirst().ifPresent(key -> {
                keys.put(topic, key);
                next.put(topic, Objects.requireNonNull(others.remove(key)));
                rest.put(topic, others);
            });
        });
        if (next.isEmpty()) {
            return CompletableFuture.completedFuture(skipped);
        }
        return parts.destination().alter(next).thenCompose(refusals -> {
            next.forEach((topic, change) -> {
                String key = keys.getOrDefault(topic, "");
                ConfigRefusal refusal = refusals.get(topic);
                if (refusal == null) {
                    changed.incrementAndGet();
                    LOG.info("mirror {}: topic {}: config as at the source: {}", parts.mirror(), topic, change);
                } else {
                    String value = change.set().get(key);
                    refused.computeIfAbsent(topic, name -> new ConcurrentHashMap<>())
                            .put(
                                    key,
                                    new RefusedValue(
                                            value, refusal.text(), parts.nowMs().getAsLong()));
                    skipped.add(ConfigNotes.invalid(topic, key, value, refusal.text()));
                }
            });
            return singly(rest, skipped);
        });
    }
}
