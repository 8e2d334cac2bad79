// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.cli.verb;

import io.kmirrord.cli.CliError;
import io.kmirrord.cli.CliException;
import io.kmirrord.cli.cluster.Destination;
import io.kmirrord.cli.facts.MirrorFacts;
import io.kmirrord.cli.plan.Lowering;
import io.kmirrord.cli.plan.Stamp;
import io.kmirrord.cli.plan.WishPlan;
import io.kmirrord.cli.plan.WishVerb;
import io.kmirrord.statemachine.view.StateView;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.IntSupplier;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Stops at once; also where too few brokers are left for anything to be written (R6). */
@Command(
        name = "failover",
        description = {
            "Makes the topics writable at once, whether the source lives or not.",
            "What the source has not sent by now is left out: promote waits for it.",
            "With --degraded also where brokers are dead: for the time of the command min.insync.replicas is lowered of our"
                    + " own topics and of the mirror's; partitions without a leader are listed."
        })
final class FailoverCommand extends ClusterVerb {
    @Parameters(paramLabel = "MIRROR")
    private String mirror = "";

    @Mixin
    private TopicOptions topics = new TopicOptions();

    @Mixin
    private ChangeOptions change = new ChangeOptions();

    @Option(names = "--degraded", description = "Go on with too few replicas in sync; wants --confirm.")
    private boolean degraded;

    @Option(
            names = "--confirm",
            paramLabel = "MIRROR",
            description = "The mirror's name once more: records that only one replica has may be lost with it.")
    private Optional<String> confirm = Optional.empty();

    FailoverCommand(Context context, ClusterOptions before) {
        super(context, before);
    }

    @Override
    int run() {
        change.timeout();
        if (degraded && !change.waits()) {
            throw CliError.CONTRADICTION.with("--degraded", "--no-wait");
        }
        var plan = new WishPlan(WishVerb.FAILOVER, mirror, topics.patterns());
        var stamp = context().stamp();
        try (var destination = open(false)) {
            var lowering = lowering(destination);
            var own = destination.ownTopics();
            if (!degraded && lowering.concerns(own)) {
                throw CliError.TOO_FEW_IN_SYNC.with(lowering.text());
            }
            if (!degraded || lowering.isEmpty() || change.dryRun()) {
                if (degraded) {
                    note(
                            lowering.isEmpty()
                                    ? "no topic is below min.insync.replicas: nothing to lower"
                                    : "would lower min.insync.replicas: " + lowering.text());
                }
                return change(stamp).run(destination, view -> plan.decide(view, stamp));
            }
            if (!confirm.equals(Optional.of(mirror))) {
                throw CliError.NOT_CONFIRMED.with(mirror, lowering.text());
            }
            return lowered(
                    destination, lowering, () -> change(stamp).run(destination, view -> plan.decide(view, stamp)));
        }
    }

    private Change change(Stamp stamp) {
        return new Change(this, change, WishVerb.FAILOVER.toString(), mirror, stamp, !degraded);
    }

    /** What is below min.insync.replicas: of our own topics, and of those that are to be stopped. */
    private Lowering lowering(Destination destination) {
        var names = new ArrayList<>(destination.ownTopics());
        names.addAll(destination.read(view ->
                List.copyOf(WishPlan.matching(MirrorFacts.of(view, mirror), topics.patterns()).stream()
                        .map(StateView.TopicWish::topic)
                        .toList())));
        return Lowering.of(destination.minInSync(names));
    }

    private int lowered(Destination destination, Lowering lowering, IntSupplier stop) {
        note("min.insync.replicas is lowered: " + lowering.text());
        destination.setMinInSync(lowering.lowered());
        try {
            return stop.getAsInt();
        } finally {
            restore(destination, lowering);
        }
    }

    private void restore(Destination destination, Lowering lowering) {
        try {
            destination.setMinInSync(lowering.restored());
            note("min.insync.replicas is as it was before");
        } catch (CliException e) {
            throw CliError.NOT_RESTORED.withRemedy(lowering.commands(), lowering.text(), e.getMessage());
        }
    }
}
