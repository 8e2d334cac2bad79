// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.cli;

import io.kmirrord.cli.demo.DemoCommand;
import io.kmirrord.cli.sandbox.DownCommand;
import io.kmirrord.cli.sandbox.StatusCommand;
import io.kmirrord.cli.sandbox.UpCommand;
import io.kmirrord.cli.verb.ClusterOptions;
import io.kmirrord.cli.verb.Context;
import io.kmirrord.cli.verb.Verbs;
import io.kmirrord.testkit.cluster.ClusterStartException;
import java.io.OutputStreamWriter;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** The program. */
public final class Mirrorctl {
    private static final String LOG_CONFIGURATION = "log4j2.configurationFile";

    private Mirrorctl() {}

    @Command(
            name = "mirrorctl",
            description = "Mirrors Kafka topics byte for byte into stock Kafka brokers.",
            mixinStandardHelpOptions = true,
            versionProvider = VersionProvider.class,
            synopsisSubcommandLabel = "COMMAND",
            footer = {
                "",
                "Exit codes: 0 all done, 2 usage, 3 refused, 4 permission, 5 unreachable, 6 timeout,",
                "7 partial (list on stdout), 10 differences."
            })
    static final class Root {
        @Mixin
        private ClusterOptions options = new ClusterOptions();
    }

    @Command(
            name = "sandbox",
            description = "A source and a destination cluster left running, to try your own clients on.",
            mixinStandardHelpOptions = true,
            versionProvider = VersionProvider.class,
            synopsisSubcommandLabel = "COMMAND")
    static final class Sandbox {}

    public static void main(String[] args) {
        // The daemon's own configuration is on the class path too, for the sandbox.
        if (System.getProperty(LOG_CONFIGURATION) == null) {
            System.setProperty(LOG_CONFIGURATION, "mirrorctl-log4j2.xml");
        }
        var out = new PrintWriter(new OutputStreamWriter(System.out, StandardCharsets.UTF_8), true);
        var err = new PrintWriter(new OutputStreamWriter(System.err, StandardCharsets.UTF_8), true);
        System.exit(run(new Console(out, err), args));
    }

    /** Runs one command line and returns the exit code. */
    public static int run(Console console, String... args) {
        return run(Context.of(console), args);
    }

    /** As {@link #run(Console, String...)}, in surroundings that a test makes. */
    public static int run(Context context, String... args) {
        return commandLine(context).execute(args);
    }

    static CommandLine commandLine(Context context) {
        var console = context.console();
        var root = new Root();
        var sandbox = new CommandLine(new Sandbox())
                .addSubcommand(new UpCommand(console))
                .addSubcommand(new StatusCommand(console))
                .addSubcommand(new DownCommand(console));
        return Verbs.addTo(new CommandLine(root), context, root.options)
                .addSubcommand(new DemoCommand(console))
                .addSubcommand(sandbox)
                .setOut(console.out())
                .setErr(console.err())
                .setUsageHelpWidth(110)
                .setCaseInsensitiveEnumValuesAllowed(true)
                .setColorScheme(CommandLine.Help.defaultColorScheme(CommandLine.Help.Ansi.OFF))
                .setExecutionStrategy(parsed -> execute(console, root, parsed))
                .setExecutionExceptionHandler((failure, command, parsed) -> report(console, failure));
    }

    /** The options of clusters are not those of demo and sandbox, which bring their own. */
    private static int execute(Console console, Root root, CommandLine.ParseResult parsed) {
        var given = root.options.given();
        if (parsed.hasSubcommand() && !given.isEmpty()) {
            var name = parsed.subcommand().commandSpec().name();
            if (name.equals("demo") || name.equals("sandbox")) {
                console.note("mirrorctl: " + given + " before " + name + " is not accepted: see mirrorctl " + name
                        + " --help for what is accepted after it");
                return ExitCode.USAGE;
            }
        }
        return new CommandLine.RunLast().execute(parsed);
    }

    private static int report(Console console, Exception failure) {
        if (failure instanceof CliException refused) {
            console.note("mirrorctl: " + refused.getMessage());
            return refused.exitCode();
        }
        if (failure instanceof ClusterStartException) {
            console.note("mirrorctl: " + failure.getMessage());
            return ExitCode.UNREACHABLE;
        }
        if (failure.getCause() instanceof AccessDeniedException denied) {
            console.note("mirrorctl: no access to " + denied.getFile() + ": " + failure.getMessage());
            return ExitCode.PERMISSION;
        }
        failure.printStackTrace(console.err());
        console.err().flush();
        return ExitCode.INTERNAL;
    }
}
