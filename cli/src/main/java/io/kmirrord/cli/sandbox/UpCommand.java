// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.cli.sandbox;

import io.kmirrord.cli.CliException;
import io.kmirrord.cli.Console;
import io.kmirrord.cli.ExitCode;
import io.kmirrord.cli.OutputFormat;
import io.kmirrord.cli.VersionProvider;
import io.kmirrord.cli.site.Cleanup;
import io.kmirrord.cli.site.Site;
import io.kmirrord.cli.site.SiteOptions;
import io.kmirrord.cli.site.SiteSpec;
import io.kmirrord.cli.site.Trees;
import io.kmirrord.statemachine.settings.Names;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.clients.admin.NewTopic;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Starts both clusters and the daemons, records them and leaves them running. */
@Command(
        name = "up",
        description = {
            "Starts a source and a destination, with a storage bridge in each node of the destination and a daemon beside it,"
                    + " and leaves them running.",
            "All listen on 127.0.0.1 only."
        },
        mixinStandardHelpOptions = true,
        versionProvider = VersionProvider.class)
public final class UpCommand implements Callable<Integer> {
    private static final int PARTITIONS = 3;
    private static final int ANSWER_SECONDS = 60;

    private final Console console;

    @Mixin
    private SandboxDir dir = new SandboxDir();

    @Mixin
    private SiteOptions site = new SiteOptions();

    @Option(
            names = "--topics",
            paramLabel = "TOPIC",
            split = ",",
            description = "Topics to mirror, created at the source with 3 partitions; default orders.")
    private List<String> topics = new ArrayList<>(List.of("orders"));

    @Option(
            names = {"-o", "--output"},
            paramLabel = "FORMAT",
            description = "table or json; default ${DEFAULT-VALUE}.")
    private OutputFormat output = OutputFormat.TABLE;

    public UpCommand(Console console) {
        this.console = console;
    }

    @Override
    public Integer call() {
        var spec = site.spec();
        var names = topicNames();
        refuseIfRunning();
        dir.requireEmpty();
        // Whatever happens now, the next 'up' or 'down' knows that the folders are a sandbox's own.
        dir.write(SandboxState.starting(dir.path(), spec, names, ProcessEntry.starter()));
        try (var cleanup = new Cleanup()) {
            try {
                start(spec, names, cleanup);
            } catch (RuntimeException e) {
                throw cleanup.explain(e);
            }
        }
        console.note("It runs until 'mirrorctl sandbox down" + dirArgument(dir.path()) + "'.");
        return ExitCode.OK;
    }

    private void start(SiteSpec spec, List<String> names, Cleanup cleanup) {
        var running = Site.start(spec, dir.path(), cleanup, console::note);
        createTopics(running, names);
        console.note("starting " + running.destination().nodes().size() + " daemons");
        running.mirror(names, Duration.ofSeconds(ANSWER_SECONDS), console);
        var state = SandboxState.of(running, names);
        dir.write(state);
        leave(running);
        cleanup.leaveAll();
        console.result(SandboxReport.of(state).print(output));
    }

    private List<String> topicNames() {
        for (var topic : topics) {
            if (!Names.isTopic(topic) || Names.isInternal(topic)) {
                throw new CliException(
                        ExitCode.USAGE,
                        "--topics: '" + topic + "' is no topic that can be mirrored; accepted: 1 to 249 of the"
                                + " characters a-z A-Z 0-9 . _ -, not beginning with '__'");
            }
        }
        return List.copyOf(new LinkedHashSet<>(topics));
    }

    /** Also clears what a sandbox that died has left. */
    private void refuseIfRunning() {
        var state = dir.read();
        if (state.isEmpty()) {
            return;
        }
        var alive = state.get().processes().stream()
                .filter(process -> process.ref().isAlive())
                .map(ProcessEntry::name)
                .toList();
        if (!alive.isEmpty()) {
            throw new CliException(
                    ExitCode.REFUSED,
                    "a sandbox runs in " + dir.path() + " (" + String.join(", ", alive)
                            + "): stop it with 'mirrorctl sandbox down', or choose another --dir");
        }
        console.note("removing what a sandbox that has ended left in " + dir.path());
        Trees.delete(Path.of(state.get().socketDir()));
        dir.clear();
    }

    private static void createTopics(Site site, List<String> names) {
        var replicas = (short) Math.min(3, site.source().brokers().size());
        try (var admin = site.source().admin()) {
            admin.createTopics(names.stream()
                            .map(name -> new NewTopic(name, Optional.of(PARTITIONS), Optional.of(replicas)))
                            .toList())
                    .all()
                    .get(ANSWER_SECONDS, TimeUnit.SECONDS);
        } catch (ExecutionException | TimeoutException e) {
            throw new CliException(
                    ExitCode.UNREACHABLE, "cannot create topics " + names + " at the source: " + e.getMessage(), e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new CliException(ExitCode.INTERNAL, "interrupted while creating topics", e);
        }
    }

    private static void leave(Site site) {
        site.source().leave();
        site.destination().leave();
        site.daemons().values().forEach(daemon -> daemon.process().leave());
    }

    private static String dirArgument(Path path) {
        return path.equals(new SandboxDir().path()) ? "" : " --dir " + path;
    }
}
