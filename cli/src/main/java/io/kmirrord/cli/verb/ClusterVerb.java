// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.cli.verb;

import io.kmirrord.cli.CliException;
import io.kmirrord.cli.OutputFormat;
import io.kmirrord.cli.VersionProvider;
import io.kmirrord.cli.cluster.Destination;
import io.kmirrord.cli.facts.Signs;
import io.kmirrord.cli.report.ErrorReport;
import io.kmirrord.statemachine.view.StateView;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** A verb that talks to the destination. */
@Command(mixinStandardHelpOptions = true, versionProvider = VersionProvider.class)
abstract class ClusterVerb implements Callable<Integer> {
    private final Context context;
    private final ClusterOptions before;

    @Mixin
    private ClusterOptions after = new ClusterOptions();

    /** @param before options in front of the verb, filled by the parser by the time the verb runs */
    ClusterVerb(Context context, ClusterOptions before) {
        this.context = context;
        this.before = before;
    }

    @Override
    public final Integer call() {
        try {
            return run();
        } catch (CliException e) {
            if (format() == OutputFormat.JSON) {
                context.console().result(ErrorReport.of(e).print());
            }
            throw e;
        }
    }

    /** Does it; returns the exit code. */
    abstract int run();

    final Context context() {
        return context;
    }

    final ClusterOptions options() {
        return after.or(before);
    }

    final OutputFormat format() {
        return options().output();
    }

    final Destination open(boolean create) {
        return context.destinations().open(options().destination(context.environment()), create, context.clock());
    }

    final void note(String line) {
        context.console().note(line);
    }

    final Signs signs(Destination destination) {
        return new Signs(
                destination.read(StateView::heartbeats),
                destination.heardMs(),
                context.clock().millis());
    }
}
