// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.daemon.duty.mirror;

import io.kmirrord.daemon.source.SourceTopic;
import io.kmirrord.statemachine.settings.MirrorSettings;
import io.kmirrord.statemachine.view.RecordValue;
import io.kmirrord.statemachine.view.StateRecord;
import io.kmirrord.statemachine.view.StateView.TopicWish;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Carries out what a look decided: stops first, as they need the fewest to live. Confined to the queue; for one look. */
final class DiscoveryWrites {
    private static final Logger LOG = LoggerFactory.getLogger(DiscoveryWrites.class);

    private final MirrorTerm term;
    private final DiscoveryNotes notes;
    private final MirrorFacts facts;
    private final MirrorSettings settings;
    private final DiscoveryPlan plan;
    private List<String> stopped = List.of();

    DiscoveryWrites(
            MirrorTerm term, DiscoveryNotes notes, MirrorFacts facts, MirrorSettings settings, DiscoveryPlan plan) {
        this.term = term;
        this.notes = notes;
        this.facts = facts;
        this.settings = settings;
        this.plan = plan;
    }

    /**
     * Begins.
     *
     * @param then told once what is written, and by a future the topics whose partitions were added
     */
    void run(BiConsumer<DiscoveryJob.Found, CompletableFuture<List<String>>> then) {
        if (plan.stop().isEmpty()) {
            begin(then);
            return;
        }
        List<StateRecord> records = plan.stop().stream()
                .map(wish -> TopicWrites.stop(wish, "source-deleted-" + term.nowMs(), term.nowMs()))
                .toList();
        term.then(term.parts().writer().write(records), (done, problem) -> {
            if (problem == null) {
                stopped = plan.stop().stream().map(TopicWish::topic).toList();
                stopped.forEach(topic -> LOG.warn(
                        "mirror {}: {} was deleted at the source and is stopped, as on.source.delete=stop says",
                        term.mirror(),
                        topic));
            } else {
                notWritten(problem);
            }
            begin(then);
        });
    }

    private void begin(BiConsumer<DiscoveryJob.Found, CompletableFuture<List<String>>> then) {
        List<SourceTopic> create = plan.create().stream()
                .filter(topic -> term.creations().mayAsk(topic.name(), term.nowMs()))
                .toList();
        if (plan.start().isEmpty() && create.isEmpty() && plan.grow().isEmpty()) {
            then.accept(found(List.of()), CompletableFuture.completedFuture(List.of()));
            return;
        }
        term.then(term.parts().destination().nodes(), (nodes, problem) -> {
            NodeCheck check = nodes == null ? new NodeCheck.NotYet() : term.check(nodes);
            if (!(check instanceof NodeCheck.Fine)) {
                String why = check instanceof NodeCheck.Missing missing
                        ? missing.refusal().text()
                        : "not all of its nodes were heard of yet"
                                + (problem == null ? "" : ": " + StartJob.text(problem));
                notes.whole(new Refusal(Refusal.Code.NODES_UNKNOWN, "new topics and partitions wait: " + why));
                then.accept(found(List.of()), CompletableFuture.completedFuture(List.of()));
                return;
            }
            CompletableFuture<List<String>> growth = grow();
            List<SourceTopic> all = new ArrayList<>(plan.start());
            all.addAll(create);
            new SourceConfigs(term).read(all, (configs, failed) -> {
                failed.forEach(
                        (topic, why) -> notes.topic(topic, new Refusal(Refusal.Code.SOURCE_CONFIGS_UNREADABLE, why)));
                write(create, configs, started -> then.accept(found(started), growth));
            });
        });
    }

    private DiscoveryJob.Found found(List<String> started) {
        return new DiscoveryJob.Found(started, List.of(), stopped, List.of());
    }

    /** Adds partitions; returns the topics where that worked, in order. */
    private CompletableFuture<List<String>> grow() {
        List<CompletableFuture<Void>> asked = new ArrayList<>();
        List<String> grown = new ArrayList<>();
        plan.grow().forEach((topic, partitions) -> {
            CompletableFuture<Void> one = new CompletableFuture<>();
            asked.add(one);
            term.then(term.parts().destination().createPartitions(topic, partitions), (done, problem) -> {
                if (problem == null) {
                    LOG.info("mirror {}: {} has {} partitions now", term.mirror(), topic, partitions);
                    notes.grown(topic);
                    grown.add(topic);
                } else {
                    notes.notGrown(
                            topic,
                            new Refusal(
                                    Refusal.Code.PARTITIONS_NOT_ADDED,
                                    "partitions up to " + partitions + " cannot be added: " + StartJob.text(problem)));
                }
                one.complete(null);
            });
        });
        return CompletableFuture.allOf(asked.toArray(CompletableFuture[]::new))
                .thenApply(nothing -> grown.stream().sorted().toList());
    }

    private void write(
            List<SourceTopic> create, Map<String, Map<String, String>> configs, Consumer<List<String>> then) {
        long now = term.nowMs();
        long generation = Math.max(now, facts.highestGeneration() + 1);
        RecordValue.StartRequest found =
                new RecordValue.StartRequest(List.of(), List.of(), generation, false, false, now);
        List<StateRecord> records = new ArrayList<>();
        List<String> started = new ArrayList<>();
        Map<String, RecordValue.TopicRequest> creations = new HashMap<>();
        for (SourceTopic topic : plan.start()) {
            Map<String, String> own = configs.get(topic.name());
            if (own != null) {
                records.add(TopicWrites.wish(term.mirror(), topic, "discovery-" + generation, found, now));
                creations.put(topic.name(), TopicWrites.creation(topic, generation, settings, own, now));
                started.add(topic.name());
                LOG.info("mirror {}: {} is new at the source and is claimed", term.mirror(), topic.name());
            }
        }
        for (SourceTopic topic : create) {
            Map<String, String> own = configs.get(topic.name());
            TopicWish wished = facts.own().get(topic.name());
            if (own != null && wished != null) {
                creations.put(
                        topic.name(), TopicWrites.creation(topic, wished.wish().generation(), settings, own, now));
            }
        }
        if (records.isEmpty() && creations.isEmpty()) {
            then.accept(List.of());
            return;
        }
        term.claims()
                .write(
                        records,
                        creations,
                        (lost, problem) -> {
                            if (lost == null) {
                                notWritten(problem);
                                then.accept(List.of());
                                return;
                            }
                            lost.forEach(notes::topic);
                            started.removeAll(lost.keySet());
                            then.accept(started);
                        },
                        (topic, why) -> {
                            if (why != null) {
                                LOG.warn("mirror {}: {}: {}", term.mirror(), topic, why);
                            }
                        });
    }

    private void notWritten(@Nullable Throwable problem) {
        notes.whole(new Refusal(
                Refusal.Code.STATE_NOT_WRITTEN, "the state topic cannot be written: " + StartJob.text(problem)));
    }
}
