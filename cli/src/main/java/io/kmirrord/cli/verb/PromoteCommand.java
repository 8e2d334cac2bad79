// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.cli.verb;

import io.kmirrord.cli.CliError;
import io.kmirrord.cli.cluster.Destination;
import io.kmirrord.cli.plan.PromotePlan;
import io.kmirrord.cli.plan.WishPlan;
import io.kmirrord.cli.plan.WishVerb;
import io.kmirrord.statemachine.view.RecordKey;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** Stops once the destination has everything (N11). */
@Command(
        name = "promote",
        description = {
            "Waits until the destination has all that the source has, syncs group offsets once more, then makes the topics"
                    + " writable.",
            "Stop the producers at the source first: while they write, the wait does not end. When --timeout is over, who"
                    + " still writes is told, everything goes on being mirrored, and the exit code is 8.",
            "The stop that follows has as long again."
        })
final class PromoteCommand extends ClusterVerb {
    @Parameters(paramLabel = "MIRROR")
    private String mirror = "";

    @Mixin
    private TopicOptions topics = new TopicOptions();

    @Mixin
    private ChangeOptions change = new ChangeOptions();

    PromoteCommand(Context context, ClusterOptions before) {
        super(context, before);
    }

    @Override
    int run() {
        var timeout = change.timeout();
        if (!change.waits()) {
            throw CliError.CONTRADICTION.with("promote", "--no-wait");
        }
        var stamp = context().stamp();
        var stop = new WishPlan(WishVerb.PROMOTE, mirror, topics.patterns());
        var carried = new Change(this, change, WishVerb.PROMOTE.toString(), mirror, stamp);
        var promote = new PromotePlan(mirror, topics.patterns(), stamp.nowMs() + timeout.toMillis());
        try (var destination = open(false)) {
            var decision = destination.readToEnd(view -> promote.decide(view, stamp));
            if (decision.request().isPresent() && !change.dryRun()) {
                destination.write(decision.records());
                level(destination, carried, decision.request().get(), promote.expiresMs());
            }
            return carried.run(destination, view -> stop.decide(view, stamp));
        }
    }

    /** Returns when the destination has everything. */
    private void level(Destination destination, Change carried, RecordKey.Request request, long expiresMs) {
        var answer = new DutyAnswer(
                this,
                WishVerb.PROMOTE.toString(),
                mirror,
                message -> List.of(carried.notDone(message)),
                change.timeout());
        var outcome = answer.await(destination, carried.waiter(destination), request, expiresMs);
        if (outcome.done()) {
            note("promote " + mirror + ": " + outcome.message());
            var skipped = outcome.details().getOrDefault("skipped", "");
            if (!skipped.isEmpty()) {
                note("promote " + mirror + ": group offsets left alone: " + skipped);
            }
            return;
        }
        destination.write(List.of(carried.notDone(outcome.message())));
        throw "LAG".equals(outcome.details().get("code"))
                ? CliError.LAGGING.withRemedy(
                        "stop the producers there and promote again; mirrorctl failover " + mirror
                                + " stops with what is here",
                        mirror,
                        outcome.message())
                : CliError.REFUSED_BY_DAEMON.with("promote", mirror, outcome.message(), "");
    }
}
