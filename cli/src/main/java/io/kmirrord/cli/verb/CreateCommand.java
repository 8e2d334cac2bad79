// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.cli.verb;

import io.kmirrord.cli.CliError;
import io.kmirrord.cli.CliException;
import io.kmirrord.cli.plan.CreatePlan;
import io.kmirrord.cli.plan.Patterns;
import io.kmirrord.cli.report.ChangeReport;
import io.kmirrord.statemachine.view.StateView;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Defines a mirror; nothing is copied before {@code start}. */
@Command(
        name = "create",
        description = {
            "Defines a mirror of a source cluster. Nothing is copied before it is started.",
            "Creates the state topic with the first mirror."
        })
final class CreateCommand extends ClusterVerb {
    private static final String SOURCE = "source.bootstrap.servers";

    @Parameters(paramLabel = "MIRROR", description = "Its name: 1 to 100 of the characters a-z A-Z 0-9 . _ -")
    private String mirror = "";

    @Option(names = "--source", paramLabel = "H:P[,H:P]", description = "Brokers of the source cluster.")
    private Optional<String> source = Optional.empty();

    @Option(names = "--config", paramLabel = "FILE", description = "Properties file with the mirror's settings.")
    private Optional<Path> config = Optional.empty();

    @Option(names = "--set", paramLabel = "KEY=VALUE", description = "A setting; wins over the file.")
    private List<String> set = List.of();

    @Option(
            names = "--topics",
            paramLabel = "PATTERN",
            split = ",",
            description = "Topic names and RE2 patterns of whole names, comma-separated, that start takes by default.")
    private List<String> includes = List.of();

    @Option(names = "--exclude", paramLabel = "PATTERN", split = ",", description = "The same, never mirrored.")
    private List<String> excludes = List.of();

    @Mixin
    private ChangeOptions change = new ChangeOptions();

    CreateCommand(Context context, ClusterOptions before) {
        super(context, before);
    }

    @Override
    int run() {
        change.timeout();
        var create = new CreatePlan(
                mirror,
                settings(),
                Patterns.withoutReserved(Patterns.parse(includes), options().reserved()),
                Patterns.parse(excludes));
        var stamp = context().stamp();
        var carried = new Change(this, change, "create", mirror, stamp);
        try (var destination = open(!change.dryRun())) {
            return carried.run(destination, view -> create.decide(view, stamp));
        } catch (CliException e) {
            if (change.dryRun() && e.error() == CliError.STATE_TOPIC_MISSING) {
                var plan = create.decide(new StateView(), stamp);
                return carried.print(new ChangeReport(
                        "create",
                        mirror,
                        ChangeReport.Phase.DRY_RUN,
                        plan.steps(),
                        List.of(),
                        List.of("there is no state topic: it would be created first"),
                        Map.of()));
            }
            throw e;
        }
    }

    private Map<String, String> settings() {
        var values = new TreeMap<String, String>();
        config.ifPresent(file -> values.putAll(PropertyFiles.read(file)));
        values.putAll(PropertyFiles.assignments(set));
        source.ifPresent(servers -> {
            if (values.containsKey(SOURCE) && !servers.equals(values.get(SOURCE))) {
                throw CliError.CONTRADICTION.with("--source " + servers, SOURCE + "=" + values.get(SOURCE));
            }
            values.put(SOURCE, servers);
        });
        return values;
    }
}
