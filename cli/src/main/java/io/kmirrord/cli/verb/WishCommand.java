// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.cli.verb;

import io.kmirrord.cli.plan.WishPlan;
import io.kmirrord.cli.plan.WishVerb;
import picocli.CommandLine;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** One of the verbs that revise wishes. */
final class WishCommand extends ClusterVerb {
    private final WishVerb verb;

    @Parameters(paramLabel = "MIRROR")
    private String mirror = "";

    @Mixin
    private TopicOptions topics = new TopicOptions();

    @Mixin
    private ChangeOptions change = new ChangeOptions();

    private WishCommand(WishVerb verb, Context context, ClusterOptions before) {
        super(context, before);
        this.verb = verb;
    }

    static CommandLine line(WishVerb verb, Context context, ClusterOptions before) {
        var line = new CommandLine(new WishCommand(verb, context, before));
        line.getCommandSpec().name(verb.toString()).usageMessage().description(verb.description());
        return line;
    }

    @Override
    int run() {
        change.timeout();
        var plan = new WishPlan(verb, mirror, topics.patterns());
        var stamp = context().stamp();
        try (var destination = open(false)) {
            return new Change(this, change, verb.toString(), mirror, stamp)
                    .run(destination, view -> plan.decide(view, stamp));
        }
    }
}
