// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.cli.verb;

import io.kmirrord.cli.CliError;
import io.kmirrord.cli.plan.SyncPlan;
import io.kmirrord.cli.report.SyncNowReport;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** Does at once what the daemons do at intervals. */
@Command(
        name = "sync",
        description = {
            "Looks for topics and partitions that are new at the source, and syncs what goes with the data, at once.",
            "New topics are started; it does not wait until they are copied. What is left alone is counted by subject:"
                    + " describe lists it with the reasons. If the source could not be asked, the exit code is 7."
        })
final class SyncCommand extends ClusterVerb {
    @Parameters(paramLabel = "MIRROR")
    private String mirror = "";

    @Mixin
    private ChangeOptions change = new ChangeOptions();

    SyncCommand(Context context, ClusterOptions before) {
        super(context, before);
    }

    @Override
    int run() {
        if (!change.waits() || change.dryRun()) {
            throw CliError.CONTRADICTION.with("sync", change.waits() ? "--dry-run" : "--no-wait");
        }
        var stamp = context().stamp();
        var plan = new SyncPlan(mirror, stamp.nowMs() + change.timeout().toMillis());
        var carried = new Change(this, change, "sync", mirror, stamp);
        try (var destination = open(false)) {
            var decision = destination.readToEnd(view -> plan.decide(view, stamp));
            destination.write(decision.records());
            var outcome = new DutyAnswer(
                            this, "sync", mirror, message -> List.of(carried.notDone(message)), change.timeout())
                    .await(destination, carried.waiter(destination), decision.request(), plan.expiresMs());
            var report = SyncNowReport.of(mirror, outcome);
            destination.write(List.of(stamp.outcome(
                    mirror, outcome.done(), report.summary(), context().clock().millis(), Map.of())));
            context().console().result(report.print(format()));
            return report.exitCode();
        }
    }
}
