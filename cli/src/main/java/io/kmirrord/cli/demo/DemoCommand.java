// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.cli.demo;

import io.kmirrord.cli.CliException;
import io.kmirrord.cli.Console;
import io.kmirrord.cli.ExitCode;
import io.kmirrord.cli.OutputFormat;
import io.kmirrord.cli.VersionProvider;
import io.kmirrord.cli.site.Cleanup;
import io.kmirrord.cli.site.Site;
import io.kmirrord.cli.site.SiteOptions;
import io.kmirrord.cli.site.SiteSpec;
import io.kmirrord.testkit.workload.TopicReport;
import io.kmirrord.testkit.workload.Workload;
import io.kmirrord.testkit.workload.WorkloadSpec;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Two clusters of real brokers, the whole workload mirrored and compared. */
@Command(
        name = "demo",
        description = {
            "Starts a source and a destination of real Kafka brokers on this machine, writes every kind of batch, mirrors it,"
                    + " and compares the source with all replicas of the destination.",
            "Exits with 0 only if everything is equal, and leaves nothing running."
        },
        mixinStandardHelpOptions = true,
        versionProvider = VersionProvider.class)
public final class DemoCommand implements Callable<Integer> {
    private final Console console;

    @Mixin
    private SiteOptions site = new SiteOptions();

    @Option(
            names = "--seed",
            paramLabel = "N",
            description = "Decides every key, value and size of the workload; default ${DEFAULT-VALUE}.")
    private long seed = 1;

    @Option(
            names = "--timeout",
            paramLabel = "SECONDS",
            description = "How long the mirroring may take; default ${DEFAULT-VALUE}.")
    private int timeoutSeconds = 120;

    @Option(
            names = "--dir",
            paramLabel = "DIR",
            description =
                    "Folder for data and logs, which must be empty or absent and is kept; default a temporary one,"
                            + " removed at the end unless something went wrong.")
    private Optional<Path> dir = Optional.empty();

    @Option(
            names = {"-o", "--output"},
            paramLabel = "FORMAT",
            description = "table or json; default ${DEFAULT-VALUE}. Progress goes to stderr.")
    private OutputFormat output = OutputFormat.TABLE;

    public DemoCommand(Console console) {
        this.console = console;
    }

    @Override
    public Integer call() {
        var spec = site.spec();
        if (timeoutSeconds < 1) {
            throw new CliException(
                    ExitCode.USAGE, "--timeout " + timeoutSeconds + " is not accepted: give 1 or more seconds");
        }
        var folder = folder();
        try (var cleanup = new Cleanup()) {
            if (dir.isEmpty()) {
                cleanup.folder(folder);
            }
            try {
                var report = run(spec, folder, cleanup);
                console.result(report.print(output));
                if (report.equal()) {
                    return ExitCode.OK;
                }
                keep(folder, cleanup);
                return ExitCode.DIFFERENCES;
            } catch (RuntimeException e) {
                var explained = cleanup.explain(e);
                if (explained.equals(e)) {
                    keep(folder, cleanup);
                }
                throw explained;
            }
        }
    }

    private void keep(Path folder, Cleanup cleanup) {
        cleanup.keep(folder);
        note("data and logs are kept in " + folder);
    }

    private DemoReport run(SiteSpec spec, Path folder, Cleanup cleanup) {
        var begin = System.nanoTime();
        var running = Site.start(spec, folder, cleanup, this::note);
        var topics = write(running);
        note("starting " + running.destination().nodes().size() + " daemons");
        var daemons = System.nanoTime();
        running.mirror(topics.stream().map(TopicReport::topic).toList(), Duration.ofSeconds(timeoutSeconds), console);
        new Arrival(running, topics, this::note).await(Duration.ofSeconds(timeoutSeconds));
        var mirrored = millisSince(daemons);
        note("comparing source and replicas");
        var rows = new Comparison(running).compare(topics);
        return DemoReport.of(
                spec.sourceVersion().toString(),
                spec.destinationVersion().toString(),
                millisSince(begin),
                mirrored,
                rows);
    }

    private List<TopicReport> write(Site running) {
        var replicas = Math.min(3, running.source().brokers().size());
        var workload = WorkloadSpec.whole("demo-", seed, Instant.now()).withReplicationFactor(replicas);
        var names =
                Workload.names().stream().filter(name -> !name.equals("bulk")).toList();
        return Workload.write(
                running.source().bootstrapServers(), workload, names, name -> note("writing the workload: " + name));
    }

    private Path folder() {
        try {
            if (dir.isEmpty()) {
                return Files.createTempDirectory("kmirrord-demo");
            }
            var path = dir.get().toAbsolutePath();
            Files.createDirectories(path);
            try (var entries = Files.list(path)) {
                if (entries.findAny().isPresent()) {
                    throw new CliException(
                            ExitCode.REFUSED, "--dir " + path + " is not empty: name an empty folder or a new one");
                }
            }
            return path;
        } catch (IOException e) {
            throw new UncheckedIOException("cannot make a folder for the demo", e);
        }
    }

    private void note(String line) {
        console.note("demo: " + line);
    }

    private static long millisSince(long nanos) {
        return Duration.ofNanos(System.nanoTime() - nanos).toMillis();
    }
}
