// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.cli.verb;

import io.kmirrord.cli.ExitCode;
import io.kmirrord.cli.facts.Salvages;
import io.kmirrord.cli.report.SalvageReport;
import io.kmirrord.cli.report.SalvageRow;
import io.kmirrord.statemachine.view.RecordKey;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** Shows a salvage. */
@Command(name = "show", description = "Shows all that is known of a salvage, and where it lies.")
final class SalvageShowCommand extends ClusterVerb {
    @Parameters(index = "0", paramLabel = "MIRROR")
    private String mirror = "";

    @Parameters(index = "1", paramLabel = "ID", description = "As salvage list shows it.")
    private String id = "";

    SalvageShowCommand(Context context, ClusterOptions before) {
        super(context, before);
    }

    @Override
    int run() {
        try (var destination = open(false)) {
            var salvage = destination.readToEnd(view -> Salvages.one(view, mirror, id));
            var row = SalvageRow.of(new RecordKey.Salvage(mirror, id), salvage);
            context().console().result(new SalvageReport(row).print(format()));
            return ExitCode.OK;
        }
    }
}
