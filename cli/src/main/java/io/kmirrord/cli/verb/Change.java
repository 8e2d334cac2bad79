// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.cli.verb;

import io.kmirrord.cli.CliError;
import io.kmirrord.cli.arrival.Arrivals;
import io.kmirrord.cli.arrival.PartitionArrival;
import io.kmirrord.cli.arrival.Waiter;
import io.kmirrord.cli.cluster.Destination;
import io.kmirrord.cli.facts.MirrorFacts;
import io.kmirrord.cli.plan.CutDetails;
import io.kmirrord.cli.plan.Plan;
import io.kmirrord.cli.plan.Stamp;
import io.kmirrord.cli.plan.StopDetails;
import io.kmirrord.cli.report.ChangeReport;
import io.kmirrord.cli.report.ChangeReport.Phase;
import io.kmirrord.statemachine.Desired;
import io.kmirrord.statemachine.view.RecordKey;
import io.kmirrord.statemachine.view.RecordValue;
import io.kmirrord.statemachine.view.StateRecord;
import io.kmirrord.statemachine.view.StateView;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;

/** A plan carried out: written, acknowledged, waited for, recorded. For one thread. */
final class Change {
    private final ClusterVerb verb;
    private final ChangeOptions options;
    private final String name;
    private final String mirror;
    private final Stamp stamp;
    private final boolean awaitsLeaders;

    Change(ClusterVerb verb, ChangeOptions options, String name, String mirror, Stamp stamp) {
        this(verb, options, name, mirror, stamp, true);
    }

    /** @param awaitsLeaders whether partitions without a leader are waited for */
    Change(ClusterVerb verb, ChangeOptions options, String name, String mirror, Stamp stamp, boolean awaitsLeaders) {
        this.verb = verb;
        this.options = options;
        this.name = name;
        this.mirror = mirror;
        this.stamp = stamp;
        this.awaitsLeaders = awaitsLeaders;
    }

    /** Decides on the newest view, and carries it out. */
    int run(Destination destination, Function<StateView, Plan> decide) {
        var plan = destination.readToEnd(decide);
        if (options.dryRun()) {
            return print(report(plan, Phase.DRY_RUN, List.of(), Map.of()));
        }
        write(destination, plan);
        if (!options.waits()) {
            return acknowledged(destination, plan, Map.of());
        }
        return await(destination, plan, waiter(destination), Map.of(), List.of());
    }

    Waiter waiter(Destination destination) {
        return new Waiter(
                destination,
                verb.context().clock(),
                options.timeout(),
                awaitsLeaders,
                line -> verb.note(name + " " + mirror + ": " + line));
    }

    /** Writes the plan, and makes sure that no other command's revision of the mirror won over it. */
    void write(Destination destination, Plan plan) {
        destination.write(plan.records());
        var overtaken = destination.readToEnd(view -> plan.records().stream()
                .filter(record -> record.key() instanceof RecordKey.Mirror)
                .anyMatch(record -> !isNewest(view, (RecordValue.Mirror) Objects.requireNonNull(record.value()))));
        if (overtaken) {
            destination.write(List.of(notDone("overtaken")));
            throw CliError.OVERTAKEN.with(mirror);
        }
    }

    private boolean isNewest(StateView view, RecordValue.Mirror written) {
        var present = view.mirror(mirror);
        return written.deleted() ? present.isEmpty() : present.equals(Optional.of(written));
    }

    int acknowledged(Destination destination, Plan plan, Map<String, String> details) {
        return finish(destination, plan, report(plan, Phase.ACKNOWLEDGED, List.of(), details), Map.of());
    }

    /**
     * Waits for the goals of a plan that was written.
     *
     * @param settled what is known without waiting
     */
    int await(
            Destination destination,
            Plan plan,
            Waiter waiter,
            Map<String, String> details,
            List<PartitionArrival> settled) {
        var arrivals = new ArrayList<PartitionArrival>(settled);
        if (!plan.goals().isEmpty()) {
            arrivals.addAll(waiter.arrivals(mirror, plan.goals()));
        }
        var phase = Arrivals.ended(arrivals) ? Phase.ENDED : Phase.OUT_OF_TIME;
        var shown = new TreeMap<>(details);
        var recorded = new TreeMap<String, String>();
        if (plan.goals().stream().anyMatch(goal -> goal.desired() == Desired.STOPPED)) {
            var stopped = destination.read(view -> StopDetails.of(MirrorFacts.of(view, mirror), plan.goals()));
            recorded.putAll(stopped.details());
            if (stopped.abortedTransactions() > 0) {
                shown.put(StopDetails.ABORTED, Long.toString(stopped.abortedTransactions()));
            }
        }
        if (CutDetails.concern(plan.goals())) {
            var cut = destination.read(view -> CutDetails.of(MirrorFacts.of(view, mirror), plan.goals()));
            recorded.putAll(cut.details());
            if (cut.cuts() > 0) {
                shown.put(CutDetails.RECORDS, cut.summary(mirror));
            }
        }
        return finish(destination, plan, report(plan, phase, arrivals, shown), recorded);
    }

    private int finish(Destination destination, Plan plan, ChangeReport report, Map<String, String> details) {
        if (!plan.records().isEmpty()) {
            var at = verb.context().clock().millis();
            destination.write(List.of(stamp.outcome(mirror, report.exitCode() == 0, report.summary(), at, details)));
        }
        return print(report);
    }

    /** Returns the record of an operation that was not done. */
    StateRecord notDone(String message) {
        return stamp.outcome(mirror, false, message, verb.context().clock().millis(), Map.of());
    }

    private ChangeReport report(Plan plan, Phase phase, List<PartitionArrival> arrivals, Map<String, String> details) {
        return new ChangeReport(name, mirror, phase, plan.steps(), arrivals, plan.notes(), details);
    }

    int print(ChangeReport report) {
        verb.context().console().result(report.print(verb.format()));
        return report.exitCode();
    }
}
