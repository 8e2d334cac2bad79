// SPDX-License-Identifier: Apache-2.0
package io.kmirrord.cli.verb;

import io.kmirrord.cli.ExitCode;
import io.kmirrord.cli.plan.Patterns;
import io.kmirrord.cli.report.ListReport;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Command;

/** Lists mirrors. */
@Command(name = "list", description = "Lists the mirrors, with the number of partitions in each state.")
final class ListCommand extends ClusterVerb {
    ListCommand(Context context, ClusterOptions before) {
        super(context, before);
    }

    @Override
    int run() {
        try (var destination = open(false)) {
            var mirrors =
                    Snapshot.of(destination, Optional.empty(), Patterns.parse(List.of()), false, signs(destination));
            context().console().result(ListReport.of(mirrors).print(format()));
            return ExitCode.OK;
        }
    }
}
