// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.cli.verb;

import io.kmirrord.cli.ExitCode;
import io.kmirrord.cli.facts.MirrorFacts;
import io.kmirrord.cli.plan.ConfigPlan;
import io.kmirrord.cli.report.ConfigReport;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Shows or changes the settings of a mirror. */
@Command(name = "config", description = "Shows the settings of a mirror, or changes them; all are checked together.")
final class ConfigCommand extends ClusterVerb {
    @Parameters(paramLabel = "MIRROR")
    private String mirror = "";

    @Option(names = "--set", paramLabel = "KEY=VALUE", description = "A setting.")
    private List<String> set = List.of();

    @Option(names = "--unset", paramLabel = "KEY", description = "Back to the default.")
    private List<String> unset = List.of();

    @Mixin
    private ChangeOptions change = new ChangeOptions();

    ConfigCommand(Context context, ClusterOptions before) {
        super(context, before);
    }

    @Override
    int run() {
        change.timeout();
        var plan = new ConfigPlan(mirror, PropertyFiles.assignments(set), unset);
        var stamp = context().stamp();
        try (var destination = open(false)) {
            if (!set.isEmpty() || !unset.isEmpty()) {
                return new Change(this, change, "config", mirror, stamp)
                        .run(destination, view -> plan.decide(view, stamp));
            }
            var facts = destination.readToEnd(view -> MirrorFacts.of(view, mirror));
            context().console().result(ConfigReport.of(facts).print(format()));
            return ExitCode.OK;
        }
    }
}
