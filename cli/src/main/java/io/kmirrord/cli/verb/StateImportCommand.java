// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.cli.verb;

import io.kmirrord.cli.CliError;
import io.kmirrord.cli.ExitCode;
import io.kmirrord.cli.report.StateReport;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.Path;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Writes a file back to the state topic. */
@Command(
        name = "import",
        description = {
            "Writes an export into an empty state topic, which it creates if there is none.",
            "Stop the daemons first: they act on what is imported."
        })
final class StateImportCommand extends ClusterVerb {
    @Parameters(paramLabel = "FILE")
    private Path file = Path.of("");

    @Option(
            names = "--force",
            description = "Also into a topic that is not empty, where of each key the newest wins, and from another"
                    + " cluster.")
    private boolean force;

    StateImportCommand(Context context, ClusterOptions before) {
        super(context, before);
    }

    @Override
    int run() {
        if (!Files.isRegularFile(file)) {
            throw CliError.BAD_FILE.with(file, "there is no such file");
        }
        try (var in = Files.newBufferedReader(file);
                var destination = open(true)) {
            var records = destination.importFrom(in, force);
            context().console().result(new StateReport("imported", file.toString(), records).print(format()));
            return ExitCode.OK;
        } catch (AccessDeniedException e) {
            throw CliError.FILE_DENIED.with(file);
        } catch (IOException e) {
            throw CliError.BAD_FILE.with(file, String.valueOf(e));
        }
    }
}
