// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.cli.verb;

import io.kmirrord.cli.CliError;
import io.kmirrord.cli.Durations;
import io.kmirrord.cli.arrival.Waiter;
import io.kmirrord.cli.cluster.Destination;
import io.kmirrord.cli.plan.PrunePlan;
import io.kmirrord.cli.plan.Stamp;
import io.kmirrord.cli.report.PruneReport;
import io.kmirrord.cli.report.PruneReport.Result;
import io.kmirrord.cli.report.PruneReport.Row;
import io.kmirrord.statemachine.view.RecordKey;
import io.kmirrord.statemachine.view.RecordValue;
import io.kmirrord.statemachine.view.StateRecord;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.BiFunction;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Asks the daemons that hold salvages to delete them, and waits. */
@Command(
        name = "prune",
        description = {
            "Deletes salvages for good, on the hosts where they lie.",
            "Each is deleted by the daemon of its node; one that is down does it if it comes up before the request ends."
        })
final class SalvagePruneCommand extends ClusterVerb {
    private static final String VERB = "salvage prune";
    /** As long a request stands at least: 10 min if nobody waits, else the wait. */
    private static final long UNWATCHED_MS = 600_000;

    private static final long WATCHED_MS = 60_000;

    @Parameters(index = "0", paramLabel = "MIRROR")
    private String mirror = "";

    @Parameters(index = "1..*", paramLabel = "ID", arity = "0..*", description = "As salvage list shows them.")
    private List<String> ids = List.of();

    @Option(
            names = "--older-than",
            paramLabel = "DURATION",
            description = "All of the mirror that were saved longer ago, such as 30d, 12h.")
    private Optional<String> olderThan = Optional.empty();

    @Mixin
    private ChangeOptions change = new ChangeOptions();

    SalvagePruneCommand(Context context, ClusterOptions before) {
        super(context, before);
    }

    @Override
    int run() {
        var stamp = context().stamp();
        var plan = plan(stamp);
        try (var destination = open(false)) {
            var decision = destination.readToEnd(view -> plan.decide(view, stamp));
            if (change.dryRun()) {
                return print(report(decision, (node, request) -> new Answer(Result.WOULD_DELETE, Map.of(), "")));
            }
            destination.write(decision.records());
            if (!change.waits()) {
                return finish(
                        destination,
                        decision,
                        stamp,
                        report(decision, (node, request) -> new Answer(Result.ASKED, Map.of(), "")));
            }
            return finish(destination, decision, stamp, await(destination, decision));
        }
    }

    private PrunePlan plan(Stamp stamp) {
        var timeoutMs = change.timeout().toMillis();
        if (ids.isEmpty() && olderThan.isEmpty()) {
            throw CliError.NOTHING_TO_PRUNE.with(mirror);
        }
        if (!ids.isEmpty() && olderThan.isPresent()) {
            throw CliError.CONTRADICTION.with("--older-than", "ids");
        }
        var age = olderThan.map(text -> Durations.parse(text).toMillis()).orElse(0L);
        var lives = change.waits() ? Math.max(timeoutMs, WATCHED_MS) : UNWATCHED_MS;
        return new PrunePlan(mirror, ids, stamp.nowMs() - age, stamp.nowMs() + lives);
    }

    /**
     * What a daemon said of the salvages of a request.
     *
     * @param problems by id, of those that differ from the result
     */
    private record Answer(Result result, Map<String, String> problems, String reason) {}

    private PruneReport await(Destination destination, PrunePlan.Decision decision) {
        var waiter = new Waiter(destination, context().clock(), change.timeout(), true, this::note);
        return report(decision, (node, request) -> {
            note(VERB + " " + mirror + ": waiting for the daemon beside node " + node);
            var outcome = waiter.outcome(request);
            if (outcome.isEmpty()) {
                var problem = signs(destination).problem(node);
                return new Answer(
                        Result.NO_ANSWER,
                        Map.of(),
                        (problem.isEmpty()
                                        ? "the daemon beside node " + node + " lives, but is not done with it"
                                        : problem)
                                + "; the request stands until "
                                + Durations.utc(expires(decision, request)));
            }
            destination.write(List.of(new StateRecord(request, null)));
            return new Answer(Result.DELETED, outcome.get().details(), "");
        });
    }

    private static long expires(PrunePlan.Decision decision, RecordKey.Request request) {
        return Objects.requireNonNull(decision.requests().get(request)).expiresMs();
    }

    private PruneReport report(PrunePlan.Decision decision, BiFunction<Integer, RecordKey.Request, Answer> answers) {
        var rows = new ArrayList<Row>();
        decision.requests().forEach((key, request) -> {
            var answer = answers.apply(request.nodeId(), key);
            for (var id : request.salvageIds()) {
                rows.add(row(id, Objects.requireNonNull(decision.chosen().get(id)), answer));
            }
        });
        return new PruneReport(VERB, mirror, rows);
    }

    private static Row row(String id, RecordValue.Salvage salvage, Answer answer) {
        var problem = answer.problems().get(id);
        return new Row(
                id,
                salvage.nodeId(),
                salvage.host(),
                salvage.bytes(),
                problem == null ? answer.result() : Result.FAILED,
                problem == null ? answer.reason() : problem);
    }

    private int finish(Destination destination, PrunePlan.Decision decision, Stamp stamp, PruneReport report) {
        if (!decision.records().isEmpty()) {
            destination.write(List.of(stamp.outcome(
                    mirror,
                    report.exitCode() == 0,
                    report.summary(),
                    context().clock().millis(),
                    Map.of())));
        }
        return print(report);
    }

    private int print(PruneReport report) {
        context().console().result(report.print(format()));
        return report.exitCode();
    }
}
