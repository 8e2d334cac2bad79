// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.cli.verb;

import io.kmirrord.cli.CliError;
import io.kmirrord.cli.ExitCode;
import io.kmirrord.cli.report.StateReport;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** Writes the state topic to a file. */
@Command(
        name = "export",
        description = {
            "Writes everything that the state topic holds, as JSON lines.",
            "It holds no secrets, but names of topics, hosts and users."
        })
final class StateExportCommand extends ClusterVerb {
    @Parameters(paramLabel = "FILE", arity = "0..1", description = "Written anew; default stdout.")
    private Optional<Path> file = Optional.empty();

    StateExportCommand(Context context, ClusterOptions before) {
        super(context, before);
    }

    @Override
    int run() {
        try (var destination = open(false)) {
            var nowMs = context().clock().millis();
            if (file.isEmpty()) {
                var records = destination.exportTo(context().console().out(), nowMs);
                note("exported " + records + " records");
                return ExitCode.OK;
            }
            try (var out = Files.newBufferedWriter(file.get())) {
                var records = destination.exportTo(out, nowMs);
                context()
                        .console()
                        .result(new StateReport("exported", file.get().toString(), records).print(format()));
                return ExitCode.OK;
            }
        } catch (AccessDeniedException e) {
            throw CliError.FILE_DENIED.with(e.getFile());
        } catch (IOException e) {
            throw CliError.BAD_FILE.with(file.map(Path::toString).orElse("stdout"), String.valueOf(e));
        }
    }
}
