// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.daemon.duty.mirror;

import io.kmirrord.daemon.source.SourceTopic;
import io.kmirrord.protocol.ClusterMetadata;
import io.kmirrord.statemachine.Desired;
import io.kmirrord.statemachine.settings.MirrorSettings;
import io.kmirrord.statemachine.settings.SettingsException;
import io.kmirrord.statemachine.view.RecordValue;
import io.kmirrord.statemachine.view.StateRecord;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Looks for what came at the source and what went at the destination. Confined to the queue; one instance per term. */
final class DiscoveryJob {
    private static final Logger LOG = LoggerFactory.getLogger(DiscoveryJob.class);

    private final MirrorTerm term;
    private final Map<String, String> complaints = new TreeMap<>();
    private List<String> deleted = List.of();

    DiscoveryJob(MirrorTerm term) {
        this.term = term;
    }

    List<String> deleted() {
        return deleted;
    }

    void run() {
        term.then(term.facts(), (facts, problem) -> {
            if (facts == null) {
                complain("state topic", "cannot be read: " + StartJob.text(problem));
                term.done();
            } else if (facts.isEmpty() || noneWished(facts.get())) {
                deleted = List.of();
                term.done();
            } else {
                askSource(facts.get());
            }
        });
    }

    private static boolean noneWished(MirrorFacts facts) {
        return !DiscoveryPlan.awaitsFirst(facts)
                && facts.own().values().stream().allMatch(own -> own.wish().desired() == Desired.STOPPED);
    }

    private void askSource(MirrorFacts facts) {
        term.then(term.parts().source().allTopics(term.mirror()), (answer, problem) -> {
            String known = facts.definition().sourceClusterId();
            if (answer == null) {
                complain("source", "cannot be asked for its topics: " + StartJob.text(problem));
                term.done();
            } else if (known != null && !known.equals(answer.clusterId())) {
                complain("source", "answers as cluster " + answer.clusterId() + ", not " + known);
                term.done();
            } else {
                complaints.remove("source");
                askDestination(facts, answer);
            }
        });
    }

    private void askDestination(MirrorFacts facts, ClusterMetadata answer) {
        SourceTopics source = SourceTopics.of(answer);
        StartScope scope;
        MirrorSettings settings;
        try {
            scope = StartScope.of(facts.definition());
            settings = MirrorSettings.parse(facts.definition().config());
        } catch (IllegalArgumentException | SettingsException e) {
            complain("definition", String.valueOf(e.getMessage()));
            term.done();
            return;
        }
        TreeSet<String> names = new TreeSet<>(facts.own().keySet());
        scope.topics(source).forEach(topic -> names.add(topic.name()));
        term.then(term.parts().destination().topics(names), (there, problem) -> {
            if (there == null) {
                complain("destination", "cannot be asked for its topics: " + StartJob.text(problem));
                term.done();
            } else {
                decided(facts, settings, DiscoveryPlan.of(facts, scope, source, there));
            }
        });
    }

    private void decided(MirrorFacts facts, MirrorSettings settings, DiscoveryPlan plan) {
        deleted = plan.deleted();
        plan.deleted()
                .forEach(topic -> complain(
                        topic, "was deleted at the destination and is not created again; start it anew, or stop it"));
        plan.refused().forEach((topic, refusal) -> complain(topic, refusal.text()));
        List<SourceTopic> create = plan.create().stream()
                .filter(topic -> term.creations().mayAsk(topic.name(), term.nowMs()))
                .toList();
        if (plan.start().isEmpty() && create.isEmpty() && plan.grow().isEmpty()) {
            term.done();
            return;
        }
        term.then(term.parts().destination().nodes(), (nodes, problem) -> {
            NodeCheck check = nodes == null ? new NodeCheck.NotYet() : term.check(nodes);
            if (!(check instanceof NodeCheck.Fine)) {
                String why = check instanceof NodeCheck.Missing missing
                        ? missing.refusal().text()
                        : "not all of its nodes were heard of yet: " + StartJob.text(problem);
                complain("destination", "new topics and partitions wait: " + why);
                term.done();
                return;
            }
            complaints.remove("destination");
            grow(plan.grow());
            List<SourceTopic> all = new ArrayList<>(plan.start());
            all.addAll(create);
            new SourceConfigs(term).read(all, (configs, failed) -> {
                failed.forEach(this::complain);
                write(facts, settings, plan, create, configs);
            });
        });
    }

    private void grow(Map<String, Integer> topics) {
        topics.forEach((topic, partitions) ->
                term.then(term.parts().destination().createPartitions(topic, partitions), (done, problem) -> {
                    if (problem == null) {
                        LOG.info("mirror {}: {} has {} partitions now", term.mirror(), topic, partitions);
                    } else {
                        complain(
                                topic,
                                "partitions up to " + partitions + " cannot be added: " + StartJob.text(problem));
                    }
                }));
    }

    private void write(
            MirrorFacts facts,
            MirrorSettings settings,
            DiscoveryPlan plan,
            List<SourceTopic> create,
            Map<String, Map<String, String>> configs) {
        long now = term.nowMs();
        long generation = Math.max(now, facts.highestGeneration() + 1);
        RecordValue.StartRequest found =
                new RecordValue.StartRequest(List.of(), List.of(), generation, false, false, now);
        List<StateRecord> records = new ArrayList<>();
        Map<String, RecordValue.TopicRequest> creations = new HashMap<>();
        for (SourceTopic topic : plan.start()) {
            Map<String, String> own = configs.get(topic.name());
            if (own != null) {
                records.add(TopicWrites.wish(term.mirror(), topic, "discovery-" + generation, found, now));
                creations.put(topic.name(), TopicWrites.creation(topic, generation, settings, own, now));
                LOG.info("mirror {}: {} is new at the source and starts", term.mirror(), topic.name());
            }
        }
        for (SourceTopic topic : create) {
            Map<String, String> own = configs.get(topic.name());
            var wished = facts.own().get(topic.name());
            if (own != null && wished != null) {
                creations.put(
                        topic.name(), TopicWrites.creation(topic, wished.wish().generation(), settings, own, now));
            }
        }
        if (records.isEmpty() && creations.isEmpty()) {
            term.done();
            return;
        }
        term.write(
                records,
                creations,
                (done, problem) -> {
                    if (problem != null) {
                        complain("state topic", "cannot be written: " + StartJob.text(problem));
                    }
                    term.done();
                },
                (topic, why) -> {
                    if (why == null) {
                        complaints.remove(topic);
                    } else {
                        complain(topic, why);
                    }
                });
    }

    /** Logs once per change of the reason. */
    private void complain(String about, String why) {
        if (!why.equals(complaints.put(about, why))) {
            LOG.warn("mirror {}: {}: {}", term.mirror(), about, why);
        }
    }
}
