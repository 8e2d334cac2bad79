// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.cli.verb;

import io.kmirrord.cli.ExitCode;
import io.kmirrord.cli.facts.Salvages;
import io.kmirrord.cli.report.SalvageListReport;
import io.kmirrord.cli.report.SalvageRow;
import io.kmirrord.statemachine.view.StateView;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** Lists salvages. */
@Command(
        name = "list",
        description = {
            "Lists what was saved before cuts, of deleted mirrors too.",
            "It is read off the state topic, so the hosts where the files lie need not be up."
        })
final class SalvageListCommand extends ClusterVerb {
    @Parameters(paramLabel = "MIRROR", arity = "0..1", description = "Default all.")
    private Optional<String> mirror = Optional.empty();

    @Mixin
    private TopicOptions topics = new TopicOptions();

    SalvageListCommand(Context context, ClusterOptions before) {
        super(context, before);
    }

    @Override
    int run() {
        var patterns = topics.patterns();
        try (var destination = open(false)) {
            List<SalvageRow> rows = destination.readToEnd(this::rows);
            var shown = rows.stream()
                    .filter(row -> patterns.isEmpty() || patterns.matches(row.topic()))
                    .toList();
            context().console().result(new SalvageListReport(shown).print(format()));
            return ExitCode.OK;
        }
    }

    private List<SalvageRow> rows(StateView view) {
        // Refuses a name that nobody has.
        mirror.ifPresent(name -> Salvages.of(view, name));
        return view.salvages().entrySet().stream()
                .filter(entry ->
                        mirror.isEmpty() || mirror.get().equals(entry.getKey().mirror()))
                .map(entry -> SalvageRow.of(entry.getKey(), entry.getValue()))
                .toList();
    }
}
