// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.cli.verb;

import io.kmirrord.cli.facts.MirrorFacts;
import io.kmirrord.cli.plan.DeletePlan;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** Removes the definition of a mirror whose topics are stopped. */
@Command(name = "delete", description = "Removes a mirror whose topics are all STOPPED. Topics and their data stay.")
final class DeleteCommand extends ClusterVerb {
    @Parameters(paramLabel = "MIRROR")
    private String mirror = "";

    @Mixin
    private ChangeOptions change = new ChangeOptions();

    DeleteCommand(Context context, ClusterOptions before) {
        super(context, before);
    }

    @Override
    int run() {
        change.timeout();
        var stamp = context().stamp();
        try (var destination = open(false)) {
            var names = destination.readToEnd(
                    view -> MirrorFacts.of(view, mirror).topics().keySet());
            var plan = new DeletePlan(mirror, destination.topics(names));
            return new Change(this, change, "delete", mirror, stamp).run(destination, view -> plan.decide(view, stamp));
        }
    }
}
