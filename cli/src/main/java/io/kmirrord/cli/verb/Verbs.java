// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.cli.verb;

import io.kmirrord.cli.VersionProvider;
import io.kmirrord.cli.plan.WishVerb;
import java.util.List;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/** Puts the verbs under the program. Stateless. */
public final class Verbs {
    private Verbs() {}

    @Command(
            name = "state",
            description = "Saves and restores what the state topic holds.",
            mixinStandardHelpOptions = true,
            versionProvider = VersionProvider.class,
            synopsisSubcommandLabel = "COMMAND")
    static final class State {}

    @Command(
            name = "salvage",
            description = "What was saved before cuts: the records that a start or a recovery removed from a log.",
            mixinStandardHelpOptions = true,
            versionProvider = VersionProvider.class,
            synopsisSubcommandLabel = "COMMAND")
    static final class Salvage {}

    /**
     * Adds the verbs.
     *
     * @param before options in front of the verb, which the parser fills
     */
    public static CommandLine addTo(CommandLine root, Context context, ClusterOptions before) {
        root.addSubcommand(new CreateCommand(context, before))
                .addSubcommand(new DeleteCommand(context, before))
                .addSubcommand(new ListCommand(context, before))
                .addSubcommand(new DescribeCommand(context, before))
                .addSubcommand(new DiffCommand(context, before))
                .addSubcommand(new ConfigCommand(context, before))
                .addSubcommand(new StartCommand(context, before));
        for (var verb : List.of(WishVerb.STOP, WishVerb.PAUSE, WishVerb.RESUME, WishVerb.RECOVER)) {
            root.addSubcommand(WishCommand.line(verb, context, before));
        }
        root.addSubcommand(new PromoteCommand(context, before))
                .addSubcommand(new FailoverCommand(context, before))
                .addSubcommand(new SyncCommand(context, before));
        return root.addSubcommand(new CommandLine(new Salvage())
                        .addSubcommand(new SalvageListCommand(context, before))
                        .addSubcommand(new SalvageShowCommand(context, before))
                        .addSubcommand(new SalvageExportCommand(context, before))
                        .addSubcommand(new SalvagePruneCommand(context, before)))
                .addSubcommand(new CommandLine(new State())
                        .addSubcommand(new StateExportCommand(context, before))
                        .addSubcommand(new StateImportCommand(context, before)));
    }
}
