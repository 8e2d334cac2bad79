// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.cli.verb;

import io.kmirrord.cli.ExitCode;
import io.kmirrord.cli.facts.Salvages;
import io.kmirrord.cli.report.SalvageExportReport;
import io.kmirrord.cli.salvage.SalvageExport;
import io.kmirrord.statemachine.view.RecordKey;
import java.nio.file.Path;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Copies a salvage for use by Kafka's tools. */
@Command(
        name = "export",
        description = {
            "Copies a salvage to files that kafka-dump-log.sh reads, and checks it against its manifest.",
            "It is to be run on the host where the salvage lies, by a user who may read it."
        })
final class SalvageExportCommand extends ClusterVerb {
    @Parameters(index = "0", paramLabel = "MIRROR")
    private String mirror = "";

    @Parameters(index = "1", paramLabel = "ID", description = "As salvage list shows it.")
    private String id = "";

    @Option(names = "--to", paramLabel = "DIR", required = true, description = "Made if it is not there.")
    private Path dir = Path.of("");

    SalvageExportCommand(Context context, ClusterOptions before) {
        super(context, before);
    }

    @Override
    int run() {
        try (var destination = open(false)) {
            var salvage = destination.readToEnd(view -> Salvages.one(view, mirror, id));
            var files = new SalvageExport(new RecordKey.Salvage(mirror, id), salvage)
                    .to(dir.toAbsolutePath().normalize(), SalvageExport.SEGMENT_BYTES);
            var report = new SalvageExportReport(
                    mirror,
                    id,
                    salvage.records(),
                    salvage.bytes(),
                    files.stream().map(Path::toString).toList());
            context().console().result(report.print(format()));
            return ExitCode.OK;
        }
    }
}
