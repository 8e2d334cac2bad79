// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.cli.verb;

import io.kmirrord.cli.CliError;
import io.kmirrord.cli.arrival.PartitionArrival;
import io.kmirrord.cli.arrival.Waiter;
import io.kmirrord.cli.cluster.Destination;
import io.kmirrord.cli.plan.Goal;
import io.kmirrord.cli.plan.Patterns;
import io.kmirrord.cli.plan.Plan;
import io.kmirrord.cli.plan.StartPlan;
import io.kmirrord.cli.report.ChangeReport;
import io.kmirrord.statemachine.view.RecordKey;
import io.kmirrord.statemachine.view.RecordValue;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Asks the daemons to start topics, and waits for them. */
@Command(
        name = "start",
        description = {
            "Makes topics of the source mirror topics, and adds the patterns to the mirror.",
            "With a consent it also lets started topics go on that FAILED for want of it; name them with --topics."
        })
final class StartCommand extends ClusterVerb {
    /** A request may wait that long for a daemon, even if the command does not. */
    private static final long REQUEST_LIVES_MS = 600_000;

    /** Key of an outcome's details: topics that cannot be mirrored, separated by commas. */
    private static final String REFUSED = "refused";

    @Parameters(paramLabel = "MIRROR")
    private String mirror = "";

    @Mixin
    private TopicOptions topics = new TopicOptions();

    @Option(
            names = "--exclude",
            paramLabel = "PATTERN",
            split = ",",
            description = "Topics that are never mirrored, stronger than --topics.")
    private List<String> excludes = List.of();

    @Option(
            names = "--overwrite-local",
            description = "Agree that a log which holds records of its own is emptied and copied anew.")
    private boolean overwriteLocal;

    @Option(names = "--confirm-cut", description = "Agree to a cut above max.cut.records or max.cut.bytes.")
    private boolean confirmCut;

    @Mixin
    private ChangeOptions change = new ChangeOptions();

    StartCommand(Context context, ClusterOptions before) {
        super(context, before);
    }

    @Override
    int run() {
        var stamp = context().stamp();
        var lives = change.waits() ? change.timeout().toMillis() : REQUEST_LIVES_MS;
        var start = new StartPlan(
                mirror,
                Patterns.withoutReserved(topics.patterns(), options().reserved()),
                Patterns.parse(excludes),
                overwriteLocal,
                confirmCut,
                stamp.nowMs() + Math.max(lives, 60_000));
        var carried = new Change(this, change, "start", mirror, stamp);
        try (var destination = open(false)) {
            var decision = destination.readToEnd(view -> start.decide(view, stamp));
            if (change.dryRun()) {
                return carried.print(new ChangeReport(
                        "start",
                        mirror,
                        ChangeReport.Phase.DRY_RUN,
                        decision.plan().steps(),
                        List.of(),
                        List.of("which topics there are at the source is for the daemons to find out"),
                        Map.of()));
            }
            carried.write(destination, decision.plan());
            if (!change.waits()) {
                return carried.acknowledged(destination, decision.plan(), Map.of("request", stamp.operationId()));
            }
            return await(destination, carried, decision, start.expiresMs());
        }
    }

    /** Waits for the daemon's answer, if it is asked anything, and then for every topic that starts. */
    private int await(Destination destination, Change carried, StartPlan.Decision decision, long expiresMs) {
        var waiter = carried.waiter(destination);
        var request = decision.request();
        var goals = new ArrayList<Goal>(decision.plan().goals());
        var notes = new ArrayList<String>();
        var details = new TreeMap<String, String>();
        List<String> refused = List.of();
        if (request.isPresent()) {
            var outcome = answer(destination, waiter, carried, request.get(), expiresMs);
            notes.add(outcome.message());
            details.putAll(outcome.details());
            details.values().removeIf(String::isEmpty);
            refused = names(details.getOrDefault(REFUSED, ""));
            goals.addAll(started(destination, decision.generation(), refused));
        }
        var plan = new Plan(decision.plan().steps(), decision.plan().records(), goals, notes);
        return carried.await(
                destination,
                plan,
                waiter,
                details,
                refused.stream().map(PartitionArrival::refused).toList());
    }

    private static List<String> names(String list) {
        return Stream.of(list.split(",", -1))
                .map(String::trim)
                .filter(name -> !name.isEmpty())
                .toList();
    }

    private RecordValue.Outcome answer(
            Destination destination, Waiter waiter, Change carried, RecordKey.Request request, long expiresMs) {
        var outcome = new DutyAnswer(
                        this, "start", mirror, message -> List.of(carried.notDone(message)), change.timeout())
                .await(destination, waiter, request, expiresMs);
        if (!outcome.done()) {
            destination.write(List.of(carried.notDone(outcome.message())));
            throw CliError.REFUSED_BY_DAEMON.with("start", mirror, outcome.message(), lines(outcome.details()));
        }
        note("start " + mirror + ": " + outcome.message());
        return outcome;
    }

    private static String lines(Map<String, String> details) {
        return new TreeMap<>(details)
                .entrySet().stream()
                        .map(entry -> System.lineSeparator() + "  " + entry.getKey() + ": " + entry.getValue())
                        .collect(Collectors.joining());
    }

    /** Returns the goals of the topics that the daemon started. */
    private List<Goal> started(Destination destination, long generation, List<String> refused) {
        return destination.readToEnd(view -> view.topics(mirror).values().stream()
                .filter(wish -> wish.wish().generation() == generation && !refused.contains(wish.topic()))
                .map(wish -> Goal.standing(wish.topic(), generation, wish.wish().desired()))
                .toList());
    }
}
