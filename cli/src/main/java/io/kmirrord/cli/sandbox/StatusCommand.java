// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.cli.sandbox;

import io.kmirrord.cli.Console;
import io.kmirrord.cli.ExitCode;
import io.kmirrord.cli.OutputFormat;
import io.kmirrord.cli.VersionProvider;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Shows what runs. */
@Command(
        name = "status",
        description = {
            "Prints bootstrap addresses, pids, sockets, log files, and whether each process lives.",
            "Exits with 7 if one has died."
        },
        mixinStandardHelpOptions = true,
        versionProvider = VersionProvider.class)
public final class StatusCommand implements Callable<Integer> {
    private final Console console;

    @Mixin
    private SandboxDir dir = new SandboxDir();

    @Option(
            names = {"-o", "--output"},
            paramLabel = "FORMAT",
            description = "table or json; default ${DEFAULT-VALUE}.")
    private OutputFormat output = OutputFormat.TABLE;

    public StatusCommand(Console console) {
        this.console = console;
    }

    @Override
    public Integer call() {
        var report = SandboxReport.of(dir.require());
        console.result(report.print(output));
        if (report.dead().isEmpty()) {
            return ExitCode.OK;
        }
        console.note("not running: " + String.join(", ", report.dead()) + "; their log files say why");
        return ExitCode.PARTIAL;
    }
}
