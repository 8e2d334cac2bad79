// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.cli.verb;

import io.kmirrord.cli.ExitCode;
import io.kmirrord.cli.facts.MirrorFacts;
import io.kmirrord.cli.plan.ConfigPlan;
import io.kmirrord.cli.plan.PatternEdit;
import io.kmirrord.cli.plan.Patterns;
import io.kmirrord.cli.report.ConfigReport;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Shows or changes the settings of a mirror. */
@Command(
        name = "config",
        description = "Shows the settings and patterns of a mirror, or changes them; all are checked together.")
final class ConfigCommand extends ClusterVerb {
    @Parameters(paramLabel = "MIRROR")
    private String mirror = "";

    @Option(names = "--set", paramLabel = "KEY=VALUE", description = "A setting.")
    private List<String> set = List.of();

    @Option(names = "--unset", paramLabel = "KEY", description = "Back to the default.")
    private List<String> unset = List.of();

    @Option(
            names = "--add-topics",
            paramLabel = "PATTERN",
            split = ",",
            description = "Topic names and RE2 patterns of whole names, comma-separated, that the mirror means too.")
    private List<String> addTopics = List.of();

    @Option(
            names = "--remove-topics",
            paramLabel = "PATTERN",
            split = ",",
            description = "Patterns, as they are shown, that it means no more. Started topics stay as they are.")
    private List<String> removeTopics = List.of();

    @Option(
            names = "--add-exclude",
            paramLabel = "PATTERN",
            split = ",",
            description =
                    "Topic names and RE2 patterns that are not started from now on. Started topics stay as they are.")
    private List<String> addExcludes = List.of();

    @Option(
            names = "--remove-exclude",
            paramLabel = "PATTERN",
            split = ",",
            description = "Excludes, as they are shown, that hold no more.")
    private List<String> removeExcludes = List.of();

    @Mixin
    private ChangeOptions change = new ChangeOptions();

    ConfigCommand(Context context, ClusterOptions before) {
        super(context, before);
    }

    @Override
    int run() {
        change.timeout();
        var plan = new ConfigPlan(
                mirror,
                PropertyFiles.assignments(set),
                unset,
                new PatternEdit(
                        "topics",
                        Patterns.withoutReserved(
                                Patterns.parse(addTopics), options().reserved()),
                        removeTopics),
                new PatternEdit("exclude", Patterns.parse(addExcludes), removeExcludes));
        var stamp = context().stamp();
        try (var destination = open(false)) {
            if (!plan.isEmpty()) {
                return new Change(this, change, "config", mirror, stamp)
                        .run(destination, view -> plan.decide(view, stamp));
            }
            var facts = destination.readToEnd(view -> MirrorFacts.of(view, mirror));
            context().console().result(ConfigReport.of(facts).print(format()));
            return ExitCode.OK;
        }
    }
}
