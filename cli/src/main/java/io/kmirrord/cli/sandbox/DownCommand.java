// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.cli.sandbox;

import io.kmirrord.cli.Console;
import io.kmirrord.cli.ExitCode;
import io.kmirrord.cli.Json;
import io.kmirrord.cli.OutputFormat;
import io.kmirrord.cli.VersionProvider;
import io.kmirrord.cli.site.Trees;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Stops exactly the processes that {@code up} recorded. */
@Command(
        name = "down",
        description = {
            "Stops exactly the processes that 'up' started: SIGTERM, and SIGKILL for what lives on after 20 s.",
            "A process that was given the pid of one that has died is not touched."
        },
        mixinStandardHelpOptions = true,
        versionProvider = VersionProvider.class)
public final class DownCommand implements Callable<Integer> {
    private static final Duration GRACE = Duration.ofSeconds(20);

    private final Console console;

    @Mixin
    private SandboxDir dir = new SandboxDir();

    @Option(names = "--keep-files", description = "Keep data and logs; default: remove them.")
    private boolean keepFiles;

    @Option(
            names = {"-o", "--output"},
            paramLabel = "FORMAT",
            description = "table or json; default ${DEFAULT-VALUE}.")
    private OutputFormat output = OutputFormat.TABLE;

    /** What {@code -o json} prints. */
    record Stopped(String dir, List<String> stopped, List<String> wereDead) {}

    public DownCommand(Console console) {
        this.console = console;
    }

    @Override
    public Integer call() {
        var state = dir.require();
        var living = state.processes().stream()
                .filter(process -> process.ref().isAlive())
                .toList();
        var dead = state.processes().stream()
                .filter(process -> !living.contains(process))
                .map(ProcessEntry::name)
                .toList();
        // The daemons first: a daemon without its cluster would only fill its log.
        stop(living.stream().filter(process -> process.role().equals("daemon")).toList());
        stop(living.stream().filter(process -> !process.role().equals("daemon")).toList());
        Trees.delete(Path.of(state.socketDir()));
        if (!keepFiles) {
            dir.clear();
        }
        var stopped = living.stream().map(ProcessEntry::name).toList();
        console.result(
                output == OutputFormat.JSON ? Json.of(new Stopped(state.dir(), stopped, dead)) : text(stopped, dead));
        return ExitCode.OK;
    }

    private void stop(List<ProcessEntry> processes) {
        if (!processes.isEmpty()) {
            console.note("stopping "
                    + String.join(
                            ", ", processes.stream().map(ProcessEntry::name).toList()));
        }
        processes.forEach(process -> process.ref().terminate());
        var end = System.nanoTime() + GRACE.toNanos();
        for (var process : processes) {
            process.ref().stop(Duration.ofNanos(Math.max(0, end - System.nanoTime())));
        }
    }

    private static String text(List<String> stopped, List<String> dead) {
        var lines = new ArrayList<String>();
        lines.add("stopped: " + (stopped.isEmpty() ? "nothing" : String.join(", ", stopped)));
        if (!dead.isEmpty()) {
            lines.add("had ended already: " + String.join(", ", dead));
        }
        return String.join(System.lineSeparator(), lines);
    }
}
