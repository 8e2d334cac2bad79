// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.cli.verb;

import io.kmirrord.cli.CliError;
import io.kmirrord.cli.CliException;
import io.kmirrord.cli.ExitCode;
import io.kmirrord.cli.cluster.Destination;
import io.kmirrord.cli.cluster.TopicLookup;
import io.kmirrord.cli.facts.MirrorFacts;
import io.kmirrord.cli.plan.Lowering;
import io.kmirrord.cli.plan.Stamp;
import io.kmirrord.cli.plan.WishPlan;
import io.kmirrord.cli.plan.WishVerb;
import io.kmirrord.statemachine.view.StateView;
import java.util.List;
import java.util.Optional;
import java.util.function.IntSupplier;
import org.apache.kafka.common.internals.Topic;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Stops at once; also where too few brokers are left for anything to be written (R6). */
@Command(
        name = "failover",
        description = {
            "Makes the topics writable at once, whether the source lives or not.",
            "What the source has not sent by now is left out.",
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
        var config = options().destination(context().environment());
        try (var lookup = context().destinations().topics(config)) {
            // Before the state topic is opened: a leader that never had enough replicas does not even say where it
            // ends.
            var own = Lowering.of(lookup.minInSync(List.of(config.stateTopic(), Topic.TRANSACTION_STATE_TOPIC_NAME)));
            if (!degraded && !own.isEmpty()) {
                throw CliError.TOO_FEW_IN_SYNC.with(own.text());
            }
            if (change.dryRun() && !own.isEmpty()) {
                note("would lower min.insync.replicas: " + own.text() + "; what it stops can be told only then");
                return ExitCode.OK;
            }
            return lowered(lookup, own, () -> stop(lookup, !own.isEmpty()));
        }
    }

    private int stop(TopicLookup lookup, boolean ownLowered) {
        var plan = new WishPlan(WishVerb.FAILOVER, mirror, topics.patterns());
        var stamp = context().stamp();
        try (var destination = open(false)) {
            var theirs = degraded ? Lowering.of(lookup.minInSync(matching(destination))) : Lowering.NONE;
            IntSupplier changing = () -> change(stamp).run(destination, view -> plan.decide(view, stamp));
            if (change.dryRun() && !theirs.isEmpty()) {
                note("would lower min.insync.replicas: " + theirs.text());
                return changing.getAsInt();
            }
            if (degraded && theirs.isEmpty() && !ownLowered) {
                note("no topic is below min.insync.replicas: nothing to lower");
            }
            return lowered(lookup, theirs, changing);
        }
    }

    private List<String> matching(Destination destination) {
        return destination.read(view -> WishPlan.matching(MirrorFacts.of(view, mirror), topics.patterns()).stream()
                .map(StateView.TopicWish::topic)
                .toList());
    }

    private Change change(Stamp stamp) {
        return new Change(this, change, WishVerb.FAILOVER.toString(), mirror, stamp, !degraded);
    }

    /** Does something while settings are lowered, if there are any to lower. */
    private int lowered(TopicLookup lookup, Lowering lowering, IntSupplier then) {
        if (lowering.isEmpty()) {
            return then.getAsInt();
        }
        if (!confirm.equals(Optional.of(mirror))) {
            throw CliError.NOT_CONFIRMED.with(mirror, lowering.text());
        }
        note("min.insync.replicas is lowered: " + lowering.text() + ". Should this command be killed, put it back: "
                + lowering.commands());
        lookup.setMinInSync(lowering.lowered());
        try {
            return then.getAsInt();
        } finally {
            restore(lookup, lowering);
        }
    }

    private void restore(TopicLookup lookup, Lowering lowering) {
        try {
            lookup.setMinInSync(lowering.restored());
            note("min.insync.replicas is as it was before: " + lowering.names());
        } catch (CliException e) {
            throw CliError.NOT_RESTORED.withRemedy(lowering.commands(), lowering.text(), e.getMessage());
        }
    }
}
