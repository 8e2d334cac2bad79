// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.cli.verb;

import io.kmirrord.cli.CliError;
import io.kmirrord.cli.CliException;
import io.kmirrord.cli.Durations;
import io.kmirrord.cli.arrival.Waiter;
import io.kmirrord.cli.plan.DiffPlan;
import io.kmirrord.cli.report.DiffReport;
import io.kmirrord.statemachine.codec.DiffCodec;
import io.kmirrord.statemachine.diff.Subject;
import io.kmirrord.statemachine.view.RecordKey;
import io.kmirrord.statemachine.view.RecordValue;
import io.kmirrord.statemachine.view.StateRecord;
import java.util.EnumSet;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Compares the source with what is here, by the daemon that has access to both. */
@Command(
        name = "diff",
        description = {
            "Shows what is on one side only or differs: topics of the mirror, their configs, offsets of groups in them, client"
                    + " quotas, and names and mechanisms of SCRAM users.",
            "The daemon with the mirror's duties reads both sides; nothing is changed. The exit code is 10 where there are"
                    + " differences, 7 where something could not be read, and 0 where all that differs is intended."
        })
final class DiffCommand extends ClusterVerb {
    private static final String VERB = "diff";

    @Parameters(paramLabel = "MIRROR")
    private String mirror = "";

    @Mixin
    private TopicOptions topics = new TopicOptions();

    @Option(
            names = "--only",
            paramLabel = "SUBJECT",
            split = ",",
            description =
                    "What to compare: topics, configs, groups, acls, quotas, users; comma-separated, default all.")
    private List<Subject> only = List.of(Subject.values());

    @Option(
            names = "--timeout",
            paramLabel = "DURATION",
            description = "How long to wait for the answer, such as 30s, 5m; default ${DEFAULT-VALUE}.")
    private String timeout = "60s";

    DiffCommand(Context context, ClusterOptions before) {
        super(context, before);
    }

    @Override
    int run() {
        var stamp = context().stamp();
        var wait = Durations.parse(timeout);
        var subjects = List.copyOf(EnumSet.copyOf(only));
        var plan = new DiffPlan(mirror, topics.patterns(), subjects, stamp.nowMs() + wait.toMillis());
        try (var destination = open(false)) {
            var decision = destination.readToEnd(view -> plan.decide(view, stamp));
            destination.write(decision.records());
            var waiter = new Waiter(destination, context().clock(), wait, true, this::note);
            var outcome = new DutyAnswer(this, VERB, mirror, message -> List.of(), wait)
                    .await(destination, waiter, decision.request(), plan.expiresMs());
            // As large as a record may be, and of no use to anybody else.
            destination.write(List.of(new StateRecord(
                    new RecordKey.RequestOutcome(mirror, decision.request().requestId()), null)));
            if (!outcome.done()) {
                throw refusal(outcome);
            }
            var report = DiffReport.of(mirror, new DiffCodec().decode(outcome.details()));
            context().console().result(report.print(format()));
            return report.exitCode();
        }
    }

    private CliException refusal(RecordValue.Outcome outcome) {
        return switch (outcome.details().getOrDefault("code", "")) {
            case "UNREACHABLE" -> CliError.SOURCE_UNREACHABLE.with(mirror, outcome.message());
            case "DENIED" -> CliError.SOURCE_DENIED.with(mirror, outcome.message());
            default -> CliError.REFUSED_BY_DAEMON.with(VERB, mirror, outcome.message(), "");
        };
    }
}
