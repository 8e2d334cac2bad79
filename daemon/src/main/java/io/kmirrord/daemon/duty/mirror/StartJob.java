// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.daemon.duty.mirror;

import io.kmirrord.daemon.source.SourceTopic;
import io.kmirrord.protocol.ClusterMetadata;
import io.kmirrord.statemachine.settings.MirrorSettings;
import io.kmirrord.statemachine.settings.SettingsException;
import io.kmirrord.statemachine.view.RecordKey;
import io.kmirrord.statemachine.view.RecordValue;
import io.kmirrord.statemachine.view.StateRecord;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Serves the oldest request to start topics: checks, then one write of everything, then the outcome. Confined to the queue. */
final class StartJob {
    private static final Logger LOG = LoggerFactory.getLogger(StartJob.class);
    private static final Duration LOOK_AGAIN = Duration.ofMillis(500);

    private final MirrorTerm term;

    StartJob(MirrorTerm term) {
        this.term = term;
    }

    /**
     * What is known when the checks are through.
     *
     * @param nodes of the destination, null until they are checked and when it was {@link #begun}
     */
    private record Going(
            RecordKey.Request key,
            RecordValue.StartRequest request,
            MirrorFacts facts,
            MirrorSettings settings,
            Destination.@Nullable Nodes nodes) {

        Going with(Destination.Nodes checked) {
            return new Going(key, request, facts, settings, checked);
        }

        /** A predecessor wrote the wishes and did not live to say so: the request is granted, whatever fails by now. */
        boolean begun() {
            return facts.own().values().stream().anyMatch(own -> own.wish().generation() == request.generation());
        }

        boolean expiresWithin(Duration wait, long nowMs) {
            return nowMs + wait.toMillis() >= request.expiresMs();
        }
    }

    void run() {
        term.then(term.facts(), (facts, problem) -> {
            if (facts == null) {
                LOG.warn("mirror {}: its requests cannot be read: {}", term.mirror(), text(problem));
                term.again();
                return;
            }
            RecordKey.Request key = facts.flatMap(known -> known.starts().keySet().stream()
                            .filter(request -> !term.handled().contains(request))
                            .min(Comparator.comparing(RecordKey.Request::requestId)))
                    .orElse(null);
            RecordValue.StartRequest request =
                    key == null ? null : facts.orElseThrow().starts().get(key);
            if (key == null || request == null) {
                term.done();
            } else {
                begin(key, request, facts.orElseThrow());
            }
        });
    }

    private void begin(RecordKey.Request key, RecordValue.StartRequest request, MirrorFacts facts) {
        try {
            MirrorSettings settings = MirrorSettings.parse(facts.definition().config());
            StartScope scope = StartScope.of(facts.definition(), request);
            if (scope.isEmpty()) {
                refuse(
                        key,
                        new Refusal(
                                Refusal.Code.NO_PATTERN,
                                "mirror '" + term.mirror()
                                        + "' has no topics yet; name some, or a pattern such as 'orders-.*'"));
                return;
            }
            Going going = new Going(key, request, facts, settings, null);
            if (going.begun()) {
                askSource(going, scope);
            } else {
                checkNodes(going, scope);
            }
        } catch (SettingsException e) {
            refuse(key, new Refusal(Refusal.Code.BAD_SETTINGS, String.valueOf(e.getMessage())));
        } catch (IllegalArgumentException e) {
            refuse(key, new Refusal(Refusal.Code.BAD_PATTERN, String.valueOf(e.getMessage())));
        }
    }

    private void checkNodes(Going going, StartScope scope) {
        term.then(term.parts().destination().nodes(), (nodes, problem) -> {
            if (nodes == null) {
                LOG.warn("mirror {}: nodes of the destination cannot be listed: {}", term.mirror(), text(problem));
                term.again();
                return;
            }
            NodeCheck check = term.check(nodes);
            if (check instanceof NodeCheck.Missing missing) {
                refuse(going.key(), missing.refusal());
            } else if (check instanceof NodeCheck.Fine) {
                askSource(going.with(nodes), scope);
            } else if (!going.expiresWithin(LOOK_AGAIN, term.nowMs())) {
                term.later(LOOK_AGAIN, () -> checkNodes(going, scope));
            } else {
                refuse(
                        going.key(),
                        new Refusal(
                                Refusal.Code.NODES_UNKNOWN,
                                "not every daemon was heard of since this one began to listen; start again in some"
                                        + " seconds"));
            }
        });
    }

    private void askSource(Going going, StartScope scope) {
        term.then(term.parts().source().allTopics(term.mirror()), (answer, problem) -> {
            if (answer != null) {
                askDestination(going, scope, answer);
            } else if (going.begun() && !going.expiresWithin(LOOK_AGAIN, term.nowMs())) {
                LOG.warn("mirror {}: its source cannot be asked for its topics: {}", term.mirror(), text(problem));
                term.later(LOOK_AGAIN, () -> askSource(going, scope));
            } else {
                refuse(
                        going.key(),
                        new Refusal(
                                Refusal.Code.SOURCE_UNREACHABLE,
                                "the source of mirror '" + term.mirror() + "' cannot be asked for its topics: "
                                        + text(problem)
                                        + "; check source.bootstrap.servers, the network and the mirror's"
                                        + " credentials"));
            }
        });
    }

    private void askDestination(Going going, StartScope scope, ClusterMetadata answer) {
        SourceTopics source = SourceTopics.of(answer);
        TreeSet<String> names = new TreeSet<>();
        scope.topics(source).forEach(topic -> names.add(topic.name()));
        term.then(term.parts().destination().topics(names), (there, problem) -> {
            if (there == null) {
                LOG.warn("mirror {}: topics of the destination cannot be described: {}", term.mirror(), text(problem));
                term.again();
                return;
            }
            checkConfigs(going, scope, source, there);
        });
    }

    /** A topic that exists here already may have configs that a mirror topic cannot have. */
    private void checkConfigs(
            Going going, StartScope scope, SourceTopics source, Map<String, Destination.Topic> there) {
        term.then(term.parts().configs().read(there.keySet()), (configs, problem) -> {
            if (configs == null) {
                LOG.warn("mirror {}: configs of the destination cannot be read: {}", term.mirror(), text(problem));
                term.again();
                return;
            }
            Map<String, Refusal> unfit = new HashMap<>();
            configs.forEach((topic, answer) -> {
                Refusal refusal = TopicCheck.of(topic, answer);
                if (refusal != null) {
                    unfit.put(topic, refusal);
                }
            });
            StartPlan.Decision decision = StartPlan.of(going.facts(), going.request(), scope, source, there, unfit);
            if (decision.refusal() != null) {
                refuse(going.key(), decision.refusal());
            } else if (decision.plan() != null) {
                secureProducerIds(going, source, decision.plan());
            }
        });
    }

    /** The last check, as it is the only one that leaves something behind. */
    private void secureProducerIds(Going going, SourceTopics source, StartPlan plan) {
        Destination.Nodes nodes = going.nodes();
        if (nodes == null) {
            readConfigs(going, source, plan);
            return;
        }
        new ProducerIdJob(term, nodes, going.request().expiresMs(), refusal -> {
                    if (refusal == null) {
                        readConfigs(going, source, plan);
                    } else {
                        refuse(going.key(), refusal);
                    }
                })
                .run(source.clusterId());
    }

    private void readConfigs(Going going, SourceTopics source, StartPlan plan) {
        new SourceConfigs(term).read(plan.create(), (configs, failed) -> write(going, source, plan, configs, failed));
    }

    private void write(
            Going going,
            SourceTopics source,
            StartPlan plan,
            Map<String, Map<String, String>> configs,
            Map<String, String> failed) {
        long now = term.nowMs();
        String operation = going.key().requestId();
        StartReport report = new StartReport(going.request(), plan, failed);
        if (report.nothingStarts() && !report.done()) {
            refuse(going.key(), new Refusal(Refusal.Code.NOT_CREATED, report.message()));
            return;
        }
        List<StateRecord> records = new ArrayList<>();
        TopicWrites.definition(going.facts(), going.request(), source.clusterId(), operation, now)
                .ifPresent(records::add);
        for (SourceTopic topic : plan.start()) {
            if (!failed.containsKey(topic.name())) {
                records.add(TopicWrites.wish(term.mirror(), topic, operation, going.request(), now));
            }
        }
        Map<String, RecordValue.TopicRequest> creations = new HashMap<>();
        for (SourceTopic topic : plan.create()) {
            Map<String, String> own = configs.get(topic.name());
            if (own != null) {
                creations.put(
                        topic.name(),
                        TopicWrites.creation(topic, going.request().generation(), going.settings(), own, now));
            }
        }
        term.handled().add(going.key());
        report.await(creations.keySet());
        term.claims()
                .write(
                        records,
                        creations,
                        (lost, problem) -> {
                            if (lost == null) {
                                LOG.warn("mirror {}: the start was not written: {}", term.mirror(), text(problem));
                                term.handled().remove(going.key());
                                term.again();
                                return;
                            }
                            lost.forEach((topic, refusal) -> report.created(topic, refusal.text()));
                            LOG.info("mirror {}: {}", term.mirror(), report.message());
                            answerIfComplete(going.key(), report);
                            if (!lost.isEmpty()) {
                                term.lookNow();
                            }
                            // Whoever comes next need not wait until these are created.
                            term.poke();
                            term.done();
                        },
                        (topic, why) -> {
                            report.created(topic, why);
                            answerIfComplete(going.key(), report);
                        });
    }

    private void answerIfComplete(RecordKey.Request key, StartReport report) {
        if (report.complete() && term.handled().contains(key)) {
            answer(key, report.done(), report.message(), report.details());
        }
    }

    private void refuse(RecordKey.Request key, Refusal refusal) {
        LOG.warn("mirror {}: start refused: {}", term.mirror(), refusal.text());
        term.handled().add(key);
        answer(key, false, refusal.text(), Map.of("code", refusal.code().name()));
        term.poke();
        term.done();
    }

    private void answer(RecordKey.Request key, boolean done, String message, Map<String, String> details) {
        StateRecord outcome = new StateRecord(
                new RecordKey.RequestOutcome(key.mirror(), key.requestId()),
                new RecordValue.Outcome(done, message, term.parts().nodeId(), term.nowMs(), details));
        term.then(term.parts().writer().write(List.of(outcome)), (written, problem) -> {
            if (problem != null) {
                LOG.error("mirror {}: an outcome was not written: {}", term.mirror(), text(problem));
            }
        });
    }

    static String text(@Nullable Throwable problem) {
        return String.valueOf(problem == null ? null : problem.getMessage());
    }
}
